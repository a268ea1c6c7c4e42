/** A second Countersign as the provider: two services, two databases, one browser with cookies of both. */
import { request } from "node:http";
import { clientMetadata } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { agree, authorizationOf, redeem, signIn } from "../../../../testing/flows.ts";
import { isConsent } from "../../../../testing/servers/federation.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";
import { addClient } from "../../../administration/clients/clients.ts";
import { addIdentityProvider } from "../../../administration/providers/identity-providers.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

let front: Listener;
let second: Service;
let service: Service;
let upstream: string;
beforeAll(async () => {
  vi.setSystemTime(noon);
  front = await startListener((_, res) => res.end());
  upstream = `https://localhost:${front.port}`;
  const outbound = { OUTBOUND_ALLOWED_HOSTS: `localhost:${front.port}`, OUTBOUND_CA: testCa };
  second = await startService({ settings: { ISSUER: upstream, USERINFO_RESOURCE: upstream, ...outbound } });
  service = await startService({ settings: outbound });
  front.answer((req, res) => {
    const ours = /^\/ours(\/.*)$/.exec(req.url ?? "")?.[1];
    // Its resource server, which is a service of its own.
    if (req.url === "/userinfo") {
      const [, payload = ""] = (req.headers.authorization ?? "").split(".");
      const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString());
      const claims = { sub, email: "alice@corp.example", email_verified: true };
      return void res.setHeader("content-type", "application/json").end(JSON.stringify(claims));
    }
    const [origin, path] = ours === undefined ? [second.origin, req.url] : [service.origin, ours];
    const onward = request(`${origin}${path}`, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(onward);
  });
  await register();
  for (const one of [second, service]) one.pass(60); // A store that was just made knows no tokens from before.
  vi.setSystemTime(service.clock.now);
});
afterAll(async () => {
  vi.useRealTimers();
  await service.close();
  await second.close();
  await front.close();
});

/** The first one is a client of the second one, and authenticates there with its signing keys. */
async function register(): Promise<void> {
  const jwks = await (await fetch(`${service.origin}/jwks`)).json();
  const metadata = clientMetadata({ issuer: upstream }).parse({
    client_name: "The first one",
    redirect_uris: [`${issuer}/federation/second/callback`],
    token_endpoint_auth_method: "private_key_jwt",
    backchannel_logout_uri: `${upstream}/ours/federation/second/backchannel-logout`,
    backchannel_logout_session_required: true,
    post_logout_redirect_uris: [`${issuer}/federation/second/signed-out`],
    scope: "openid email",
    jwks,
  });
  const by = byOperatorAt(noon);
  await addClient(second.database, { id: "first", metadata, logo: undefined, secretHash: undefined }, by);
  await addIdentityProvider(
    { database: service.database, texts: service.deps.sealedTexts },
    {
      ...{ alias: "second", name: "Second", issuer: upstream, clientId: "first", secret: null, autoLink: false },
      ...{ scopes: ["openid", "email"], mode: "create", domains: ["corp.example"], mfa: [] },
      rpInitiatedLogout: true,
    },
    by,
  );
}

describe("fe.18: another Countersign as the provider", () => {
  it("signs a person in, and its sign-out ends the session that began with it", async () => {
    const here = openBrowser(service.origin);
    const page = await here.follow(await here.get(authorizationOf("webClient")));
    const left = await here.submit(page, "/login", { action: "federated", provider: "second" });
    expect(left.location?.origin).toBe(upstream);

    const there = openBrowser(second.origin, undefined, upstream);
    const consent = await signIn(there, await there.get(left.location as URL));
    const back = await agree(there, consent);
    expect(back.location?.href).toContain(`${issuer}/federation/second/callback?`);
    expect(isConsent(await here.follow(await here.get(back.location as URL)))).toBe(true);
    const [person] = await service.rows("SELECT email FROM end_user WHERE email = 'alice@corp.example'");
    expect(person).toBeDefined();

    const signedIn = () => service.rows("SELECT FROM browser_session WHERE active_user_id IS NOT NULL");
    expect(await signedIn()).toHaveLength(1);
    const asked = await there.follow(await there.get("/end_session"));
    await there.submit(asked, "/end_session", { action: "sign-out" });
    await second.deps.logoutDeliveries.drain();
    expect(await signedIn()).toEqual([]);
  });

  it("fe.13: our sign-out ends the session there, without a question, and comes back to the client", async () => {
    const here = openBrowser(service.origin);
    const page = await here.follow(await here.get(authorizationOf("webClient")));
    const left = await here.submit(page, "/login", { action: "federated", provider: "second" });
    const there = openBrowser(second.origin, undefined, upstream);
    // The second one remembers what the person agreed to.
    const answer = await signIn(there, await there.get(left.location as URL));
    const back = await here.follow(await here.get(answer.location as URL));
    const code = (await agree(here, back)).location?.searchParams.get("code") ?? "";
    const { id_token } = (await redeem(service.origin, code)).body;

    const bye = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: "https://rp.example/bye" });
    const asked = (await here.get(`/end_session?${bye}`)).location as URL;
    expect(`${asked.origin}${asked.pathname}`).toBe(`${upstream}/end_session`);
    const returned = (await there.get(asked)).location as URL;
    await second.deps.logoutDeliveries.drain();
    expect(returned.href).toContain(`${issuer}/federation/second/signed-out?state=`);
    expect((await here.get(returned)).location?.href).toBe("https://rp.example/bye");
    for (const one of [second, service]) {
      expect(await one.rows("SELECT FROM browser_session WHERE active_user_id IS NOT NULL")).toEqual([]);
    }
  });

  it("fe.13: so does the sign-out of a session in which the account was connected", async () => {
    await service.rows("DELETE FROM federated_identity");
    const here = openBrowser(service.origin);
    const page = await here.follow(await here.get(authorizationOf("webClient")));
    const left = await here.submit(page, "/login", { action: "federated", provider: "second" });
    const there = openBrowser(second.origin, undefined, upstream);
    const answer = await signIn(there, await there.get(left.location as URL));
    const question = await here.follow(await here.get(answer.location as URL));
    await signIn(here, await here.submit(question, "/login/connect", { action: "connect" }));
    const [{ amr, acr, proofs } = {}] = await service.rows(
      "SELECT amr, acr, proofs FROM sign_in ORDER BY authenticated_at DESC LIMIT 1",
    );
    expect({ amr, acr }).toEqual({ amr: ["pwd"], acr: "urn:countersign:acr:password" });
    expect(proofs).toMatchObject([
      { factor: "federated", provider: { sid: expect.any(String) } },
      { factor: "password" },
    ]);

    const confirmed = await here.follow(await here.get("/end_session"));
    const asked = (await here.submit(confirmed, "/end_session", { action: "sign-out" })).location as URL;
    expect(`${asked.origin}${asked.pathname}`).toBe(`${upstream}/end_session`);
    await there.get(asked);
    await second.deps.logoutDeliveries.drain();
    for (const one of [second, service]) {
      expect(await one.rows("SELECT FROM browser_session WHERE active_user_id IS NOT NULL")).toEqual([]);
    }
  });
});
