import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import type { ClientName } from "../../../testing/clients/clients.ts";
import { clientSecret } from "../../../testing/clients/clients.ts";
import { postToPar, pushStandard, visitOf } from "../../../testing/clients/pushing.ts";
import { asserting, assertionOf, type KeyPair, newKeyPair, registered } from "../../../testing/clients/registration.ts";
import { advance, authorizationOf, basic, redeem, standard } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

const REQUEST_URI = /^urn:ietf:params:oauth:request_uri:[\w-]{43}$/;

let service: Service;
let browser: Browser;
let own: KeyPair;
beforeAll(async () => {
  service = await startService();
  service.pass(3600); // The store of used assertions is older than the assertions.
  own = await newKeyPair("own");
  const jwks = JSON.stringify({ keys: [own.publicJwk] });
  await service.rows("UPDATE client SET jwks = $1 WHERE id IN ('webClient', 'oidcClient')", [jwks]);
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const post = (fields: Fields, headers: Record<string, string> = {}) => postToPar(service.origin, fields, headers);
const push = (
  changes: Fields = {},
  client: ClientName = "webClient",
  headers = basic(client) as Record<string, string>,
) => pushStandard(service.origin, client, changes, headers);
const refused = (status: number, error: string) => ({ status, body: expect.objectContaining({ error }) });
const object = (changes: object = {}, client: ClientName = "webClient") => {
  const { now } = service.clock;
  const claims = { ...Object.fromEntries(standard(client)), ...assertionOf(client, now), nbf: now.getTime() / 1000 };
  return own.sign({ ...claims, sub: undefined, ...changes }, {});
};

describe("RFC 9126 §2.2: a successful response", () => {
  it("is 201 with request_uri and expires_in, and is never stored", async () => {
    const { status, headers, body } = await push();
    expect(status).toBe(201);
    expect(body).toEqual({ request_uri: expect.stringMatching(REQUEST_URI), expires_in: 90 });
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("has another request URI each time", async () => {
    const uris = await Promise.all(Array.from({ length: 20 }, async () => (await push()).body.request_uri));
    expect(new Set(uris).size).toBe(20);
  });

  it("leads to a code", async () => {
    const { request_uri } = (await push()).body;
    const answer = await advance(browser, visitOf("webClient", request_uri));
    expect([answer.get("state"), answer.get("iss")]).toEqual(["st1", issuer]);
    expect((await redeem(service.origin, answer.get("code") ?? "")).status).toBe(200);
  });
});

describe("RFC 9126 §2.1 (1): the client is authenticated as at the token endpoint", () => {
  it("by client_secret_post, and the secret is not stored with the request", async () => {
    const changes = { client_secret: clientSecret };
    const { status, body } = await push(changes, "webPostClient", {});
    expect(status).toBe(201);
    const found = await service.deps.parkedRequests.resolve(body.request_uri, "authorization");
    expect(found?.parameters.map(([name]) => name)).not.toContain("client_secret");
    expect(JSON.stringify(found)).not.toContain(clientSecret);
  });

  it("par-01: a public client only by its client_id; a confidential client not", async () => {
    expect((await push({}, "publicClient", {})).status).toBe(201);
    expect(await push({}, "webClient", {})).toMatchObject(refused(401, "invalid_client"));
  });

  it.each<[string, Fields]>([
    ["nonsense", { nonsense: "x" }],
    ["a request_uri", { request_uri: "urn:x" }],
    ["a repeated parameter", { state: ["a", "b"] }],
    ["an unregistered redirect_uri", { redirect_uri: "https://evil.example/cb" }],
  ])("wrong credentials are answered before %s", async (_, changes) => {
    expect(await push(changes, "webClient", basic("webClient", "wrong"))).toMatchObject(refused(401, "invalid_client"));
  });

  it.each([
    ["oauth21", (endpoint: string) => endpoint, 401],
    ["oauth21", () => `${issuer}/token`, 401],
    ["oauth21", () => [issuer], 401],
    ["oauth21", () => issuer, 201],
    ["oidc", (endpoint: string) => endpoint, 201],
    ["oidc", () => `${issuer}/token`, 201],
    ["oidc", () => `${issuer}/revoke`, 401],
  ] as const)(
    "RFC 7523bis §4: an assertion of profile %s with audience %s is answered with %d",
    async (profile, audience, status) => {
      const client = await registered(service, {
        profile,
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [own.publicJwk] },
      });
      const { client_id, redirect_uris } = client;
      const assertion = await own.sign(assertionOf(client_id, service.clock.now, { aud: audience(`${issuer}/par`) }));
      const request = { ...Object.fromEntries(standard("webClient")), client_id, redirect_uri: redirect_uris[0] };
      const answer = await post({ ...request, ...asserting(assertion) });
      expect([answer.status, answer.body.error]).toEqual([status, status === 201 ? undefined : "invalid_client"]);
      if (status !== 201) return;
      const found = await service.deps.parkedRequests.resolve(answer.body.request_uri, "authorization");
      expect(JSON.stringify(found)).not.toContain(assertion);
    },
  );
});

describe("RFC 9126 §2.1 (3), §2.3: the request is checked as at the authorization endpoint", () => {
  it.each<[string, Fields, ClientName?]>([
    ["an unknown response_type", { response_type: "magic" }],
    ["no response_type", { response_type: undefined }],
    ["a response_type of another profile", { response_type: "token" }],
    ["a scope that the client may not have", { scope: "openid profile" }, "emailClient"],
    ["no code_challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["plain PKCE", { code_challenge_method: "plain" }],
    ["a resource that is unknown", { resource: "https://unknown.example" }],
    ["prompt none with another value", { prompt: "none login" }],
    ["claims that are no JSON", { claims: "{" }],
    ["registration", { registration: "{}" }],
    ["a hint that is not an ID token of ours", { id_token_hint: "x" }],
    ["an essential acr that is unknown", { claims: '{"id_token":{"acr":{"essential":true,"values":["urn:x"]}}}' }],
  ])("%s has the same error code at both", async (_, changes, client = "webClient") => {
    const atAuthorization = await browser.get(authorizationOf(client, changes));
    const { search, hash } = atAuthorization.location ?? { search: "", hash: "" };
    const error = new URLSearchParams(search.slice(1) || hash.slice(1)).get("error");
    expect(error).toEqual(expect.any(String));
    const answer = await push(changes, client);
    expect(answer).toMatchObject(refused(400, error ?? ""));
    expect(answer.headers.get("location")).toBeNull();
  });

  it.each<[string, Fields]>([
    ["another", { redirect_uri: "https://evil.example/cb" }],
    ["one that begins alike", { redirect_uri: "https://rp.example/cb/x" }],
    ["none", { redirect_uri: undefined }],
  ])("par-02: a redirect_uri that is not registered is invalid_request (§2.4 is not used): %s", async (_, changes) => {
    const answer = await push(changes);
    expect(answer).toMatchObject(refused(400, "invalid_request"));
    expect(answer.body).not.toHaveProperty("request_uri");
  });

  it("par-03: a request_uri is refused", async () => {
    expect(await push({ request_uri: "urn:ietf:params:oauth:request_uri:guess" })).toMatchObject(
      refused(400, "invalid_request"),
    );
  });

  it("the request of another client is refused", async () => {
    expect(await push({ client_id: "oidcClient" })).toMatchObject(refused(400, "invalid_request"));
  });
});

describe("RFC 9126 §3: a request object is pushed", () => {
  it.each(["webClient", "oidcClient"] as const)("parameters beside that of %s have no effect", async (client) => {
    const outer = { scope: "nonsense", state: "outer", prompt: "none", redirect_uri: "https://evil.example/cb" };
    const answer = await push({ ...outer, request: await object({}, client) }, client);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const found = await service.deps.parkedRequests.resolve(answer.body.request_uri, "authorization");
    const parameters = Object.fromEntries(found?.parameters ?? []);
    expect(parameters).toMatchObject({ scope: "openid", state: "st1", client_id: client });
    expect(parameters).not.toHaveProperty("prompt");
  });

  it.each([
    ["has the client_id of another client", { client_id: "oidcClient" }],
    ["contains a request_uri", { request_uri: "https://rp7.example/o.jwt" }],
    ["contains a request", { request: "e30.e30." }],
  ])("one that %s is invalid_request_object", async (_, changes) => {
    expect(await push({ request: await object(changes) })).toMatchObject(refused(400, "invalid_request_object"));
  });

  it("a request object without redirect_uri is refused, also with a redirect_uri in the form", async () => {
    const request = await object({ redirect_uri: undefined });
    expect(await push({ request })).toMatchObject(refused(400, "invalid_request"));
  });
});

describe("RFC 9126 §2.3: other requests", () => {
  it.each(["GET", "PUT", "DELETE", "HEAD"])("%s is 405, and POST is allowed", async (method) => {
    const answer = await fetch(`${service.origin}/par`, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("a body of another type is 415, and one that is too long 413", async () => {
    const headers = { ...basic("webClient"), "content-type": "application/json" };
    const json = await fetch(`${service.origin}/par`, { method: "POST", body: "{}", headers });
    expect([json.status, await json.json()]).toMatchObject([415, { error: "invalid_request" }]);
    const { status } = await push({ state: "x".repeat(65_536) });
    expect(status).toBe(413);
  });

  it("meta-07: scripts of any site may call it, and only those of the client with credentials", async () => {
    const from = { headers: { origin: "https://spa.example" } };
    const answer = await fetch(`${service.origin}/par`, { method: "OPTIONS", ...from });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const allowedOf = async (origin: string) => {
      const { headers } = await push({}, "publicClient", { origin });
      return ["origin", "credentials"].map((name) => headers.get(`access-control-allow-${name}`));
    };
    expect(await allowedOf("https://spa.example")).toEqual(["https://spa.example", "true"]);
    expect(await allowedOf("https://evil.example")).toEqual(["*", null]);
  });
});
