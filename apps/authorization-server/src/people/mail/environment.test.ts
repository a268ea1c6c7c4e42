import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dkimOf, mailEnvironment } from "./environment.ts";

const problemsOf = (given: Record<string, string>) =>
  mailEnvironment.safeParse(given).error?.issues.map(({ path, message }) => `${path.join()} ${message}`) ?? [];
const pem = (bits: number) =>
  generateKeyPairSync("rsa", {
    modulusLength: bits,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });

describe("MAIL_URL", () => {
  it.each([
    "smtp://mail.example",
    "smtp://mail.example:2525/",
    "smtps://user:p%40ss@mail.example:465",
    "smtp://127.0.0.1:1025",
    "smtp://[::1]:1025",
  ])("%s is accepted", (url) => {
    expect(mailEnvironment.parse({ MAIL_URL: url }).MAIL_URL).toBe(url);
  });

  it.each([
    "mail.example:25",
    "http://mail.example",
    "smtp://",
    "smtp:///path",
    "smtp://mail.example/path",
    "smtp://mail.example?requireTLS=false",
    "smtp://mail.example#x",
    "smtp://user@mail.example",
    "smtp://:pass@mail.example",
    "smtp://us%er:pass@mail.example",
  ])("%s is refused", (url) => {
    expect(problemsOf({ MAIL_URL: url })).not.toEqual([]);
  });
});

describe("MAIL_FROM", () => {
  it.each([
    ["no-reply@auth.example", { name: "", address: "no-reply@auth.example" }],
    ["<no-reply@auth.example>", { name: "", address: "no-reply@auth.example" }],
    ["Example, Inc. <no-reply@auth.example>", { name: "Example, Inc.", address: "no-reply@auth.example" }],
  ])("%s", (text, sender) => {
    expect(mailEnvironment.parse({ MAIL_FROM: text }).MAIL_FROM).toEqual(sender);
  });

  it.each(["Example", "a@b, c@d", "A <a@x.example> B", "A\r\nBcc: b@x.example <a@x.example>", '"A" a@x.example'])(
    "%j is refused",
    (text) => {
      expect(problemsOf({ MAIL_FROM: text })).toEqual([
        "MAIL_FROM must be an address, or a name and an address in angle brackets",
      ]);
    },
  );
});

describe("RFC 8301 §3.2: the key of DKIM signatures", () => {
  it("is an RSA key of at least 2048 bits", () => {
    expect(problemsOf({ MAIL_DKIM_KEY: pem(2048).privateKey })).toEqual([]);
    const refusal = ["MAIL_DKIM_KEY must be a private RSA key in PEM form, of at least 2048 bits"];
    expect(problemsOf({ MAIL_DKIM_KEY: pem(1024).privateKey })).toEqual(refusal);
    expect(problemsOf({ MAIL_DKIM_KEY: pem(2048).publicKey })).toEqual(refusal);
    expect(problemsOf({ MAIL_DKIM_KEY: "no key" })).toEqual(refusal);
  });

  it("comes with its selector or not at all", () => {
    const privateKey = pem(2048).privateKey;
    expect(dkimOf({})).toBeUndefined();
    expect(dkimOf({ MAIL_DKIM_KEY: privateKey, MAIL_DKIM_SELECTOR: "mail1" })).toEqual({
      selector: "mail1",
      privateKey,
    });
    for (const one of [{ MAIL_DKIM_KEY: privateKey }, { MAIL_DKIM_SELECTOR: "mail1" }])
      expect(() => dkimOf(one as never)).toThrow("set together or not at all");
    expect(problemsOf({ MAIL_DKIM_SELECTOR: "no selector" })).toEqual(["MAIL_DKIM_SELECTOR must be a name in DNS"]);
  });
});
