import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { details, live, scopes } from "../demands.ts";
import { guard } from "../guard.ts";
import type { IntrospectionOptions } from "../options.ts";
import { createTestIssuer } from "../testing/test-issuer.ts";
import { startServer } from "../testing/test-server.ts";
import { memoryOfOld, outcome, requestOf, resource } from "../testing/test-world.ts";
import { introspecting } from "./introspection.ts";

const { publicKey, privateKey } = await generateKeyPair("ES256");
const stranger = await generateKeyPair("ES256");
const jwk = { ...(await exportJWK(publicKey)), kid: "k-1", alg: "ES256" };

/** What the issuer was asked, and what it answers. */
let asked: { authorization?: string | undefined; accept?: string | undefined; form: URLSearchParams }[];
let answer: Record<string, unknown>;
let write: (res: ServerResponse) => void | Promise<void>;
let time: number;

async function handle(req: IncomingMessage, res: ServerResponse) {
  if (req.url === "/.well-known/oauth-authorization-server")
    return res.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks`, introspection_endpoint: `${issuer}/ask` }));
  if (req.url === "/jwks") return res.end(JSON.stringify({ keys: [jwk] }));
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const { authorization, accept } = req.headers;
  asked.push({ authorization, accept, form: new URLSearchParams(Buffer.concat(parts).toString()) });
  return write(res);
}

const server = await startServer((req, res) => void handle(req, res));
const issuer = server.origin;
afterAll(() => server.stop());

beforeEach(() => {
  time = Date.parse("2030-01-01T12:00:00Z");
  asked = [];
  answer = { active: true, sub: "alice", client_id: "web", aud: resource, scope: "read", exp: time / 1000 + 300 };
  write = (res) => void res.end(JSON.stringify(answer));
});

const now = () => new Date(time);
const introspection: IntrospectionOptions = { clientId: "api:1", authentication: "sécret&", use: "always" };
function open(changes: Partial<IntrospectionOptions> = {}) {
  const options = { issuer, introspection: { ...introspection, ...changes } };
  const api = guard({ issuer: options, resource, now, dpop: { memory: memoryOfOld() } });
  return async (token = "opaque-token", demands = [scopes("read")]) =>
    outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }), demands));
}

describe("RFC 7662: introspection", () => {
  it("§2.1: asks with the authentication of the API, and answers what the token allows", async () => {
    expect(await open()()).toMatchObject({ status: 200, access: { subject: "alice", client: "web", issuer } });
    const [request] = asked;
    expect([request?.authorization, request?.accept]).toEqual([
      `Basic ${btoa("api%3A1:s%C3%A9cret%26")}`,
      "application/json",
    ]);
    expect([...(request?.form ?? [])]).toEqual([
      ["token", "opaque-token"],
      ["token_type_hint", "access_token"],
    ]);
  });

  it.each(["bearer", "Bearer"])("RFC 6749 §5.1: the type of a token is compared without case: %s", async (type) => {
    answer.token_type = type;
    expect(await open()()).toMatchObject({ status: 200 });
  });

  it("a text that cannot be a token is not sent", async () => {
    expect(await open()('opaque"token')).toMatchObject({ status: 401 });
    expect(asked).toHaveLength(0);
  });

  it("may authenticate in another way", async () => {
    const ask = open({
      authentication: (form, headers) => {
        form.set("client_assertion", "signed");
        headers.set("x-more", "1");
      },
    });
    expect(await ask()).toMatchObject({ status: 200 });
    expect([asked[0]?.form.get("client_assertion"), asked[0]?.authorization]).toEqual(["signed", undefined]);
  });

  it.each<[string, object]>([
    ["that is not active", { active: false }],
    ["that is nearly active", { active: "true" }],
    ["of another issuer", { iss: "https://other.test" }],
    ["for another audience", { aud: "https://other.example" }],
    ["without an audience", { aud: undefined }],
    ["that has expired", { exp: 1 }],
    ["with an expiry that is not a time", { exp: "never" }],
    ["that is not valid yet", { nbf: 2_000_000_000 }],
    ["without a client", { client_id: undefined }],
    ["that is bound to a key", { cnf: { jkt: "k".repeat(43) } }],
    ["of type DPoP without its key (RFC 9449 §6.2)", { token_type: "DPoP" }],
    ["of a type whose binding is not known (RFC 6749 §7.1)", { token_type: "mac" }],
    ["that is a refresh token", { token_type: "refresh_token" }],
    ["of a type that is not text", { token_type: ["Bearer"] }],
  ])("§2.2: a token is refused: %s", async (_, changes) => {
    Object.assign(answer, changes);
    expect(await open()()).toMatchObject({ status: 401, error: "invalid_token" });
  });

  it.each<[string, typeof write]>([
    ["an error", (res) => void res.writeHead(500).end()],
    ["something else than JSON", (res) => void res.end("<html>")],
    ["something else than an object", (res) => void res.end("[]")],
    ["a redirect", (res) => void res.writeHead(302, { location: "https://evil.example" }).end()],
    ["too much", (res) => void res.end(JSON.stringify({ active: true, more: "x".repeat(70_000) }))],
  ])("an issuer that answers %s is no reason to call the token invalid, or valid", async (_, written) => {
    write = written;
    expect(await open()()).toMatchObject({ status: 503, error: "temporarily_unavailable" });
  });
});

describe("guard-r03: answers are used again", () => {
  it("for 30 seconds, but not after the token has expired", async () => {
    const ask = open();
    await ask();
    time += 29_000;
    expect(await ask()).toMatchObject({ status: 200 });
    expect(asked).toHaveLength(1);
    answer = { active: false };
    time += 1000;
    expect(await ask()).toMatchObject({ status: 401 });

    answer = { active: true, sub: "a", client_id: "web", aud: resource, scope: "read", exp: time / 1000 + 3 };
    expect(await ask("short")).toMatchObject({ status: 200 });
    answer = { active: false };
    time += 3000;
    expect(await ask("short")).toMatchObject({ status: 401 });
  });

  it("never for another token, for a live route, or where this is off", async () => {
    const [ask, never] = [open(), open({ cacheSeconds: 0 })];
    await ask();
    await never();
    answer = { active: false };
    expect(await never()).toMatchObject({ status: 401 });
    expect(await ask("other-token")).toMatchObject({ status: 401 });
    expect(await ask()).toMatchObject({ status: 200 });
    expect(await ask("opaque-token", [live()])).toMatchObject({ status: 401 });
    expect(await ask()).toMatchObject({ status: 401 });
  });

  it("of no more than 10,000 tokens: those that came first are asked for again", async () => {
    const ask = introspecting({
      introspection: { ...introspection, endpoint: `${issuer}/ask` },
      endpoint: async () => `${issuer}/ask`,
      issuer,
      audience: resource,
      keys: async () => publicKey,
      algs: ["ES256"],
      now,
    });
    const answered = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
    for (let n = 0; n <= 10_000; n++) await ask(`token-${n}`, { isLive: false });
    const before = answered.mock.calls.length;
    await ask("token-10000", { isLive: false });
    expect(answered.mock.calls.length - before).toBe(0);
    await ask("token-0", { isLive: false });
    expect(answered.mock.calls.length - before).toBe(1);
    answered.mockRestore();
  });

  it("refusals are asked for again", async () => {
    const ask = open();
    const good = answer;
    answer = { active: false };
    await ask();
    answer = good;
    expect(await ask()).toMatchObject({ status: 200 });
  });
});

describe("RFC 9701: signed answers", () => {
  const signed = (claims: object = {}, header: object = {}, key = privateKey) => {
    const body = { iss: issuer, aud: "api:1", iat: time / 1000, token_introspection: answer, ...claims };
    return new SignJWT(body)
      .setProtectedHeader({ alg: "ES256", typ: "token-introspection+jwt", kid: "k-1", ...header })
      .sign(key);
  };

  it("§4: is asked for, and read", async () => {
    write = async (res) => void res.end(await signed());
    expect(await open({ signed: true })()).toMatchObject({ status: 200, access: { subject: "alice" } });
    expect(asked[0]?.accept).toBe("application/token-introspection+jwt");
  });

  it("ijr-r03: a token that is not active is refused", async () => {
    answer = { active: false };
    write = async (res) => void res.end(await signed());
    expect(await open({ signed: true })()).toMatchObject({ status: 401, error: "invalid_token" });
  });

  it.each<[string, () => Promise<string>]>([
    ["for another API", () => signed({ aud: "api:2" })],
    ["of another issuer", () => signed({ iss: "https://other.test" })],
    ["of yesterday", () => signed({ iat: time / 1000 - 86_400 })],
    ["without a time", () => signed({ iat: undefined })],
    ["of another type: ijr-r04", () => signed({}, { typ: "at+jwt" })],
    ["by another key", () => signed({}, {}, stranger.privateKey)],
    ["without the member", () => signed({ token_introspection: undefined })],
    ["that is plain JSON", async () => JSON.stringify(answer)],
  ])("§5: an answer is not believed: %s", async (_, make) => {
    write = async (res) => void res.end(await make());
    expect(await open({ signed: true })()).toMatchObject({ status: 503 });
  });

  it("ijr-r04: such an answer is not an access token", async () => {
    const ask = open({ use: "live" });
    expect(
      await ask(await signed({ sub: "alice", client_id: "web", jti: "1", exp: time / 1000 + 60, aud: resource })),
    ).toMatchObject({ status: 401, error: "invalid_token" });
  });
});

describe("guard-r03: JWTs, and introspection where it matters", () => {
  it("only live routes ask the issuer", async () => {
    const test = await createTestIssuer({ resource, issuer: "https://issuer.test", now });
    const options = {
      ...test.options,
      introspection: { ...introspection, endpoint: `${issuer}/ask`, use: "live" as const },
    };
    const api = guard({ issuer: options, resource, now });
    const token = await test.token({ scope: "read", acr: "mfa" });
    const ask = async (...demands: Parameters<typeof api.check>[1] & object) =>
      outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }), demands));

    expect(await ask(scopes("read"))).toMatchObject({ status: 200 });
    expect(asked).toHaveLength(0);
    expect(await ask(scopes("read"), live())).toMatchObject({ status: 200, access: { acr: "mfa" } });
    answer = { active: false };
    expect(await ask(live())).toMatchObject({ status: 401 });
    expect(await ask(scopes("read"))).toMatchObject({ status: 200 });
    expect(outcome(await api.check(requestOf({ authorization: "Bearer opaque" })))).toMatchObject({ status: 401 });
    expect(asked).toHaveLength(2);
  });

  it("a live route goes by what the issuer grants now, and not by what the JWT says", async () => {
    const test = await createTestIssuer({ resource, issuer: "https://issuer.test", now });
    const asking = { ...introspection, endpoint: `${issuer}/ask`, use: "live" as const };
    const api = guard({ issuer: { ...test.options, introspection: asking }, resource, now });
    const token = await test.token({ scope: "read", authorization_details: [{ type: "payment" }] });
    const ask = async (...demands: Parameters<typeof api.check>[1] & object) =>
      outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }), demands));
    const pay = details("payment", () => true);

    // RFC 7662 §2.2: an issuer that grants no scope any more leaves the member out.
    answer = { active: true, sub: "alice", client_id: "web", aud: resource };
    expect(await ask(live())).toMatchObject({ status: 200, access: { scopes: [], details: [] } });
    expect(await ask(scopes("read"), live())).toMatchObject({ status: 403, error: "insufficient_scope" });
    expect(await ask(pay, live())).toMatchObject({ status: 403 });
    expect(await ask(scopes("read"), pay)).toMatchObject({ status: 200 });
  });

  it("a live route without introspection lets no one in", async () => {
    const test = await createTestIssuer({ resource, now });
    const api = guard({ issuer: test.options, resource, now });
    const headers = { authorization: `Bearer ${await test.token()}` };
    expect(outcome(await api.check(requestOf(headers), [live()]))).toMatchObject({ status: 503 });
  });

  it("guard-r11: an opaque token goes to no issuer if several could have made it", async () => {
    const api = guard({
      issuer: [
        { issuer, introspection },
        { issuer: `${issuer}/other`, introspection },
      ],
      resource,
      now,
    });
    expect(outcome(await api.check(requestOf({ authorization: "Bearer opaque" })))).toMatchObject({ status: 401 });
    expect(asked).toHaveLength(0);
  });
});

describe("RFC 8414 §3.3: the metadata of an issuer", () => {
  it("of another issuer is not used", async () => {
    const other = createServer((_, res) => res.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` })));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address() as { port: number };
    const mine = `http://127.0.0.1:${address.port}`;
    const test = await createTestIssuer({ resource, issuer: mine, now });
    const api = guard({ issuer: mine, resource, now });
    const headers = { authorization: `Bearer ${await test.token()}` };
    expect(outcome(await api.check(requestOf(headers)))).toMatchObject({ status: 503 });
    other.closeAllConnections();
    other.close();
  });

  it("names the keys", async () => {
    const token = new SignJWT({
      iss: issuer,
      sub: "alice",
      aud: resource,
      client_id: "web",
      jti: "1",
      iat: time / 1000,
      exp: time / 1000 + 60,
    }).setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "k-1" });
    const api = guard({ issuer, resource, now });
    const headers = { authorization: `Bearer ${await token.sign(privateKey)}` };
    expect(outcome(await api.check(requestOf(headers)))).toMatchObject({ status: 200 });
  });
});
