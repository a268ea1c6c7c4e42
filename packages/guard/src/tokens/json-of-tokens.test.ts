import { CompactSign, createLocalJWKSet, exportJWK, generateKeyPair } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { guard } from "../guard.ts";
import { startServer } from "../testing/test-server.ts";
import { outcome, requestOf, resource } from "../testing/test-world.ts";

const { publicKey, privateKey } = await generateKeyPair("ES256");
const jwk = { ...(await exportJWK(publicKey)), kid: "k-1", alg: "ES256" };
const now = () => new Date("2030-01-01T12:00:00Z");
const seconds = now().getTime() / 1000;

/** What the server says of its metadata, its keys and a token. */
let answers: Readonly<Record<string, string>> = {};
const server = await startServer((req, res) => void res.end(answers[req.url ?? ""] ?? ""));
const issuer = server.origin;
afterAll(() => server.stop());

const times = { iat: seconds, exp: seconds + 60 };
const claims = JSON.stringify({ iss: issuer, sub: "alice", aud: resource, client_id: "web", jti: "j", ...times });
const sign = (text: string, typ = "at+jwt") =>
  new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "ES256", kid: "k-1", typ })
    .sign(privateKey);
/** The text of a JSON object, with one more member. */
const plus = (text: string, member: string) => `${text.slice(0, -1)},${member}}`;

describe("A4, B8: RFC 7519 §4: a token of an issuer has each member once", () => {
  const keys = createLocalJWKSet({ keys: [jwk] });
  const api = guard({ issuer: { issuer, keys }, resource, now });
  const statusOf = async (token: string) =>
    outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }))).status;

  it.each([
    [200, "as it is", claims],
    [401, "a second subject", plus(claims, '"sub":"admin"')],
    [401, "a second member deep inside", plus(claims, '"cnf":{"x":{"jkt":"a","jkt":"b"}}')],
    [401, "33 levels", plus(claims, `"deep":${"[".repeat(32)}${"]".repeat(32)}`)],
  ])("%i for claims with %s", async (status, _, text) => {
    expect(await statusOf(await sign(text))).toBe(status);
  });

  it("RFC 7515 §4: nor does its header have one twice", async () => {
    const [, payload = ""] = (await sign(claims)).split(".");
    const header = Buffer.from('{"alg":"ES256","kid":"k-1","typ":"at+jwt","kid":"k-1"}').toString("base64url");
    const signature = await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      privateKey,
      Buffer.from(`${header}.${payload}`),
    );
    expect(await statusOf(`${header}.${payload}.${Buffer.from(signature).toString("base64url")}`)).toBe(401);
  });
});

describe("A4, B8: an issuer's documents and responses have each member once", () => {
  const metadata = JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks`, introspection_endpoint: `${issuer}/ask` });
  const right = {
    "/.well-known/oauth-authorization-server": metadata,
    "/jwks": JSON.stringify({ keys: [jwk] }),
    "/ask": JSON.stringify({ active: true, sub: "alice", client_id: "web", aud: resource, exp: seconds + 60 }),
  };
  const active = '"active":true';
  const signedAnswer = (member: string) =>
    sign(
      `{"iss":"${issuer}","aud":"api","iat":${seconds},"token_introspection":${plus(right["/ask"], member)}}`,
      "token-introspection+jwt",
    );

  /** @param signed whether the issuer is asked about the token, and whether its responses are signed */
  const statusFor = async (token: string, changes: object, signed?: boolean) => {
    answers = { ...right, ...changes };
    const introspection = { clientId: "api", authentication: "secret", use: "always" } as const;
    const asked = signed === undefined ? {} : { introspection: { ...introspection, signed } };
    const api = guard({ issuer: { issuer, ...asked }, resource, now });
    return outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }))).status;
  };

  it("as it is, all of it is read", async () => {
    expect(await statusFor(await sign(claims), {})).toBe(200);
    expect(await statusFor("opaque", {}, false)).toBe(200);
    expect(await statusFor("opaque", { "/ask": await signedAnswer('"x":1') }, true)).toBe(200);
  });

  it("as long as a response may be", async () => {
    const long = await signedAnswer(`"authorization_details":[{"type":"${"x".repeat(20_000)}"}]`);
    expect(await statusFor("opaque", { "/ask": long }, true)).toBe(200);
  });

  it.each([
    ["metadata", { "/.well-known/oauth-authorization-server": plus(metadata, `"jwks_uri":"${issuer}/jwks"`) }],
    ["keys", { "/jwks": plus(right["/jwks"], '"keys":[]') }],
  ])("503 for %s with a member twice: it is unknown which is meant", async (_, changes) => {
    expect(await statusFor(await sign(claims), changes)).toBe(503);
  });

  it("503 for an introspection response with a member twice, plain and signed", async () => {
    expect(await statusFor("opaque", { "/ask": plus(right["/ask"], active) }, false)).toBe(503);
    expect(await statusFor("opaque", { "/ask": await signedAnswer(active) }, true)).toBe(503);
  });
});
