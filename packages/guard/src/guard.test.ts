import { errors } from "jose";
import { describe, expect, it } from "vitest";
import { tokenOf } from "./access.ts";
import { guard } from "./guard.ts";
import { createTestIssuer } from "./testing/test-issuer.ts";
import { now, openWorld, requestOf, resource, seconds } from "./testing/test-world.ts";

const { ask, send, issuer, api, refusals } = await openWorld();
const algs = 'algs="ES256 PS256 EdDSA Ed25519"';
const metadata = `resource_metadata="${resource}/.well-known/oauth-protected-resource"`;
const invalid = { status: 401, error: "invalid_token" };

describe("RFC 9068 §4: a JWT access token", () => {
  it("guard-r10: becomes what it allows, frozen and without the token", async () => {
    const token = await issuer.token({
      scope: "read write",
      acr: "mfa",
      auth_time: seconds - 60,
      act: { sub: "agent", act: { sub: "gateway" } },
      authorization_details: [{ type: "payment", amount: "10" }],
    });
    const { access } = await ask(token);
    expect(access).toMatchObject({
      subject: "alice",
      client: "test-client",
      issuer: "https://issuer.test",
      audience: [resource],
      scopes: ["read", "write"],
      actor: "agent",
      actors: ["agent", "gateway"],
      details: [{ type: "payment", amount: "10" }],
      acr: "mfa",
      authTime: seconds - 60,
      expiresAt: seconds + 300,
    });
    if (access === undefined) throw new Error("refused");
    expect(Object.isFrozen(access) && Object.isFrozen(access.claims) && Object.isFrozen(access.details[0])).toBe(true);
    expect(JSON.stringify(access)).not.toContain(token);
    expect(tokenOf(access)).toBe(token);
  });

  it.each<[string, object, object]>([
    ["of another issuer", { iss: "https://other.test" }, {}],
    ["of an issuer with a slash", { iss: "https://issuer.test/" }, {}],
    ["for another audience", { aud: "https://other.example" }, {}],
    ["for an audience that begins alike", { aud: `${resource}/files` }, {}],
    ["without an audience", { aud: undefined }, {}],
    ["that has expired", { exp: seconds - 6 }, {}],
    ["without exp", { exp: undefined }, {}],
    ["that is not valid yet", { nbf: seconds + 6 }, {}],
    ["without sub", { sub: undefined }, {}],
    ["without client_id", { client_id: undefined }, {}],
    ["with a client_id that is not text", { client_id: 7 }, {}],
    ["without jti", { jti: undefined }, {}],
    ["with scopes that are not text", { scope: ["read"] }, {}],
    ["with details that are not objects", { authorization_details: ["payment"] }, {}],
    ["with a chain of actors that is not an object", { act: "agent" }, {}],
    ["of another type", {}, { typ: "JWT" }],
    ["without a type", {}, { typ: undefined }],
    ["with an unknown kid", {}, { kid: "other" }],
    ["without a kid", {}, { kid: undefined }],
  ])("is refused: %s", async (_, claims, header) => {
    expect(await ask(await issuer.token(claims, header))).toMatchObject(invalid);
  });

  it("is accepted with the type JWT only from an issuer whose tokens have it", async () => {
    const other = await createTestIssuer({ resource, issuer: "https://older.test", now: () => now });
    const older = guard({ issuer: { ...other.options, typ: "JWT" }, resource, now: () => now });
    const isAccepted = async (claims: object, typ: string) =>
      (await older.check(requestOf({ authorization: `Bearer ${await other.token(claims, { typ })}` }))).allowed;
    expect(await isAccepted({}, "JWT")).toBe(true);
    expect(await isAccepted({}, "at+jwt")).toBe(false);
    // An ID token has neither of these claims, and is for a client.
    for (const claims of [{ client_id: undefined }, { jti: undefined }, { aud: "web" }])
      expect(await isAccepted(claims, "JWT")).toBe(false);
  });

  it("is accepted within five seconds of its time, with several audiences and a long type", async () => {
    const token = await issuer.token(
      { exp: seconds - 4, nbf: seconds + 4, aud: ["https://other.example", resource] },
      { typ: "application/at+jwt" },
    );
    expect(await ask(token)).toMatchObject({ status: 200 });
  });

  it("is refused when its signature was changed, and when nothing signs it", async () => {
    const [header, payload] = (await issuer.token()).split(".");
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
    for (const token of [`${header}.${payload}.${"A".repeat(86)}`, `${none}.${payload}.`, "opaque", "a.b.c"]) {
      expect(await ask(token)).toMatchObject(invalid);
    }
  });

  it("is refused with an algorithm that the API does not name, and with a chain of too many actors", async () => {
    const strict = await openWorld({ issuer: { ...issuer.options, algs: ["PS256"] } });
    expect(await strict.ask(await issuer.token())).toMatchObject(invalid);
    const chain = (length: number): object => ({ sub: "a", ...(length === 1 ? {} : { act: chain(length - 1) }) });
    expect(await ask(await issuer.token({ act: chain(10) }))).toMatchObject({ status: 200 });
    expect(await ask(await issuer.token({ act: chain(11) }))).toMatchObject(invalid);
  });

  it("at a failure of keys that is none of the token, it is not called invalid", async () => {
    const broken = guard({ issuer: { ...issuer.options, keys: () => Promise.reject(unavailable) }, resource });
    const verdict = await broken.check(requestOf({ authorization: `Bearer ${await issuer.token()}` }));
    expect(verdict).toMatchObject({
      answer: { status: 503, body: expect.stringContaining("temporarily_unavailable") },
    });
    const names = verdict.allowed ? [] : verdict.answer.headers.map(([name]) => name);
    expect([names.includes("retry-after"), names.includes("www-authenticate")]).toEqual([true, false]);
    expect(unavailable).not.toBeInstanceOf(errors.JOSEError);
  });
});

const unavailable = Object.assign(new Error("no keys"), { code: "keys_unavailable" });

describe("guard-r11: several issuers", () => {
  it("grdx-07: a key of one issuer does not sign for another, also with its kid", async () => {
    const [a, b] = await Promise.all([
      createTestIssuer({ resource, issuer: "https://a.test", now: () => now }),
      createTestIssuer({ resource, issuer: "https://b.test", now: () => now }),
    ]);
    const both = guard({ issuer: [a.options, b.options], resource, now: () => now });
    const statusOf = async (token: string) => {
      const verdict = await both.check(requestOf({ authorization: `Bearer ${token}` }));
      return verdict.allowed ? verdict.access.issuer : verdict.answer.status;
    };
    expect(await statusOf(await a.token())).toBe("https://a.test");
    expect(await statusOf(await b.token())).toBe("https://b.test");
    expect(await statusOf(await b.token({ iss: "https://a.test" }))).toBe(401);
    expect(await statusOf(await b.token({ iss: "https://a.test" }, { kid: a.jwks.keys[0]?.kid }))).toBe(401);
    expect(await statusOf(await b.token({ iss: "https://c.test" }))).toBe(401);
  });
});

describe("RFC 6750 §3: how a request is refused", () => {
  it("guard-r08: without credentials, each scheme is a line of its own and has no error", async () => {
    const { status, body, headers } = await answerTo({});
    expect([status, body]).toEqual([401, ""]);
    expect(headers).toEqual([
      ["www-authenticate", `Bearer ${metadata}`],
      ["www-authenticate", `DPoP ${metadata}, ${algs}`],
      ["cache-control", "private, no-store"],
      ["vary", "Authorization"],
      ["access-control-expose-headers", "DPoP-Nonce, WWW-Authenticate"],
    ]);
  });

  it.each<[string, Record<string, string | string[]>, string]>([
    ["another scheme", { authorization: "Basic YTpi" }, "/files"],
    ["a scheme with the same beginning", { authorization: "BearerAT" }, "/files"],
  ])("%s is not a token", async (_, headers, target) => {
    expect(await send(headers, [], { target })).toMatchObject({ status: 401, error: undefined });
  });

  it.each<[string, Record<string, string | string[]>, string]>([
    ["guard-r12: a token in the query", {}, "/files?access_token=AT"],
    ["guard-r12: a token in the query beside one in the header", { authorization: "Bearer AT" }, "/?%61ccess_token=AT"],
    ["two Authorization headers", { authorization: ["Bearer AT", "Bearer AT"] }, "/files"],
    ["a header without a token", { authorization: "Bearer" }, "/files"],
  ])("%s is invalid_request", async (_, headers, target) => {
    expect(await send(headers, [], { target })).toMatchObject({ status: 400, error: "invalid_request" });
  });

  it.each(["Bearer a, Bearer b", "Bearer  a", 'Bearer "a"', "Bearer ä"])(
    "%s is invalid_token",
    async (authorization) => {
      expect(await send({ authorization })).toMatchObject(invalid);
    },
  );

  it("quotes only what may be quoted: nothing ends the header", async () => {
    const odd = await openWorld({ realm: 'a"b\\c\r\nX: ä' });
    expect((await odd.send({})).challenges?.[0]).toContain('Bearer realm="abcX: ", resource_metadata=');
  });

  it("says the same for every cause; only the log has it", async () => {
    const causes = await Promise.all([issuer.token({ exp: seconds - 60 }), issuer.token({ aud: "https://b.example" })]);
    const challenges = await Promise.all(causes.map(async (token) => (await ask(token)).challenges));
    expect(challenges[0]).toEqual([
      `Bearer ${metadata}, error="invalid_token", ` +
        'error_description="the access token is invalid, expired or revoked"',
    ]);
    expect(challenges[1]).toEqual(challenges[0]);
    expect(refusals).toContainEqual(expect.objectContaining({ detail: "for another audience", status: 401 }));
    expect(JSON.stringify(refusals)).not.toContain(causes[0]);
  });

  async function answerTo(headers: Record<string, string>) {
    const verdict = await api.check(requestOf(headers));
    if (verdict.allowed) throw new Error("allowed");
    return verdict.answer;
  }
});

describe("guard-r01: the configuration", () => {
  const good = { issuer: "https://auth.example", resource };
  it.each<[string, object]>([
    ["resource", { resource: undefined }],
    ["resource", { resource: "api.example" }],
    ["resource", { resource: `${resource}?a` }],
    ["resource", { resource: "http://api.example" }],
    ["issuer", { issuer: [] }],
    ["issuer", { issuer: "http://auth.example" }],
    ["issuer", { issuer: ["https://a.example", "https://a.example"] }],
    ["audience", { issuer: { issuer: "https://a.example", audience: "x" } }],
    ["algs", { issuer: { issuer: "https://a.example", algs: ["HS256"] } }],
    ["pathPrefix", { pathPrefix: "api/" }],
    ["dpop.aheadSeconds", { dpop: { aheadSeconds: 301 } }],
    ["dpop.aheadSeconds", { dpop: { aheadSeconds: Number("300s") } }],
    ["dpop.aheadSeconds", { dpop: { aheadSeconds: -1 } }],
    ["dpop.nonceSecret", { dpop: { nonceSecret: "short" } }],
  ])("stops the start for a wrong %s: %j", (name, wrong) => {
    expect(() => guard({ ...good, ...wrong } as never)).toThrow(new RegExp(`^${name}: `));
  });
});
