/** Back-channel logout: OIDC Back-Channel Logout §2.4 to §2.8. */
import { expect } from "@playwright/test";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { send } from "../../support/http.ts";
import { newDocument, publish, type Visit, visitsOf } from "../../support/worlds/document-site.ts";
import type { Provider } from "../suite/provider.ts";
import { type SignedIn, signedIn, signOut } from "./logout.ts";
import type { Module } from "./module.ts";
import { checkSignedOut } from "./sessions.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const DAY_SECONDS = 86_400;
const STATE = "0123456789abcdef".repeat(8);

async function backchannel(provider: Provider): Promise<void> {
  const { world } = provider;
  const url = newDocument(world, "logout");
  await publish(world, url, "", "text/plain");
  const changes = { backchannel_logout_uri: url, backchannel_logout_session_required: true };
  const person = await signedIn(provider, changes);

  const page = await signOut(provider, person.browser, {
    id_token_hint: person.hint,
    post_logout_redirect_uri: person.backTo,
    state: STATE,
  });
  expect(page.url).toBe(`${person.backTo}?${new URLSearchParams({ state: STATE })}`);
  await expect.poll(async () => (await visitsOf(world, url)).length, { timeout: 15_000 }).toBe(1);
  const [visit] = await visitsOf(world, url);
  await checkNotice(provider, person, visit as Visit);
  await checkSignedOut(provider, person);
}

/** Checks the notice: a form with a logout token for this person and session, and nothing else. */
async function checkNotice({ world, server }: Provider, { client, hint }: SignedIn, visit: Visit): Promise<void> {
  expect(visit.method).toBe("POST");
  expect(visit.contentType).toMatch(/^application\/x-www-form-urlencoded/);
  expect(visit.tls).toBe("TLSv1.3");
  const form = new URLSearchParams(visit.body);
  expect([...form.keys()]).toEqual(["logout_token"]);

  const keys = createLocalJWKSet(JSON.parse((await send(world, server.jwks_uri ?? "")).body));
  const expected = { issuer: server.issuer, audience: client.id };
  const { payload } = await jwtVerify(form.get("logout_token") ?? "", keys, expected);
  const now = Date.now() / 1000;
  expect(payload.iat).toBeGreaterThan(now - DAY_SECONDS);
  expect(payload.iat).toBeLessThanOrEqual(now + 1);
  expect(payload.jti).toMatch(/./);
  expect(payload.events).toEqual({ [EVENT]: {} });
  expect(payload.nonce).toBeUndefined();

  const idToken = decodeJwt(hint);
  expect(payload.sid).toEqual(expect.any(String));
  expect(payload.sid).toBe(idToken.sid);
  if (payload.sub !== undefined) expect(payload.sub).toBe(idToken.sub);
}

export const backchannels = { "oidcc-backchannel-rp-initiated-logout": backchannel } satisfies Record<string, Module>;
