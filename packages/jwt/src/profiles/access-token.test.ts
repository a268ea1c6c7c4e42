import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors } from "jose";
import { describe, expect, it } from "vitest";
import { ACCESS_TOKEN_ALGS, SIGNING_ALGS } from "../keys/algs.ts";
import { generateSigningKey, importSigningKey, publicJwks } from "../keys/signing-key.ts";
import { type AccessTokenClaims, signAccessToken, verifyAccessToken } from "./access-token.ts";
import { signIdToken } from "./id-token.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const seconds = noon.getTime() / 1000;
const issuer = "https://auth.example";
const audience = "https://api.example";

const claims: AccessTokenClaims = {
  iss: issuer,
  sub: "alice",
  aud: audience,
  exp: seconds + 300,
  iat: seconds,
  jti: "j-1",
  client_id: "web",
  scope: "openid email",
  authorization_id: "0f0e0d0c-0b0a-4908-8706-050403020100",
  auth_time: seconds - 60,
  acr: "1",
  amr: ["pwd"],
};

const generated = await Promise.all(SIGNING_ALGS.map(generateSigningKey));
const signingKeys = await Promise.all(generated.map(importSigningKey));
const keys = createLocalJWKSet(publicJwks(generated));
const [rs256, es256] = signingKeys as [(typeof signingKeys)[0], (typeof signingKeys)[0]];

const expected = { keys, issuer, audience, now: noon };
const verify = (token: string, changes: Partial<typeof expected> = {}) =>
  verifyAccessToken(token, { ...expected, ...changes });
const refused = expect.objectContaining({ code: "invalid_jwt", message: "the token is invalid" });

/** Signs claims of any shape with a good key. */
const signAny = (changes: Record<string, unknown>) =>
  signAccessToken(es256, { ...claims, ...changes } as unknown as AccessTokenClaims);

describe("RFC 9068 §2: the token", () => {
  const ofAccessTokens = signingKeys.filter(({ alg }) => ACCESS_TOKEN_ALGS.some((one) => one === alg));

  it.each(ofAccessTokens)("is signed and verified with $alg", async (key) => {
    const token = await signAccessToken(key, claims);
    expect(decodeProtectedHeader(token)).toEqual({ alg: key.alg, kid: key.kid, typ: "at+jwt" });
    await expect(verify(token)).resolves.toEqual(claims);
  });

  const others = signingKeys.filter((key) => !ofAccessTokens.includes(key));
  it.each(others)(
    "RFC 8725 §3.1: is refused with $alg, which only ID tokens may have, although the key is ours",
    async (key) => {
      await expect(verify(await signAccessToken(key, claims))).rejects.toEqual(refused);
    },
  );

  it("has the type JWT if its resource server wants that", async () => {
    const token = await signAccessToken(es256, claims, "JWT");
    expect(decodeProtectedHeader(token).typ).toBe("JWT");
    await expect(verify(token)).resolves.toEqual(claims);
  });

  it("at-20: an ID token of the same type is none, although it is for this audience", async () => {
    const { authorization_id: _, ...without } = { ...claims, auth_time: seconds, acr: "1", amr: ["pwd"] };
    await expect(verify(await signIdToken(es256, { ...without, aud: audience }))).rejects.toEqual(refused);
  });

  it("§2.2.3: has no scope when none was granted", async () => {
    expect(decodeJwt(await signAny({ scope: "" }))).not.toHaveProperty("scope");
  });

  it("§2.2.1: has no authentication claims if no person signed in", async () => {
    const token = await signAny({ auth_time: undefined, acr: undefined, amr: undefined });
    await expect(verify(token)).resolves.toMatchObject({ sub: "alice" });
  });
});

describe("RFC 9068 §4: what a resource server checks", () => {
  it.each([
    ["the issuer with a trailing slash (at-10)", { iss: `${issuer}/` }],
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience (at-08)", { aud: "https://other.example" }],
    ["an audience that only has the same beginning (at-08)", { aud: `${audience}/other` }],
    ["an empty audience list", { aud: [] }],
    ["an expired token", { exp: seconds - 5 }],
    ["a token that is not valid yet", { nbf: seconds + 6 }],
    ["no jti", { jti: undefined }],
    ["no client_id", { client_id: undefined }],
    ["no sub", { sub: undefined }],
    ["no exp", { exp: undefined }],
    ["an authorization_id that is not a UUID", { authorization_id: "1 OR 1=1" }],
    ["a scope that is not a string", { scope: ["openid"] }],
  ])("refuses %s", async (_, changes) => {
    await expect(signAny(changes).then((token) => verify(token))).rejects.toEqual(refused);
  });

  it("accepts a list of audiences that includes us", async () => {
    const token = await signAny({ aud: ["https://other.example", audience] });
    await expect(verify(token)).resolves.toMatchObject({ sub: "alice" });
  });

  it("distinguishes tokens of the same second", async () => {
    const [alice, bob] = await Promise.all([signAny({}), signAny({ sub: "bob" })]);
    const forged = `${alice.slice(0, alice.lastIndexOf("."))}${bob.slice(bob.lastIndexOf("."))}`;
    await expect(Promise.allSettled([alice, forged, bob].map((token) => verify(token)))).resolves.toEqual([
      { status: "fulfilled", value: expect.objectContaining({ sub: "alice" }) },
      { status: "rejected", reason: refused },
      { status: "fulfilled", value: expect.objectContaining({ sub: "bob" }) },
    ]);
  });

  it("allows clocks to differ by less than five seconds", async () => {
    const token = await signAny({ exp: seconds });
    await expect(verify(token, { now: new Date("2030-01-01T12:00:04.999Z") })).resolves.toMatchObject({ sub: "alice" });
    await expect(verify(token, { now: new Date("2030-01-01T12:00:05Z") })).rejects.toEqual(refused);
  });

  it("jose-21: refuses a token whose key was retired from the set (at-10)", async () => {
    const token = await signAccessToken(rs256, claims);
    const without = createLocalJWKSet(publicJwks(generated.filter(({ alg }) => alg !== "RS256")));
    await expect(verify(token, { keys: without })).rejects.toEqual(refused);
  });

  it("does not report an invalid token when the keys are unavailable", async () => {
    const broken = async () => {
      throw new Error("connection refused");
    };
    await expect(verifyAccessToken(await signAny({}), { ...expected, keys: broken })).rejects.toThrow(
      "connection refused",
    );
  });

  it("reports an invalid token when the key set has no such key", async () => {
    const empty = async () => {
      throw new errors.JWKSNoMatchingKey();
    };
    await expect(verifyAccessToken(await signAny({}), { ...expected, keys: empty })).rejects.toEqual(refused);
  });
});

describe("RFC 7519 §2: NumericDate", () => {
  it.each([
    ["a string", "9999999999"],
    ["null", null],
    ["an object", {}],
    ["negative", -1],
    ["a fraction", seconds + 0.5],
    ["beyond exact numbers", 1e300],
  ])("jose-18: refuses an exp that is %s", async (_, exp) => {
    await expect(signAny({ exp }).then((token) => verify(token))).rejects.toEqual(refused);
  });

  it("jose-18: refuses an nbf that is a string", async () => {
    await expect(signAny({ nbf: "0" }).then((token) => verify(token))).rejects.toEqual(refused);
  });
});
