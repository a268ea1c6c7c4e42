/** Requests that must be signed, and request objects of strict profiles: RFC 9101, FAPI 2.0 Message Signing §5.3.1. */
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fields, openBrowser } from "../../../../testing/browser.ts";
import type { ClientName } from "../../../../testing/clients/clients.ts";
import { postToPar, pushStandard, visitOf } from "../../../../testing/clients/pushing.ts";
import { advance, authorizationOf, basic, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

const seconds = noon.getTime() / 1000;
const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const own = { ...(await exportJWK(publicKey)), kid: "own" };

let service: Service;
let requiring: Service;
beforeAll(async () => {
  [service, requiring] = await Promise.all([
    startService(),
    startService({ settings: { SIGNED_REQUESTS: "required" } }),
  ]);
  const jwks = JSON.stringify({ keys: [own] });
  for (const one of [service, requiring]) {
    await one.rows("UPDATE client SET jwks = $1 WHERE id IN ('webClient', 'oidcClient', 'emailClient')", [jwks]);
  }
  await service.rows("UPDATE client SET require_signed_request_object = true WHERE id IN ('webClient', 'oidcClient')");
  await service.rows("UPDATE client SET profile = 'fapi2' WHERE id = 'emailClient'");
});
afterAll(async () => {
  await service.close();
  await requiring.close();
});

const claimsOf = (client: ClientName, changes: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(standard(client)),
  iss: client,
  aud: issuer,
  exp: seconds + 60,
  nbf: seconds,
  ...changes,
});
const objectOf = (client: ClientName, changes?: Record<string, unknown>, header: object = {}) =>
  new SignJWT(claimsOf(client, changes)).setProtectedHeader({ alg: "ES256", kid: "own", ...header }).sign(privateKey);

const push = (client: ClientName, fields: Fields, to = service) => postToPar(to.origin, fields, basic(client));
const refusal = (error: string) => ({ status: 400, body: expect.objectContaining({ error }) });

describe("RFC 9101 §10.5: a client that must sign its requests", () => {
  it.each(["webClient", "oidcClient"] as const)("%s pushes a signed one, and it is completed", async (client) => {
    const { status, body } = await push(client, { request: await objectOf(client) });
    expect(status).toBe(201);
    expect((await advance(openBrowser(service.origin), visitOf(client, body.request_uri))).get("code")).not.toBeNull();
  });

  it("sends a signed one through the browser, by GET and by POST", async () => {
    const browser = openBrowser(service.origin);
    const fields = { client_id: "webClient", request: await objectOf("webClient") };
    expect((await browser.get(`/authorization?${new URLSearchParams(fields)}`)).location?.pathname).toBe("/login");
    expect((await browser.follow(await browser.post("/authorization", fields))).body).toContain('action="/login"');
  });

  it.each(["webClient", "oidcClient"] as const)("%s may not push one without a signature", async (client) => {
    expect(await pushStandard(service.origin, client)).toMatchObject(refusal("invalid_request"));
  });

  it("authz-28: gets an error for one that the browser brings, where its address is registered", async () => {
    const browser = openBrowser(service.origin);
    const { location } = await browser.get(authorizationOf("webClient"));
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({ error: "invalid_request", state: "st1" });
    const posted = await browser.post("/authorization", Object.fromEntries(standard("webClient")));
    expect(posted.location?.searchParams.get("error")).toBe("invalid_request");
    const elsewhere = await browser.get(authorizationOf("webClient", { redirect_uri: "https://evil.example/cb" }));
    expect([elsewhere.status, elsewhere.location]).toEqual([400, undefined]);
  });

  it("jar-07: what is beside the object has no effect, also for profile oidc", async () => {
    const fields = { client_id: "oidcClient", request: await objectOf("oidcClient"), prompt: "none", state: "outer" };
    const answer = await openBrowser(service.origin).get(`/authorization?${new URLSearchParams(fields)}`);
    expect(answer.location?.pathname).toBe("/login");
  });

  it("with SIGNED_REQUESTS=required, every client is one", async () => {
    expect(await pushStandard(requiring.origin, "webClient")).toMatchObject(refusal("invalid_request"));
    const pushed = await push("webClient", { request: await objectOf("webClient") }, requiring);
    expect(pushed.status).toBe(201);
    const metadata = async ({ origin }: Service) =>
      (await (await fetch(`${origin}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
    expect((await metadata(requiring)).require_signed_request_object).toBe(true);
    expect((await metadata(service)).require_signed_request_object).toBe(false);
  });
});

describe("RFC 9101 §6.1: an encrypted object without a signature counts as unsigned", () => {
  async function encrypted(content: string) {
    const { keys } = (await (await fetch(`${service.origin}/jwks`)).json()) as { keys: JWK[] };
    const key = keys.find(({ use, alg }) => use === "enc" && alg === "ECDH-ES");
    if (key?.kid === undefined) throw new Error("no encryption key is published");
    return new CompactEncrypt(new TextEncoder().encode(content))
      .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM", kid: key.kid, cty: "JWT" })
      .encrypt(await importJWK(key, "ECDH-ES"));
  }

  it.each([
    ["alg none", () => new UnsecuredJWT(claimsOf("webClient")).encode()],
    ["plain JSON", () => JSON.stringify(claimsOf("webClient"))],
  ])("jarx-03: a JWE around %s is refused", async (_, content) => {
    const request = await encrypted(content());
    expect(await push("webClient", { request })).toMatchObject(refusal("invalid_request_object"));
    const signed = await encrypted(await objectOf("webClient"));
    expect((await push("webClient", { request: signed })).status).toBe(201);
  });
});

describe("RFC 9101 §10.8: an assertion is not a request object, nor the reverse", () => {
  const assertion = { response_type: undefined, redirect_uri: undefined, jti: "a-1" };

  it.each([undefined, "JWT", "client-authentication+jwt"])(
    "jarx-01: a client assertion as request object (typ %s)",
    async (typ) => {
      const request = await objectOf("webClient", { ...assertion, sub: "webClient" }, { typ });
      expect(await push("webClient", { request })).toMatchObject(refusal("invalid_request_object"));
      const withRequest = await objectOf("webClient", { sub: "webClient" }, { typ });
      expect(await push("webClient", { request: withRequest })).toMatchObject(refusal("invalid_request_object"));
    },
  );

  it.each([
    ["without sub", {}],
    ["with sub", { sub: "webClient" }],
  ])("jarx-01: a request object as client assertion (%s)", async (_, changes) => {
    await service.rows(
      "UPDATE client SET token_endpoint_auth_method = 'private_key_jwt' WHERE id = 'webTwoUrisClient'",
    );
    await service.rows("UPDATE client SET jwks = $1 WHERE id = 'webTwoUrisClient'", [JSON.stringify({ keys: [own] })]);
    service.deps.clients.forget("webTwoUrisClient");
    const client_assertion = await objectOf("webTwoUrisClient", {
      ...changes,
      ...("sub" in changes && { sub: "webTwoUrisClient" }),
      jti: "r-1",
    });
    const answer = await postToPar(
      service.origin,
      {
        ...Object.fromEntries(standard("webTwoUrisClient")),
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion,
      },
      {},
    );
    expect(answer).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });
});

describe("RFC 9126 §2.1 and §3: pushed request objects", () => {
  it("a request_uri inside is refused", async () => {
    const request = await objectOf("webClient", { request_uri: "https://rp.example/r.jwt" });
    expect(await push("webClient", { request })).toMatchObject(refusal("invalid_request_object"));
  });

  it("an object of another client is refused", async () => {
    const request = await objectOf("oidcClient");
    expect(await push("webClient", { request })).toMatchObject(refusal("invalid_request_object"));
  });

  it("RFC 9101 §6.3: an object without redirect_uri is refused, also with one beside it", async () => {
    const request = await objectOf("webClient", { redirect_uri: undefined });
    expect(await push("webClient", { request, redirect_uri: "https://rp.example/cb" })).toMatchObject(
      refusal("invalid_request"),
    );
  });
});

describe("FAPI 2.0 Message Signing §5.3.1: request objects of profile fapi2", () => {
  const pushObject = async (changes: Record<string, unknown>) =>
    push("emailClient", { request: await objectOf("emailClient", changes) });

  it.each([
    ["without exp", { exp: undefined }],
    ["without nbf", { nbf: undefined }],
    ["without aud", { aud: undefined }],
    ["valid for 70 minutes", { exp: seconds + 4200 }],
    ["with nbf 70 minutes ago", { nbf: seconds - 4200 }],
    ["expired", { exp: seconds - 60 }],
    ["for another audience", { aud: "https://other.example" }],
    ["with max_age as text", { max_age: "60" }],
  ])("%s is refused", async (_, changes) => {
    expect(await pushObject(changes)).toMatchObject(refusal("invalid_request_object"));
  });

  it.each([
    ["for several audiences", { aud: ["https://other.example", issuer] }],
    ["with nbf in eight seconds", { nbf: seconds + 8 }],
    ["with max_age and claims", { max_age: 60, claims: { id_token: { acr: null } } }],
  ])("%s is accepted", async (_, changes) => {
    expect((await pushObject(changes)).status).toBe(201);
  });

  it("FAPI 2.0 Security Profile §5.4.1: RS256 is refused, although the client has such a key", async () => {
    const rsa = await generateKeyPair("RS256", { extractable: true });
    const jwks = { keys: [own, { ...(await exportJWK(rsa.publicKey)), kid: "rsa" }] };
    await service.rows("UPDATE client SET jwks = $1 WHERE id = 'emailClient'", [JSON.stringify(jwks)]);
    service.deps.clients.forget("emailClient");
    const privateJwk = await exportJWK(rsa.privateKey);
    const signedBy = async (alg: string) =>
      new SignJWT(claimsOf("emailClient"))
        .setProtectedHeader({ alg, kid: "rsa" })
        .sign(await importJWK(privateJwk, alg));
    expect(await push("emailClient", { request: await signedBy("RS256") })).toMatchObject(
      refusal("invalid_request_object"),
    );
    expect((await push("emailClient", { request: await signedBy("PS256") })).status).toBe(201);
  });

  it("jar-10: an object with a jti is accepted once", async () => {
    service.pass(60); // so that the object is younger than the memory of used objects
    const later = { nbf: seconds + 60, exp: seconds + 120 };
    const request = await objectOf("emailClient", { ...later, jti: "once" });
    const answers = await Promise.all([1, 2, 3].map(() => push("emailClient", { request })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await push("emailClient", { request })).toMatchObject(refusal("invalid_request_object"));
    expect((await pushObject({ ...later, jti: "another" })).status).toBe(201);
  });

  it("jar-10: an object that may have been used before that memory was emptied is refused", async () => {
    const answer = await pushObject({ nbf: seconds - 60, exp: seconds + 300, jti: "old" });
    expect(answer).toMatchObject(refusal("invalid_request_object"));
  });

  it("the profiles before it accept an object again", async () => {
    const request = await objectOf("webClient", { exp: seconds + 300, jti: "again" });
    for (const _ of [1, 2]) expect((await push("webClient", { request })).status).toBe(201);
  });
});
