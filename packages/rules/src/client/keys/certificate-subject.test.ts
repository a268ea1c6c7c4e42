import { describe, expect, it } from "vitest";
import { type CertificateNames, hasRegisteredName } from "./certificate-subject.ts";
import { type CertificateName, isSameName, parseDistinguishedName } from "./distinguished-name.ts";

const CN = "2.5.4.3";
const O = "2.5.4.10";
const C = "2.5.4.6";
const hex = (text: string) =>
  `0c${Buffer.byteLength(text).toString(16).padStart(2, "0")}${Buffer.from(text).toString("hex")}`;
const part = (...attributes: [string, string][]) =>
  attributes.map(([type, value]) => ({ type, value, der: hex(value) }));
const subject: CertificateName = [part([C, "DE"]), part([O, "A, B"], [CN, "é"])];
const isSubject = (text: string) => {
  const name = parseDistinguishedName(text);
  return name === undefined ? "unreadable" : isSameName(name, subject);
};

describe("RFC 8705 §2.1.2: a subject is compared as a sequence of sets (RFC 4514)", () => {
  it.each([
    ["as RFC 4514 writes it", "CN=é+O=A\\, B,C=DE"],
    ["with the attributes of one part in another order", "O=A\\, B+CN=é,C=DE"],
    ["with types by their identifiers", "OID.2.5.4.3=é+2.5.4.10=A\\, B,2.5.4.6=DE"],
    ["with types in lower case", "cn=é+o=A\\, B,c=DE"],
    ["with escapes of octets", "CN=\\C3\\a9+O=A\\2C\\20B,C=DE"],
    ["with a value as its DER", `CN=#${hex("é")}+O=A\\, B,C=DE`],
  ])("is the same %s", (_, text) => {
    expect(isSubject(text)).toBe(true);
  });

  it.each([
    ["with the parts in another order", "C=DE,CN=é+O=A\\, B"],
    ["with two parts instead of a set", "CN=é,O=A\\, B,C=DE"],
    ["with a part less", "CN=é+O=A\\, B"],
    ["with one attribute twice", "CN=é+CN=é,C=DE"],
    ["in another case", "CN=É+O=A\\, B,C=DE"],
    ["with a value as another DER", "CN=#0c0178+O=A\\, B,C=DE"],
  ])("is another one %s", (_, text) => {
    expect(isSubject(text)).toBe(false);
  });

  it.each([
    ["in the form of OpenSSL", "/C=DE/CN=x"],
    ["with spaces after commas", "CN=x, C=DE"],
    ["with an unknown type", "XY=x"],
    ["without a type", "=x"],
    ["empty", ""],
    ["with a quotation mark", 'CN="x"'],
    ["with a space at the end", "CN=x "],
    ["with a space at the beginning", "CN= x"],
    ["with a backslash at the end", "CN=x\\"],
    ["with an escape of a letter", "CN=\\x"],
    ["with octets that are not text", "CN=\\C3"],
    ["with half an octet in DER", "CN=#0c0"],
  ])("cannot be registered %s", (_, text) => {
    expect(isSubject(text)).toBe("unreadable");
  });

  it.each(["CN=t1,O=evil", "O=a\\,CN=t1", "CN=t1+O=evil", "CN=t1\\,O=RP"])(
    "mtls-03: CN=t1 is not the subject %s",
    (text) => {
      const shown = parseDistinguishedName(text)?.map((attributes) =>
        attributes.map((one) => ({ der: "", value: "", ...one })),
      );
      expect(isSameName([[{ type: CN, value: "t1" }]], shown ?? [])).toBe(false);
    },
  );

  it("keeps an escaped space at the end", () => {
    expect(parseDistinguishedName("CN=x\\ ")).toEqual([[{ type: CN, value: "x " }]]);
  });
});

const names: CertificateNames = {
  subject: [part([CN, "cn.rp.example"])],
  dns: ["Client.rp.example", "*.wild.example", "192.0.2.7"],
  uris: ["https://rp.example/a"],
  ips: ["2001:db8:0:0:0:0:0:1", "192.0.2.1"],
  emails: ["Ops@RP.example"],
};

describe("RFC 8705 §2.1.2: an alternative name", () => {
  it.each([
    ["a host name in another case", { tlsClientAuthSanDns: "cLIENT.RP.example" }],
    ["an IPv6 address in its short form", { tlsClientAuthSanIp: "2001:DB8::1" }],
    ["an IPv4 address", { tlsClientAuthSanIp: "192.0.2.1" }],
    ["a URI", { tlsClientAuthSanUri: "https://rp.example/a" }],
    ["a mail address with its domain in another case", { tlsClientAuthSanEmail: "Ops@rp.EXAMPLE" }],
  ])("matches by %s", (_, client) => {
    expect(hasRegisteredName(client, names)).toBe(true);
  });

  it.each([
    ["a host name that only a wildcard covers", { tlsClientAuthSanDns: "a.wild.example" }],
    ["a wildcard of the registration", { tlsClientAuthSanDns: "*.rp.example" }],
    ["a host name that is only the CN", { tlsClientAuthSanDns: "cn.rp.example" }],
    ["an IP address that is a text among host names", { tlsClientAuthSanIp: "192.0.2.7" }],
    ["a URI in another case", { tlsClientAuthSanUri: "https://RP.example/a" }],
    ["a mail address with its local part in another case", { tlsClientAuthSanEmail: "ops@RP.example" }],
    ["nothing registered", {}],
  ])("mtx-05: does not match by %s", (_, client) => {
    expect(hasRegisteredName(client, names)).toBe(false);
  });
});
