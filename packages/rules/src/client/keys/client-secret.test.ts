import { describe, expect, it } from "vitest";
import { hasSecret, hmacAlgsOf, isLongEnough, newClientSecret, type SecretUse } from "./client-secret.ts";

const use = (
  method: SecretUse["method"],
  assertionAlg?: string,
  otherAlgs: SecretUse["otherAlgs"] = ["RS256", undefined],
): SecretUse => ({ method, assertionAlg, otherAlgs });

describe("OIDC Core §9 and §10.1: the uses of a client secret", () => {
  it.each([
    ["shown in a header", use("client_secret_basic"), true, [], 32],
    ["shown in a form", use("client_secret_post"), true, [], 32],
    ["not there: the client signs with a key of its own", use("private_key_jwt"), false, [], 32],
    ["not there: the client is public", use("none"), false, [], 32],
    ["the key of assertions of any HMAC", use("client_secret_jwt"), true, ["HS256", "HS384", "HS512"], 64],
    ["the key of assertions of one HMAC", use("client_secret_jwt", "HS256"), true, ["HS256"], 32],
    ["the key of its ID tokens", use("client_secret_basic", undefined, ["HS384"]), true, ["HS384"], 48],
    ["the key of its request objects", use("client_secret_post", undefined, ["ES256", "HS512"]), true, ["HS512"], 64],
    ["only that of ID tokens", use("private_key_jwt", "ES256", ["HS256"]), true, ["HS256"], 32],
    ["both", use("client_secret_jwt", "HS256", ["HS512"]), true, ["HS256", "HS512"], 64],
  ] as const)("%s", (_, used, has, algs, bytes) => {
    expect({ has: hasSecret(used), algs: hmacAlgsOf(used) }).toEqual({ has, algs });
    const secret = newClientSecret(used);
    expect(Buffer.from(secret, "base64url")).toHaveLength(bytes);
    expect(isLongEnough(secret, used)).toBe(true);
    expect(isLongEnough(secret.slice(1), used)).toBe(false);
  });

  it("is different every time", () => {
    expect(new Set(Array.from({ length: 100 }, () => newClientSecret(use("client_secret_jwt")))).size).toBe(100);
  });
});
