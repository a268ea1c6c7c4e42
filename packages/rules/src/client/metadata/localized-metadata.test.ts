import { describe, expect, it } from "vitest";
import { registrationParser } from "../registration/registration.ts";
import { clientMetadata } from "./client-metadata.ts";
import { inLanguage, taggedMembers } from "./localized-metadata.ts";

const issuer = "https://auth.example";
const body = { client_name: "Rhubarb", redirect_uris: ["https://rp.example/cb"] };
const take = (changes: object) =>
  registrationParser({ issuer, scopes: ["openid"], userinfoJwt: false }).parse({ ...body, ...changes });

const tagged = {
  "client_name#ja-Kana-JP": "クライアント名",
  "client_name#de": "Rhabarber",
  "client_uri#fr": "https://rp.example/fr",
  "policy_uri#fr": "https://rp.example/fr/privacy",
  "tos_uri#zh-Hans": "https://rp.example/zh/terms",
};

describe("OIDC Registration §2.1: metadata in several languages", () => {
  it("is kept as it was sent, with its language tags", () => {
    expect(taggedMembers(take(tagged).localized)).toEqual(tagged);
  });

  it("may also come from an operator's file", () => {
    expect(taggedMembers(clientMetadata({ issuer }).parse({ ...body, ...tagged }).localized)).toEqual(tagged);
    expect(clientMetadata({ issuer }).safeParse({ ...body, "logo_uri#de": "https://rp.example/de.png" }).success).toBe(
      false,
    );
    expect(clientMetadata({ issuer }).safeParse([]).success).toBe(false);
  });

  it.each([
    ["dcr-08: a direction character in a name", { "client_name#de": "Google\u202e" }, "client_name"],
    ["dcr-08: an invisible name", { "client_name#de": "\u2800" }, "client_name"],
    ["a name of 101 characters", { "client_name#de": "x".repeat(101) }, "client_name"],
    ["a value that is not text", { "client_name#de": { de: "x" } }, "client_name"],
    ["dcr-07: a link with a script", { "policy_uri#de": "javascript:alert(1)" }, "policy_uri"],
    ["a link with userinfo", { "tos_uri#de": "https://google.com@rp.example/" }, "tos_uri"],
    ["an invalid language tag", { "client_uri#de_DE": "https://rp.example/" }, "client_uri"],
    ["an empty language tag", { "client_name#": "x" }, "client_name"],
    ["a language tag that is markup", { 'client_name#"><b>': "x" }, "client_name"],
    [
      "more languages than the limit",
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`client_name#de-x-${n}`, "x"])),
      "client_name",
    ],
  ])("refuses %s, and does not repeat the value", (_, changes, member) => {
    expect(() => take(changes)).toThrow(
      expect.objectContaining({
        code: "invalid_client_metadata",
        message: expect.stringMatching(new RegExp(`^${member} with a language tag [ !#-[\\]-~]+$`)),
      }),
    );
  });

  it.each([
    ["a logo, which has no language variants", { "logo_uri#de": "https://rp.example/de.png" }],
    ["any other member", { "redirect_uris#de": ["https://evil.example/"], "scope#de": "admin" }],
    ["a tag on our internal name of a member", { localized: { client_name: { de: "\u202e" } } }],
  ])("ignores %s (RFC 7591 §2)", (_, changes) => {
    expect(take(changes)).toEqual(take({}));
  });
});

describe("dcr-09: a tag named like a member of Object.prototype", () => {
  it("selects nothing", () => {
    const { localized } = take({ "client_name#__proto__": "x", "__proto__#de": "x" });
    expect(taggedMembers(localized)).toEqual({});
    expect(inLanguage(localized, "client_name", "__proto__")).toBeUndefined();
  });
});

describe("OIDC Registration §2.1: the value for a language", () => {
  const { localized } = take({ ...tagged, "client_name#de-AT": "Rhabarber aus Wien" });

  it.each([
    ["de", "Rhabarber"],
    ["de-AT", "Rhabarber aus Wien"],
    ["DE-ch", "Rhabarber"],
    ["ja-kana-jp", "クライアント名"],
    ["ja", undefined],
    ["en", undefined],
  ])("%s selects %s", (range, name) => {
    expect(inLanguage(localized, "client_name", range)).toBe(name);
  });

  it("is undefined if the client sent none", () => {
    expect(inLanguage(undefined, "tos_uri", "de")).toBeUndefined();
    expect(inLanguage(localized, "tos_uri", "de")).toBeUndefined();
  });
});
