import { createHash } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fields, openBrowser } from "../../../testing/browser.ts";
import { type ClientName, redirectUriOf } from "../../../testing/clients/clients.ts";
import { agree, authorizationOf, basic, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, noon, resource } from "../../../testing/world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const seconds = (at: Date) => at.getTime() / 1000;

/** Verifies a token with the published keys. */
const verified = (token: string, audience: string, typ: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${service.origin}/jwks`)), {
    issuer,
    audience,
    typ,
    currentDate: service.clock.now,
  });

async function tokens(client: ClientName, changes: Fields = {}, browser = openBrowser(service.origin)) {
  const code = await codeFor(browser, client, changes);
  const { body } = await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client));
  return body;
}

describe("OIDC Core §2 and §3.1.3.6: the ID token", () => {
  it("has the claims of the sign-in, for its audience, and nothing else", async () => {
    service.clock.now = noon;
    const browser = openBrowser(service.origin);
    await tokens("webClient", {}, browser);
    service.pass(100);

    const { id_token: idToken, access_token: accessToken } = await tokens(
      "webClient",
      { scope: "openid profile email" },
      browser,
    );
    const { payload, protectedHeader } = await verified(idToken, "webClient", "JWT");
    const digest = createHash("sha256").update(accessToken).digest();
    expect(payload).toEqual({
      iss: issuer,
      sub: service.alice,
      aud: "webClient",
      iat: seconds(noon) + 100,
      exp: seconds(noon) + 400,
      auth_time: seconds(noon),
      acr: "urn:countersign:acr:password",
      amr: ["pwd"],
      nonce: "n1",
      at_hash: digest.subarray(0, 16).toString("base64url"),
    });
    expect(protectedHeader).toEqual({ alg: "RS256", kid: expect.any(String), typ: "JWT" });
  });

  it("has a nonce only if one was sent", async () => {
    const { payload } = await verified((await tokens("webClient", { nonce: undefined })).id_token, "webClient", "JWT");
    expect(payload).not.toHaveProperty("nonce");
  });

  it("is signed with the registered algorithm, and its hashes use the same hash function", async () => {
    const { id_token: idToken, access_token: accessToken } = await tokens("oidcClient");
    const { payload, protectedHeader } = await verified(idToken, "oidcClient", "JWT");
    expect(protectedHeader.alg).toBe("EdDSA");
    expect(payload.at_hash).toBe(
      createHash("sha512").update(accessToken).digest().subarray(0, 32).toString("base64url"),
    );
  });

  it("has the time of the new sign-in after prompt=login, in the same session", async () => {
    const browser = openBrowser(service.origin);
    const asked = { claims: JSON.stringify({ id_token: { sid: null } }) };
    const before = await verified((await tokens("webClient", asked, browser)).id_token, "webClient", "JWT");
    service.pass(50);
    const done = await signIn(browser, await browser.get(authorizationOf("webClient", { prompt: "login", ...asked })));
    const { body } = await redeem(service.origin, done.location?.searchParams.get("code") ?? "");
    const after = await verified(body.id_token, "webClient", "JWT");
    expect(after.payload.auth_time).toBe((before.payload.auth_time as number) + 50);
    expect(after.payload.sid).toEqual(expect.any(String));
    expect(after.payload.sid).toBe(before.payload.sid);
  });
});

describe("S1: Back-Channel Logout §2.1, Front-Channel Logout §3: the sid of the session is in an ID token", () => {
  const asked = { claims: JSON.stringify({ id_token: { sid: null } }) };
  const sid = async (client: ClientName, changes: Fields = {}, browser = openBrowser(service.origin)) =>
    (await verified((await tokens(client, changes, browser)).id_token, client, "JWT")).payload.sid;
  const listens = async (client: ClientName, member: string, uri: string | null) => {
    await service.rows(`UPDATE client SET ${member} = $2 WHERE id = $1`, [client, uri]);
    service.deps.clients.forget(client);
  };

  it.each(["backchannel_logout_uri", "frontchannel_logout_uri"])(
    "of a client that registered to hear of ended sessions: %s",
    async (member) => {
      await listens("webClient", member, "https://rp.example/out");
      expect(await sid("webClient")).toMatch(/^[0-9a-f-]{36}$/);
      await listens("webClient", member, null);
    },
  );

  it("of a client that asks for it by name, without a question to the person", async () => {
    expect(await sid("webClient", asked)).toMatch(/^[0-9a-f-]{36}$/);
    const code = await codeFor(openBrowser(service.origin), "hybridClient", asked);
    const sent = { redirect_uri: redirectUriOf("hybridClient") };
    const { body } = await redeem(service.origin, code, sent, basic("hybridClient"));
    expect((await verified(body.id_token, "hybridClient", "JWT")).payload).toHaveProperty("sid");
  });

  it("of no other client (OIDC Core §2)", async () => {
    expect(await sid("webClient")).toBeUndefined();
    expect(await sid("webClient", { claims: JSON.stringify({ userinfo: { sid: null } }) })).toBeUndefined();
  });

  it("is the same for one client in a session, and another for the next", async () => {
    const browser = openBrowser(service.origin);
    const first = await sid("webClient", asked, browser);
    expect(await sid("webClient", asked, browser)).toBe(first);
    expect(await sid("webTwoUrisClient", asked, browser)).not.toBe(first);
  });
});

describe("RFC 9068 §2: the access token", () => {
  it("has audience, client and subject, with the granted scope", async () => {
    const browser = openBrowser(service.origin);
    const page = await signIn(
      browser,
      await browser.get(authorizationOf("queryClient", { scope: "openid email phone" })),
    );
    const done = await agree(browser, page, { scope: ["email"] });
    const changes = { redirect_uri: redirectUriOf("queryClient") };
    const { body } = await redeem(
      service.origin,
      done.location?.searchParams.get("code") ?? "",
      changes,
      basic("queryClient"),
    );

    const { payload, protectedHeader } = await verified(body.access_token, resource, "at+jwt");
    expect(protectedHeader).toEqual({ alg: "ES256", kid: expect.any(String), typ: "at+jwt" });
    const at = seconds(service.clock.now);
    expect(payload).toEqual({
      iss: issuer,
      sub: service.alice,
      aud: resource,
      client_id: "queryClient",
      scope: "openid email",
      iat: at,
      exp: at + body.expires_in,
      auth_time: at,
      acr: "urn:countersign:acr:password",
      amr: ["pwd"],
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      authorization_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(body.scope).toBe("openid email");
  });

  it("is distinguished from an ID token by its typ, in both directions (RFC 8725 §3.11)", async () => {
    const { id_token: idToken, access_token: accessToken } = await tokens("webClient");
    await expect(verified(idToken, "webClient", "at+jwt")).rejects.toThrow("typ");
    await expect(verified(accessToken, resource, "JWT")).rejects.toThrow("typ");
  });

  it("has a new jti each time", async () => {
    const browser = openBrowser(service.origin);
    const jtis = [await tokens("webClient", {}, browser), await tokens("webClient", {}, browser)].map(
      ({ access_token: token }) => JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString()).jti,
    );
    expect(new Set(jtis).size).toBe(2);
  });
});
