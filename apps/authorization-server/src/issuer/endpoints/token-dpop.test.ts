import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fields, openBrowser } from "../../../testing/browser.ts";
import { type ClientName, redirectUriOf } from "../../../testing/clients/clients.ts";
import { pushStandard, visitOf } from "../../../testing/clients/pushing.ts";
import { asClient, post, refresh } from "../../../testing/clients/tokens.ts";
import { advance, basic, codeFor, redeem } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource } from "../../../testing/world.ts";

const userinfoSecret = "userinfo-response-secret-of-these-tests-0123";
let service: Service;
let strict: Service;
beforeAll(async () => {
  service = await startService({ settings: { USERINFO_RESPONSE_SECRET: userinfoSecret } });
  // Another deployment, with a key of its own.
  strict = await startService({ settings: { KEY_ENCRYPTION_KEYS: `k1:${"B".repeat(42)}A`, DPOP_NONCE: "required" } });
  // The memory of proofs is older than every proof.
  for (const one of [service, strict]) one.pass(600);
  await service.rows("UPDATE client SET dpop_bound_access_tokens = true WHERE id = 'pairwiseClient'");
  await service.rows("UPDATE client SET userinfo_signed_response_alg = 'RS256' WHERE id = 'offlineClient'");
});
afterAll(() => Promise.all([service.close(), strict.close()]));

async function holder() {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { jwk, privateKey, jkt: await calculateJwkThumbprint(jwk) };
}
const [own, other] = [await holder(), await holder()];

const seconds = () => Math.floor(service.clock.now.getTime() / 1000);
const proofOf = (claims: object = {}, by = own) =>
  new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}/token`, iat: seconds(), ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: by.jwk })
    .sign(by.privateKey);

/** A token request of a service for itself. */
const ask = (dpop?: string, by: Service = service) =>
  post(by.origin, "/token", { grant_type: "client_credentials" }, { ...basic("serviceClient"), ...headerOf(dpop) });
const headerOf = (dpop: string | undefined): Record<string, string> => (dpop === undefined ? {} : { dpop });

/** Redeems a fresh code of an authorization request with these changes. */
async function exchange(client: ClientName, dpop: string | undefined, request: Fields = {}) {
  const { headers, fields } = asClient(client);
  const code = await codeFor(openBrowser(service.origin), client, { prompt: "consent", ...request });
  const sent = { redirect_uri: redirectUriOf(client), ...fields };
  const again = (proof: string | undefined) => redeem(service.origin, code, sent, { ...headers, ...headerOf(proof) });
  return { answer: await again(dpop), again };
}

describe("RFC 9449 §5: a proof at the token endpoint binds the access token to its key", () => {
  it("and the answer says so", async () => {
    const { status, body } = await ask(await proofOf());
    expect([status, body.token_type]).toEqual([200, "DPoP"]);
    expect(decodeJwt(body.access_token)).toMatchObject({ cnf: { jkt: own.jkt } });
  });

  it("dpop-18: introspection says it, too (§6.2)", async () => {
    const { body } = await ask(await proofOf());
    const { body: shown } = await post(
      service.origin,
      "/introspect",
      { token: body.access_token },
      basic("serviceClient"),
    );
    expect(shown).toMatchObject({ active: true, token_type: "DPoP", cnf: { jkt: own.jkt } });
  });

  it("without a proof nothing changes", async () => {
    const { body } = await ask();
    expect(body.token_type).toBe("Bearer");
    expect(decodeJwt(body.access_token)).not.toHaveProperty("cnf");
  });

  it.each<[string, () => Promise<string>]>([
    ["dpop-05: for another endpoint", () => proofOf({ htu: `${issuer}/introspect` })],
    ["dpx-04: for the host of the request", () => proofOf({ htu: `${service.origin}/token` })],
    ["dpop-08: that is ten minutes old", () => proofOf({ iat: seconds() - 600 })],
    ["dpop-08: from ten minutes ahead", () => proofOf({ iat: seconds() + 600 })],
    ["dpop-09: two in one header", async () => `${await proofOf()}, ${await proofOf()}`],
    ["dpop-10: that is not a token", async () => "x"],
  ])("refuses a proof %s", async (_, proof) => {
    const { status, headers, body } = await ask(await proof());
    expect([status, body.error, headers.get("cache-control")]).toEqual([400, "invalid_dpop_proof", "no-store"]);
  });

  it("dpop-03, dpx-12: of 20 requests with one proof, one gets a token", async () => {
    const proof = await proofOf();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(proof)));
    const granted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ body }) => body.error === "invalid_dpop_proof");
    expect([granted.length, refused.length]).toEqual([1, 19]);
  });

  it("a request with a wrong secret uses no proof up", async () => {
    const proof = await proofOf();
    const wrong = { ...basic("serviceClient", "wrong"), dpop: proof };
    expect(await post(service.origin, "/token", { grant_type: "client_credentials" }, wrong)).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
    expect((await ask(proof)).status).toBe(200);
  });

  it("scripts of any site may send a proof and read the nonce (§8)", async () => {
    const preflight = await fetch(`${service.origin}/token`, {
      method: "OPTIONS",
      headers: { origin: "https://spa.example", "access-control-request-headers": "dpop" },
    });
    const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(expect.arrayContaining(["dpop", "mcp-protocol-version", "traceparent"]));
    const { headers } = await post(service.origin, "/token", {}, { origin: "https://spa.example" });
    expect(headers.get("access-control-expose-headers")).toContain("DPoP-Nonce");
  });
});

describe("RFC 9449 §10: a code that is bound to a key by dpop_jkt", () => {
  const bound = { dpop_jkt: own.jkt };

  it("yields tokens with a proof of that key", async () => {
    const { answer } = await exchange("webClient", await proofOf(), bound);
    expect(answer).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ["dpop-13: with a proof of another key", () => proofOf({}, other)],
    ["dpx-10: without a proof", async () => undefined],
  ])("is refused %s, and not spent", async (_, proof) => {
    const { answer, again } = await exchange("webClient", await proof(), bound);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await again(await proofOf())).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
  });

  it("a thumbprint of another form is refused at the authorization endpoint", async () => {
    await expect(codeFor(openBrowser(service.origin), "webClient", { dpop_jkt: "x" })).rejects.toThrow(
      "invalid_request",
    );
  });
});

describe("RFC 9449 §10.1: a pushed request with a proof", () => {
  const pushed = async (changes: Fields, proof: string) =>
    pushStandard(service.origin, "webClient", changes, { ...basic("webClient"), dpop: proof });
  const atPar = (claims: object = {}, by = own) => proofOf({ htu: `${issuer}/par`, ...claims }, by);

  it.each([
    ["only the proof", {}],
    ["both", { dpop_jkt: own.jkt }],
  ])("binds the code to the key that is named by %s", async (_, changes) => {
    const { status, body } = await pushed(changes, await atPar());
    expect(status).toBe(201);
    const answer = await advance(openBrowser(service.origin), visitOf("webClient", body.request_uri));
    const code = answer.get("code") ?? "";
    const take = async (proof: string | undefined) =>
      redeem(service.origin, code, {}, { ...basic("webClient"), ...headerOf(proof) });
    expect(await take(await proofOf({}, other))).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await take(undefined)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await take(await proofOf())).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
  });

  it("leads to a page also if it names a resource server (RFC 8707)", async () => {
    const { body } = await pushed({ resource, prompt: "consent" }, await atPar());
    const answer = await openBrowser(service.origin).get(visitOf("webClient", body.request_uri));
    expect([answer.status, answer.location?.pathname]).toEqual([303, "/login"]);
  });

  it("dpop-14: is refused if header and parameter name two keys", async () => {
    expect(await pushed({ dpop_jkt: other.jkt }, await atPar())).toMatchObject({
      status: 400,
      body: { error: "invalid_dpop_proof" },
    });
  });

  it("is refused with a proof for the token endpoint", async () => {
    expect(await pushed({}, await proofOf())).toMatchObject({ status: 400, body: { error: "invalid_dpop_proof" } });
  });
});

describe("RFC 9449 §5: refresh tokens", () => {
  const offline = { scope: "openid offline_access" };
  const refreshed = async (client: ClientName, token: string, proof: string | undefined) => {
    const { headers, fields } = asClient(client);
    const form = { grant_type: "refresh_token", refresh_token: token, ...fields };
    return post(service.origin, "/token", form, { ...headers, ...headerOf(proof) });
  };

  it("dpop-15: that of a public client needs a proof of its first key, also after rotation", async () => {
    const { answer } = await exchange("publicOfflineClient", await proofOf(), offline);
    const first = answer.body.refresh_token ?? "";
    for (const proof of [await proofOf({}, other), undefined]) {
      expect(await refreshed("publicOfflineClient", first, proof)).toMatchObject({ body: { error: "invalid_grant" } });
    }
    const { body } = await refreshed("publicOfflineClient", first, await proofOf());
    expect(body.token_type).toBe("DPoP");
    const second = body.refresh_token ?? "";
    expect(await refreshed("publicOfflineClient", second, await proofOf({}, other))).toMatchObject({
      body: { error: "invalid_grant" },
    });
    expect((await refreshed("publicOfflineClient", second, await proofOf())).status).toBe(200);
  });

  it("O1: that of a public client is repeated with its key, no matter how long ago it was used", async () => {
    const { answer } = await exchange("publicOfflineClient", await proofOf(), offline);
    const used = answer.body.refresh_token ?? "";
    const { body } = await refreshed("publicOfflineClient", used, await proofOf());
    await service.rows("UPDATE refresh_token SET spent_at = spent_at - interval '1 hour'");
    const again = await refreshed("publicOfflineClient", used, await proofOf());
    expect(again).toMatchObject({ status: 200, body: { token_type: "DPoP", refresh_token: body.refresh_token } });
    expect((await refreshed("publicOfflineClient", body.refresh_token ?? "", await proofOf())).status).toBe(200);
    expect(await refreshed("publicOfflineClient", used, await proofOf())).toMatchObject({
      body: { error: "invalid_grant" },
    });
  });

  it("dpx-08: one that was used gives nothing to another key: it is a replay, which ends the family", async () => {
    const { answer } = await exchange("publicOfflineClient", await proofOf(), offline);
    const used = answer.body.refresh_token ?? "";
    const { body } = await refreshed("publicOfflineClient", used, await proofOf());
    const late = [await refreshed("publicOfflineClient", used, await proofOf({}, other))];
    late.push(await refreshed("publicOfflineClient", body.refresh_token ?? "", await proofOf()));
    expect(late.map(({ body: { error, access_token } }) => [error, access_token])).toEqual([
      ["invalid_grant", undefined],
      ["invalid_grant", undefined],
    ]);
  });

  it("B2: one of a public client that was refreshed with a proof is bound from then on, through rotation", async () => {
    const { answer } = await exchange("publicOfflineClient", undefined, offline);
    expect(answer.body.token_type).toBe("Bearer");
    const plain = await refreshed("publicOfflineClient", answer.body.refresh_token ?? "", undefined);
    expect(plain).toMatchObject({ status: 200, body: { token_type: "Bearer" } });

    const first = await refreshed("publicOfflineClient", plain.body.refresh_token ?? "", await proofOf());
    expect(first).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
    let token = first.body.refresh_token ?? "";
    for (let n = 0; n < 2; n += 1) {
      for (const proof of [undefined, await proofOf({}, other)]) {
        expect(await refreshed("publicOfflineClient", token, proof)).toMatchObject({
          body: { error: "invalid_grant" },
        });
      }
      const { status, body } = await refreshed("publicOfflineClient", token, await proofOf());
      expect([status, body.token_type]).toEqual([200, "DPoP"]);
      token = body.refresh_token ?? "";
    }
    const { headers } = await refreshed("publicOfflineClient", token, undefined);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("B2: its predecessor, which was not bound, ends the family when it is used again, with any proof", async () => {
    const { answer } = await exchange("publicOfflineClient", undefined, offline);
    const used = answer.body.refresh_token ?? "";
    const { body } = await refreshed("publicOfflineClient", used, await proofOf());
    expect(await refreshed("publicOfflineClient", used, undefined)).toMatchObject({ body: { error: "invalid_grant" } });
    expect(await refreshed("publicOfflineClient", body.refresh_token ?? "", await proofOf())).toMatchObject({
      body: { error: "invalid_grant" },
    });
  });

  it("B2: of many refreshes with proofs of two keys at once, one binds", async () => {
    const { answer } = await exchange("publicOfflineClient", undefined, offline);
    const token = answer.body.refresh_token ?? "";
    const proofs = await Promise.all(Array.from({ length: 6 }, (_, n) => proofOf({}, n % 2 === 0 ? own : other)));
    const answers = await Promise.all(proofs.map((proof) => refreshed("publicOfflineClient", token, proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("B2: one of a confidential client is not bound by a refresh either: its authentication binds it", async () => {
    const { answer } = await exchange("offlineClient", undefined, offline);
    const { body } = await refreshed("offlineClient", answer.body.refresh_token ?? "", await proofOf());
    expect(await refreshed("offlineClient", body.refresh_token ?? "", undefined)).toMatchObject({ status: 200 });
  });

  it("that of a confidential client may be used with another key, which the new access token is bound to", async () => {
    const { answer } = await exchange("offlineClient", await proofOf(), offline);
    const { body } = await refreshed("offlineClient", answer.body.refresh_token ?? "", await proofOf({}, other));
    expect(decodeJwt(body.access_token)).toMatchObject({ cnf: { jkt: other.jkt } });
  });
});

describe("RFC 9449 §5.2: a client with dpop_bound_access_tokens", () => {
  it("gets no token without a proof, and its code is not spent", async () => {
    const { answer, again } = await exchange("pairwiseClient", undefined);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_dpop_proof" } });
    expect(await again(await proofOf())).toMatchObject({ status: 200, body: { token_type: "DPoP" } });
  });

  it("gets none for a refresh token either", async () => {
    expect(await refresh(service.origin, "pairwiseClient", "any")).toMatchObject({
      status: 400,
      body: { error: "invalid_dpop_proof" },
    });
  });
});

describe("RFC 9449 §8: nonces", () => {
  it("dpop-12: where each proof needs one, the answer gives it, and the repeated request works", async () => {
    const { status, headers, body } = await ask(await proofOf(), strict);
    expect([status, body.error, headers.get("cache-control")]).toEqual([400, "use_dpop_nonce", "no-store"]);
    const nonce = headers.get("dpop-nonce");
    expect(nonce).toMatch(/^[\w-]+$/);
    expect((await ask(await proofOf({ nonce }), strict)).status).toBe(200);
  });

  it("dpx-11: that of another deployment is replaced", async () => {
    const { headers } = await ask(await proofOf(), strict);
    const answer = await ask(await proofOf({ nonce: headers.get("dpop-nonce") }));
    expect(answer).toMatchObject({ status: 400, body: { error: "use_dpop_nonce" } });
  });
});

describe("architecture §5: a signed UserInfo response about a bound token", () => {
  it("needs the proof that came with the token", async () => {
    const { answer } = await exchange("offlineClient", await proofOf(), {});
    const { access_token: token } = answer.body;
    const hash = await crypto.subtle.digest("SHA-256", Buffer.from(token));
    const claims = { htm: "GET", htu: `${resource}/userinfo`, ath: Buffer.from(hash).toString("base64url") };
    const fetched = async (fields: Record<string, string>) =>
      (
        await fetch(`${service.origin}/internal/userinfo-response`, {
          method: "POST",
          body: new URLSearchParams({ token, ...fields }),
          headers: { authorization: `Bearer ${userinfoSecret}` },
        })
      ).status;
    expect(await fetched({ method: "GET", proof: await proofOf(claims) })).toBe(200);
    expect(await fetched({ method: "POST", proof: await proofOf(claims) })).toBe(401);
    expect(await fetched({ method: "GET", proof: await proofOf(claims, other) })).toBe(401);
    expect(await fetched({ method: "GET", proof: await proofOf({ ...claims, ath: undefined }) })).toBe(401);
    expect(await fetched({})).toBe(401);
  });
});
