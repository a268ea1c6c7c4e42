/**
 * For all tokens, and all text that is not a token: everything except our own tokens is refused, always with
 * `invalid_jwt`.
 */
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { es, forge, profiles, refused } from "./forgery.ts";

const mallory = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const headerNames = fc.constantFrom(
  "alg",
  "kid",
  "typ",
  "crit",
  "b64",
  "jwk",
  "jku",
  "x5u",
  "x5c",
  "zip",
  "enc",
  "p2c",
);
const claimNames = fc.constantFrom("iss", "aud", "exp", "nbf", "iat", "sub", "jti", "scope", "request", "__proto__");
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom("none", "HS256", "RS256", "ES384", "at+jwt", "JWT", "dir", "DEF", 1e300, -1, "9999999999"),
);
const members = (names: fc.Arbitrary<string>) => fc.dictionary(names, odd, { maxKeys: 4 });

describe.each(profiles)("RFC 8725, for all strings: $profile", ({ typ, claims, good, verify }) => {
  const header = { alg: "ES256", kid: es.kid, typ };

  it("jose-13: refuses everything that is not a token", async () => {
    const segment = fc.oneof(
      fc.base64String(),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(segment, { maxLength: 6 }).map((parts) => parts.join(".")),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        await expect(verify(token)).rejects.toEqual(refused);
      }),
    );
  });

  it("at-11: refuses a valid token with one changed character", async () => {
    const change = fc.tuple(fc.nat(good.length - 1), fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
    await fc.assert(
      fc.asyncProperty(change, async ([at, character]) => {
        fc.pre(good[at] !== character);
        await expect(verify(good.slice(0, at) + character + good.slice(at + 1))).rejects.toEqual(refused);
      }),
    );
  });

  it("jose-03: refuses everything that another key signed, regardless of header and claims", async () => {
    await fc.assert(
      fc.asyncProperty(members(headerNames), members(claimNames), async (inHeader, inClaims) => {
        const token = forge({ ...header, ...inHeader }, { ...claims, ...inClaims }, mallory);
        await expect(verify(token)).rejects.toEqual(refused);
      }),
    );
  });

  it("jose-17, jose-18: accepts or refuses what our key signed, and never fails in another way", async () => {
    await fc.assert(
      fc.asyncProperty(members(headerNames), members(claimNames), async (inHeader, inClaims) => {
        const token = forge({ ...header, ...inHeader }, { ...claims, ...inClaims });
        const thrown = await verify(token).then(
          () => undefined,
          (err: unknown) => err,
        );
        if (thrown !== undefined) expect(thrown).toEqual(refused);
        if ("crit" in inHeader || ("alg" in inHeader && inHeader.alg !== "ES256")) expect(thrown).toBeDefined();
      }),
    );
  });
});
