import { connect } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { now, outcome, refusal, startWorld } from "../testing/test-world.ts";

const { get, post, url, token, bearer, issuer, stop } = await startWorld();
afterAll(() => stop());

const bound = (cnf: unknown) => issuer.accessToken(now, { cnf });

describe("RFC 6750 §3.1: refused requests", () => {
  it("at-01: without credentials there is a challenge without an error", async () => {
    const response = await get("", {});
    const metadata = 'resource_metadata="http://localhost:4001/.well-known/oauth-protected-resource"';
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="userinfo", ${metadata}, DPoP realm="userinfo", ${metadata}, algs="ES256 PS256 EdDSA Ed25519"`,
    );
    await expect(outcome(response)).resolves.toEqual({ status: 401, error: undefined, challenged: undefined });
  });

  it.each([
    ["a token in the query (at-02)", () => get(`?access_token=${token}`, {})],
    [
      "a token in the query of a POST (at-02)",
      () => fetch(`${url}?access_token=${token}`, { method: "POST", headers: bearer() }),
    ],
    ["header and form (at-03)", () => post(`access_token=${token}`, bearer())],
    ["a repeated access_token (at-03)", () => post(`access_token=${token}&access_token=${token}`)],
    ["a repeated scope", () => get("?scope=openid&scope=email")],
    [
      "a scope in query and form",
      () =>
        fetch(`${url}?scope=email`, {
          method: "POST",
          body: new URLSearchParams({ access_token: token, scope: "email" }),
        }),
    ],
  ])("400 for %s", async (_, send) => {
    await expect(send().then(outcome)).resolves.toEqual(refusal(400, "invalid_request"));
  });

  it("at-03: 400 for two Authorization headers, of which Node's `headers` would hide one", async () => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.end(
      "GET /userinfo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer " +
        `${token}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    const received = Buffer.concat(await socket.toArray()).toString();
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('"error":"invalid_request"');
  });

  it("decision 214: the body of a refusal has the reference that the header has", async () => {
    const response = await get("", { authorization: "Bearer unknown" });
    const reference = response.headers.get("x-request-id");
    expect(reference).toMatch(/^[\w-]{12}$/);
    expect(await response.json()).toMatchObject({ error: "invalid_token", reference });
  });

  it("ignores a body that is not a form: §2.2 allows only a form", async () => {
    const json = await post(JSON.stringify({ access_token: token }), { "content-type": "application/json" });
    await expect(outcome(json)).resolves.toEqual({ status: 401, error: undefined, challenged: undefined });
  });

  it.each([
    ["an ID token (at-06)", () => issuer.idToken(now)],
    ["a refresh token (at-07)", async () => "b64urlopaque_refresh-token"],
    ["another audience (at-08)", () => issuer.accessToken(now, { aud: "https://other.example" })],
    ["an issuer with a slash (at-10)", () => issuer.accessToken(now, { iss: `${issuer.issuer}/` })],
    ["an expired token", () => issuer.accessToken(now, { exp: now.getTime() / 1000 - 60 })],
    ["a truncated token (at-11)", async () => token.slice(0, -1)],
    ["an extended token (at-11)", async () => `${token}A`],
    ["a token that is bound to a key, without a proof of it (RFC 9449 §7.1)", () => bound({ jkt: "k".repeat(43) })],
    ["a token that is bound to a certificate, without it (RFC 8705 §3)", () => bound({ "x5t#S256": "c".repeat(43) })],
    ["a token with an unknown binding (RFC 7800 §3.1)", () => bound({ kid: "1" })],
    ["a token with a cnf that is not an object", () => bound("jkt")],
    ["a token of another client's authorization", () => issuer.accessToken(now, { client_id: "other" })],
  ])("401 for %s", async (_, make) => {
    await expect(get("", bearer(await make())).then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it.each([
    ["without openid (at-04)", { scope: "email" }],
    ["without any scope, as of client_credentials (at-13)", { scope: undefined }],
  ])("403 for a token %s", async (_, changes) => {
    const response = await get("", bearer(await issuer.accessToken(now, changes)));
    expect(response.headers.get("www-authenticate")).toContain('scope="openid"');
    await expect(outcome(response)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });
});
