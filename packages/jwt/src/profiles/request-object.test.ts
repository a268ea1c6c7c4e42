import { CompactSign, createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { refused } from "../forgery.ts";
import { verifyRequestObject } from "./request-object.ts";

const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const issuer = "https://auth.example";
const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: "own" } as JWK] });

const parameters = { client_id: "J1", response_type: "code", redirect_uri: "https://j1.example/cb", state: "st1" };
const about = { iss: "J1", aud: issuer, exp: seconds + 60, nbf: seconds };
const good = { ...parameters, ...about };

const sign = (claims: object = good, header: object = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", kid: "own", ...header }).sign(privateKey);
const signJson = (text: string) =>
  new CompactSign(new TextEncoder().encode(text)).setProtectedHeader({ alg: "ES256", kid: "own" }).sign(privateKey);
/** A good object with one more member, whose JSON is this text. */
const signText = (name: string, json: string) => signJson(`{"${name}":${json},${JSON.stringify(good).slice(1)}`);
/** What each profile demands. */
const REQUIRED = { oidc: [], oauth21: ["iss", "aud", "exp"], fapi2: ["iss", "aud", "exp", "nbf"] } as const;
const verified = (token: string, profile: keyof typeof REQUIRED = "oauth21") =>
  verifyRequestObject(token, { keys, algs: ["ES256"], clientId: "J1", issuer, required: REQUIRED[profile], now });
const verify = async (token: string, profile?: keyof typeof REQUIRED) => (await verified(token, profile)).parameters;

describe("RFC 9101 §4: a request object yields its parameters", () => {
  it("without the claims that describe the JWT", async () => {
    expect(Object.fromEntries(await verify(await sign({ ...good, jti: "j", iat: seconds })))).toEqual(parameters);
  });

  it("with several values of resource, each as a parameter of its own (RFC 8707 §2)", async () => {
    const token = await sign({ ...good, resource: ["https://a.example", "https://b.example"] });
    expect((await verify(token)).filter(([name]) => name === "resource")).toEqual([
      ["resource", "https://a.example"],
      ["resource", "https://b.example"],
    ]);
  });

  it("in the form of a query: max_age as text, claims as JSON (OIDC Core §6.1)", async () => {
    const token = await sign({ ...good, max_age: 60, claims: { id_token: { email: null } } });
    expect(Object.fromEntries(await verify(token))).toMatchObject({
      max_age: "60",
      claims: '{"id_token":{"email":null}}',
    });
  });

  it.each([
    ["authorization_details", '[{"type":"t","a":1e400,"b":[-1e400]}]'],
    ["claims", '{"id_token":{"a":{"value":1e400}}}'],
  ])("rarx-01: with a number in %s that is too large, so that it is refused as in a query", async (name, json) => {
    expect(Object.fromEntries(await verify(await signText(name, json)))[name]).toBe(json);
  });

  it.each([undefined, "JWT", "oauth-authz-req+jwt", "application/oauth-authz-req+jwt"])(
    "typed %s (jar-12)",
    async (typ) => {
      await expect(verify(await sign(good, { typ }))).resolves.toHaveLength(4);
    },
  );

  it("OIDC Core §6.1: without iss, aud and exp, if the client's profile does not require them", async () => {
    await expect(verify(await sign(parameters), "oidc")).resolves.toHaveLength(4);
  });

  it.each(["oidc", "oauth21", "fapi2"] as const)("for several audiences that include us (%s)", async (profile) => {
    const token = await sign({ ...good, aud: ["https://other.example", issuer] });
    await expect(verify(token, profile)).resolves.toHaveLength(4);
  });

  it("FAPI 2.0 Message Signing §5.3.1: of a client whose clock is eight seconds ahead", async () => {
    const token = await sign({ ...good, nbf: seconds + 8, iat: seconds + 8, exp: seconds + 308 });
    await expect(verify(token, "fapi2")).resolves.toHaveLength(4);
  });

  it("and what identifies it (FAPI 2.0 Message Signing §5.3.1)", async () => {
    const { jti, nbf, exp } = await verified(await sign({ ...good, jti: "j" }), "fapi2");
    expect({ jti, nbf, exp }).toEqual({ jti: "j", nbf: seconds, exp: seconds + 60 });
  });
});

describe("RFC 9101 §6: a request object is refused", () => {
  const without = (name: keyof typeof about) => ({ ...good, [name]: undefined });

  it.each([
    ["jar-15: for a list of other audiences", { ...good, aud: ["https://a.example", "https://b.example"] }],
    ["jar-15: for an empty list of audiences", { ...good, aud: [] }],
    ["with a jti that is not text", { ...good, jti: 5 }],
    ["jar-02: of another iss", { ...good, iss: "webClient" }],
    ["jar-02: for another audience", { ...good, aud: "https://other.example" }],
    ["jar-09: expired", { ...good, exp: seconds - 11 }],
    ["not valid yet", { ...good, nbf: seconds + 11 }],
    ["RFC 9101 §10.8: that is an assertion of the client", { ...good, sub: "J1" }],
    ["jar-05: that contains a request", { ...good, request: "x" }],
    ["jar-05: that contains a request_uri", { ...good, request_uri: "https://x.example" }],
    ["with a parameter that is null", { ...good, state: null }],
    ["jar-14: with a list instead of text", { ...good, state: ["a"] }],
    ["jar-14: with a list instead of a redirect URI", { ...good, redirect_uri: ["https://j1.example/cb"] }],
    ["jar-14: with an object instead of text", { ...good, nonce: { a: 1 } }],
    ["jar-14: with a boolean instead of text", { ...good, state: true }],
    ["jar-14: with a number instead of text", { ...good, scope: 5 }],
    ["jar-14: with text instead of max_age", { ...good, max_age: "60" }],
    ["jar-14: with text instead of claims", { ...good, claims: '{"id_token":{}}' }],
    ["jar-14: with a list instead of claims", { ...good, claims: [] }],
    ["jar-14: with a boolean for an unknown parameter", { ...good, unknown: true }],
    ["jose-18: with a time that is text", { ...good, exp: "9999999999" }],
  ])("%s, by every profile", async (_, claims) => {
    const token = await sign(claims);
    await expect(verify(token, "oidc")).rejects.toEqual(refused);
    await expect(verify(token, "oauth21")).rejects.toEqual(refused);
    await expect(verify(token, "fapi2")).rejects.toEqual(refused);
  });

  it.each([
    ["jar-02: without aud", without("aud")],
    ["without iss", without("iss")],
    ["jar-09: without exp", without("exp")],
    ["jar-09: valid for more than an hour", { ...good, exp: seconds + 3601 }],
    ["valid for more than an hour since nbf", { ...good, nbf: seconds - 4200 }],
    ["issued in the future", { ...good, iat: seconds + 11 }],
  ])("%s, by a strict profile", async (_, claims) => {
    await expect(verify(await sign(claims))).rejects.toEqual(refused);
    await expect(verify(await sign(claims), "fapi2")).rejects.toEqual(refused);
    await expect(verify(await sign(claims), "oidc")).resolves.toHaveLength(4);
  });

  it("jar-09: FAPI 2.0 Message Signing §5.3.1: without nbf, by profile fapi2", async () => {
    const token = await sign(without("nbf"));
    await expect(verify(token, "fapi2")).rejects.toEqual(refused);
    await expect(verify(token, "oauth21")).resolves.toHaveLength(4);
  });

  it("rarx-01: with as many levels as fit into it", async () => {
    const token = await signText("authorization_details", `${"[".repeat(2800)}${"]".repeat(2800)}`);
    await expect(verify(token)).rejects.toEqual(refused);
  });

  it.each([
    ["redirect_uri", { redirect_uri: "https://evil.example/cb" }],
    ["aud", { aud: issuer }],
  ])("jarx-02: with %s twice in its JSON", async (_, second) => {
    const { redirect_uri, aud, ...others } = good;
    const rest = JSON.stringify(others).slice(1);
    const [[name, value]] = Object.entries(second) as [[string, string]];
    const first = JSON.stringify({ redirect_uri, aud }).slice(1, -1);
    const text = `{${first},${JSON.stringify(name)}:${JSON.stringify(value)},${rest}`;
    const token = await signJson(text);
    await expect(verify(token, "oidc")).rejects.toEqual(refused);
    await expect(verify(token, "fapi2")).rejects.toEqual(refused);
  });

  it.each(["dpop+jwt", "at+jwt", "logout+jwt", "client-authentication+jwt"])("jar-12: typed %s", async (typ) => {
    await expect(verify(await sign(good, { typ }))).rejects.toEqual(refused);
  });

  it.each([true, false])("RFC 7797 §6: with a header b64 (%s) that is not critical", async (b64) => {
    await expect(verify(await sign(good, { b64 }))).rejects.toEqual(refused);
  });

  it("jar-03: unsigned", async () => {
    await expect(verify(new UnsecuredJWT(good).encode())).rejects.toEqual(refused);
  });

  it("jar-03: signed with a shared secret", async () => {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)));
    await expect(verify(await new SignJWT(good).setProtectedHeader({ alg: "HS256" }).sign(secret))).rejects.toEqual(
      refused,
    );
  });

  it("signed with the key of another party", async () => {
    const other = await generateKeyPair("ES256");
    const token = await new SignJWT(good).setProtectedHeader({ alg: "ES256", kid: "own" }).sign(other.privateKey);
    await expect(verify(token)).rejects.toEqual(refused);
  });
});
