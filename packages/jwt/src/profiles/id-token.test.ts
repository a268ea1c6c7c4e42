import { createLocalJWKSet, decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { SIGNING_ALGS } from "../keys/algs.ts";
import { generateSigningKey, importSigningKey, publicJwks } from "../keys/signing-key.ts";
import { signAccessToken } from "./access-token.ts";
import { halfHash, signIdToken, verifyIdTokenHint } from "./id-token.ts";

const seconds = Date.parse("2030-01-01T12:00:00Z") / 1000;
const issuer = "https://auth.example";

const claims = {
  iss: issuer,
  sub: "alice",
  aud: "web",
  exp: seconds + 300,
  iat: seconds,
  auth_time: seconds - 60,
  nonce: "n-1",
  acr: "1",
  amr: ["pwd"],
  sid: "s-1",
  at_hash: "half",
};

const generated = await Promise.all(SIGNING_ALGS.map(generateSigningKey));
const signingKeys = await Promise.all(generated.map(importSigningKey));
const keys = createLocalJWKSet(publicJwks(generated));
const secret = Buffer.from("s".repeat(86));
const expected = {
  keys,
  issuer,
  secretOf: async (clientId: string, alg: string) => (clientId === "web" && alg === "HS384" ? secret : undefined),
};

describe("OIDC Core §2: the ID token", () => {
  it.each(signingKeys)("is signed with $alg and has its claims", async (key) => {
    const token = await signIdToken(key, claims);
    expect(decodeProtectedHeader(token)).toEqual({ alg: key.alg, kid: key.kid, typ: "JWT" });
    expect(decodeJwt(token)).toEqual(claims);
  });

  it.each(signingKeys)("comes back as a hint, signed with $alg", async (key) => {
    await expect(verifyIdTokenHint(await signIdToken(key, claims), expected)).resolves.toEqual(claims);
  });

  it("leaves out what is undefined", async () => {
    const [key] = signingKeys as [(typeof signingKeys)[0]];
    expect(decodeJwt(await signIdToken(key, { ...claims, nonce: undefined }))).not.toHaveProperty("nonce");
  });
});

// The example of OIDC Core Appendix A.3 and A.6: access token and code of the same RS256 ID tokens.
describe("OIDC Core §3.1.3.6: at_hash and c_hash", () => {
  it("gives the at_hash of the specification's example", () => {
    expect(halfHash("RS256", "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")).toBe("77QmUPtjPfzWtF2AnpK9RQ");
  });

  it("gives the c_hash of the specification's example", () => {
    expect(halfHash("RS256", "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk")).toBe(
      "LDktKdoQak3Pk0cnXxCltA",
    );
  });

  // The left halves of the hashes that FIPS 180-4 gives for "abc".
  const halves = {
    256: "ba7816bf8f01cfea414140de5dae2223",
    384: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163",
    512: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a",
  };
  it.each([
    [256, ["RS256", "PS256", "ES256", "HS256"]],
    [384, ["RS384", "PS384", "ES384", "HS384"]],
    [512, ["RS512", "PS512", "ES512", "HS512", "EdDSA", "Ed25519"]],
  ] as const)("hashes with SHA-%s for %j", (bits, algs) => {
    for (const alg of algs) {
      expect(Buffer.from(halfHash(alg, "abc"), "base64url").toString("hex")).toBe(halves[bits]);
    }
  });
});

describe("RP-Initiated Logout §2: an ID token as a hint", () => {
  const sign = async (changes: object) => {
    const [key] = signingKeys as [(typeof signingKeys)[0]];
    return signIdToken(key, { ...claims, ...changes });
  };

  it("is accepted after it expired", async () => {
    await expect(verifyIdTokenHint(await sign({ exp: 1 }), expected)).resolves.toMatchObject({ sid: "s-1" });
  });

  it("is accepted with an HMAC by the client's secret, if its ID tokens are signed with that", async () => {
    const token = await signIdToken({ alg: "HS384", key: secret }, claims);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS384", typ: "JWT" });
    await expect(verifyIdTokenHint(token, expected)).resolves.toEqual(claims);
  });

  const es = generated.find(({ alg }) => alg === "ES256")?.publicJwk ?? {};
  it.each([
    ["another client's secret", { alg: "HS384", key: secret }, { aud: "other" }],
    ["another secret", { alg: "HS384", key: Buffer.from("x".repeat(86)) }, {}],
    ["an HMAC algorithm that the client did not register", { alg: "HS256", key: secret }, {}],
    ["our public key taken for a secret (RFC 8725 §2.1)", { alg: "HS384", key: Buffer.from(JSON.stringify(es)) }, {}],
  ] as const)("is refused with %s", async (_, signer, changes) => {
    const token = await signIdToken(signer, { ...claims, ...changes });
    await expect(verifyIdTokenHint(token, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
  });

  it("at-20: an access token of type JWT is not a hint", async () => {
    const [key] = signingKeys as [(typeof signingKeys)[0]];
    const token = { ...claims, jti: "j", client_id: "web", authorization_id: "0f0e0d0c-0b0a-4908-8706-050403020100" };
    const hint = await signAccessToken(key, token, "JWT");
    await expect(verifyIdTokenHint(hint, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
  });

  it("is refused from another issuer", async () => {
    const token = await sign({ iss: "https://evil.example" });
    await expect(verifyIdTokenHint(token, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
  });

  it("is refused if another key signed it", async () => {
    const stranger = await importSigningKey(await generateSigningKey("ES256"));
    const token = await signIdToken(stranger, claims);
    await expect(verifyIdTokenHint(token, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
  });

  it("jose-18: is refused with an exp that is a string", async () => {
    const token = await sign({ exp: "9999999999" });
    await expect(verifyIdTokenHint(token, expected)).rejects.toMatchObject({ code: "invalid_jwt" });
  });
});
