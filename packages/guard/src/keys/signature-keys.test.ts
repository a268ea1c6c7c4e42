import { describe, expect, it } from "vitest";
import { signatureKeys } from "./signature-keys.ts";

const ec = { kty: "EC", crv: "P-256", x: "x", y: "y" };
const read = signatureKeys(["ES256", "RS256"]);

describe("RFC 7517 §5: a JWK Set", () => {
  it("gives the public members of keys that verify", () => {
    const rsa = { kty: "RSA", n: "n", e: "AQAB" };
    const keys = [
      { ...ec, kid: "1", alg: "ES256", use: "sig", d: "secret", x5c: ["more"] },
      { ...rsa, kid: "2" },
    ];
    expect(read({ keys })).toEqual({
      keys: [
        { ...ec, kid: "1", alg: "ES256" },
        { ...rsa, kid: "2" },
      ],
    });
  });

  it.each<[string, object]>([
    ["for encryption", { ...ec, kid: "1", use: "enc" }],
    ["for another algorithm", { ...ec, kid: "1", alg: "ES384" }],
    ["without a kid", ec],
    ["with an empty kid", { ...ec, kid: "" }],
    ["that is symmetric", { kty: "oct", k: "k", kid: "1" }],
  ])("ignores a key %s", (_, key) => {
    expect(read({ keys: [key] })).toEqual({ keys: [] });
  });

  it.each<[string, unknown]>([
    ["a document without keys", {}],
    ["no object", []],
    ["keys that are not objects", { keys: ["x"] }],
    ["more than a hundred keys", { keys: Array.from({ length: 101 }, () => ec) }],
  ])("is refused: %s", (_, document) => {
    expect(() => read(document)).toThrow("not a JWK Set");
  });
});
