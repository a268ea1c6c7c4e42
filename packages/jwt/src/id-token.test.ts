import { createLocalJWKSet, decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { halfHash, signIdToken, verifyIdTokenHint } from "./id-token.ts";
import { generateSigningKey, importSigningKey, publicJwks, SIGNING_ALGS } from "./signing-key.ts";

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

describe("OIDC Core §2: the ID token", () => {
  it.each(signingKeys)("is signed with $alg and says what it is", async (key) => {
    const token = await signIdToken(key, claims);
    expect(decodeProtectedHeader(token)).toEqual({ alg: key.alg, kid: key.kid, typ: "JWT" });
    expect(decodeJwt(token)).toEqual(claims);
  });

  it.each(signingKeys)("comes back as a hint, signed with $alg", async (key) => {
    await expect(verifyIdTokenHint(await signIdToken(key, claims), { keys, issuer })).resolves.toEqual(claims);
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

  it("hashes as the algorithm does: SHA-256 for ES256, SHA-512 for Ed25519", () => {
    expect(halfHash("ES256", "x")).toBe(halfHash("RS256", "x"));
    expect(Buffer.from(halfHash("EdDSA", "abc"), "base64url").toString("hex")).toBe(
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a", // the left half of FIPS 180-4's SHA-512("abc")
    );
  });
});

describe("RP-Initiated Logout §2: an ID token as a hint", () => {
  const sign = async (changes: object) => {
    const [key] = signingKeys as [(typeof signingKeys)[0]];
    return signIdToken(key, { ...claims, ...changes });
  };

  it("is accepted after it expired", async () => {
    await expect(verifyIdTokenHint(await sign({ exp: 1 }), { keys, issuer })).resolves.toMatchObject({ sid: "s-1" });
  });

  it("is refused when another issuer made it", async () => {
    const token = await sign({ iss: "https://evil.example" });
    await expect(verifyIdTokenHint(token, { keys, issuer })).rejects.toMatchObject({ code: "invalid_jwt" });
  });

  it("is refused when another's key signed it", async () => {
    const stranger = await importSigningKey(await generateSigningKey("ES256"));
    const token = await signIdToken(stranger, claims);
    await expect(verifyIdTokenHint(token, { keys, issuer })).rejects.toMatchObject({ code: "invalid_jwt" });
  });

  it("jose-18: is refused with an exp that is a string", async () => {
    const token = await sign({ exp: "9999999999" });
    await expect(verifyIdTokenHint(token, { keys, issuer })).rejects.toMatchObject({ code: "invalid_jwt" });
  });
});
