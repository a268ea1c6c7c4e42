import { mutualTls } from "@countersign/service";
import { describe, expect, it } from "vitest";
import { authority, certificate } from "../../../../testing/clients/certificates.ts";

const listener = mutualTls({
  MTLS_URL: "https://mtls.auth.example",
  MTLS_HOST: "127.0.0.1",
  MTLS_PORT: 1,
  MTLS_PROXIES: ["127.0.0.1"],
  MTLS_PEM_HEADER: "X-Client-Cert",
});

/** What is read of a header with this text. */
function shownBy(text: string) {
  const rawHeaders = ["X-Client-Cert", encodeURIComponent(text)];
  return listener?.certificateOf({ rawHeaders, socket: { remoteAddress: "127.0.0.1" } as never });
}

const ca = await authority("CN=Clients");
const inner = await authority("CN=Inner", { by: ca });
const own = await certificate("CN=t1", { by: inner });
const other = await certificate("CN=other");
const pem = own.cert.trim();
const base64 = own.der.toString("base64");
const asPem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`;

describe("B7: MTLS_PEM_HEADER: one chain, nothing before, between or behind its certificates (RFC 7468 §2)", () => {
  it.each([
    ["one certificate", pem, 0],
    ["with an end of line", `${pem}\n`, 0],
    ["with ends of lines of Windows", `\r\n${pem.replaceAll("\n", "\r\n")}\r\n`, 0],
    ["in one line", asPem(base64), 0],
    ["with those that issued it", `${pem}\n${inner.cert}${ca.cert}`, 2],
  ])("%s is read", (_, text, authorities) => {
    const shown = shownBy(text);
    expect(shown?.leaf).toEqual(own.der);
    expect(shown?.chain).toHaveLength(authorities);
  });

  it.each([
    ["two headers that a proxy joined", `${pem},${other.cert}`],
    ["two that it joined with a space", `${pem}, ${other.cert}`],
    ["two of which the first ends with its line", `${pem}\n,${other.cert}`],
    ["a comma at the end", `${pem}\n,`],
    ["a text behind", `${pem}x`],
    ["a text before", `x${pem}`],
    ["a text between", `${pem}\nsubject=CN\n${ca.cert}`],
    ["a second end", `${pem}\n-----END CERTIFICATE-----`],
    ["a certificate that does not end", `${pem}\n${pem.slice(0, 60)}`],
    ["another end", pem.replace("-----END", "----END")],
    ["another label", pem.replaceAll("CERTIFICATE", "TRUSTED CERTIFICATE")],
    ["bad base64", asPem(`${base64}!`)],
    ["base64 that is cut", asPem(base64.slice(0, -4))],
    ["characters of another alphabet", asPem(base64.replaceAll(/[+/]/g, "_"))],
    ["six certificates", Array(6).fill(pem).join("\n")],
    ["a certificate of more than 18,000 characters", asPem("A".repeat(18_000))],
    ["nothing", ""],
  ])("%s is refused", (_, text) => {
    expect(() => shownBy(text)).toThrow(expect.objectContaining({ message: expect.stringMatching(/^the header has/) }));
  });
});

describe("A4: a certificate in a header is bounded before it is parsed", () => {
  const bytes = (length: number) => asPem(Buffer.alloc(length).toString("base64"));
  it.each([
    ["of 12000 bytes is parsed", bytes(12_000), "the header has no certificate"],
    ["of 12001 bytes is not", bytes(12_001), "the header has no certificate of a usual size"],
    ["of 18001 characters is not even decoded", asPem("A".repeat(18_001)), "the header has more than one chain"],
    ["is not parsed if a chain is too long", `${pem}\n`.repeat(6), "the header has no certificates in PEM form"],
  ])("one %s", (_, text, problem) => expect(() => shownBy(text)).toThrow(new Error(problem)));
});
