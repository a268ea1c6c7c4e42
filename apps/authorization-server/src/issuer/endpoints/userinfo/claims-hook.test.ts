import type { RequestListener } from "node:http";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { type ClientName, redirectUriOf } from "../../../../testing/clients/clients.ts";
import { refresh } from "../../../../testing/clients/tokens.ts";
import { basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { noon } from "../../../../testing/world.ts";
import { setClaimMapping } from "../../../administration/clients/claim-mappings.ts";
import { changeKept } from "../../../administration/entity-acts.ts";
import { hooks } from "../../../administration/hooks/entity.ts";
import { addSigned } from "../../../administration/receiver.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

const secret = "userinfo-response-secret-of-these-tests-0123";

const json =
  (value: unknown): RequestListener =>
  (_req, res) =>
    res.setHeader("content-type", "application/json").end(JSON.stringify(value));

let listener: Listener;
let service: Service;
let hookId: string;
beforeAll(async () => {
  listener = await startListener(json({}));
  const host = `localhost:${listener.port}`;
  const outbound = { OUTBOUND_ALLOWED_HOSTS: host, OUTBOUND_CA: testCa };
  service = await startService({ settings: { USERINFO_RESPONSE_SECRET: secret, ...outbound } });
  const settings = {
    name: "Plans",
    kind: "claims",
    url: `https://${host}/hook`,
    timeoutMs: 300,
    onError: "omit",
  } as const;
  const clients = ["webClient", "offlineClient"] as const;
  const made = await addSigned(
    { database: service.database, texts: service.deps.sealedTexts },
    hooks,
    { ...settings, claims: ["plan", "upn"], scopes: [], cacheSeconds: 0, clients },
    byOperatorAt(noon),
  );
  hookId = made.id;
  for (const id of clients) service.deps.clients.forget(id);
});
afterAll(async () => {
  await service.close();
  await listener.close();
});
beforeEach(() => listener.answer(json({ claims: { plan: "gold", sub: "mallory", upn: "from the hook" } })));

async function tokens(client: ClientName = "webClient", scope = "openid email") {
  const code = await codeFor(openBrowser(service.origin), client, { scope });
  const answer = await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client));
  return answer.body;
}

async function userinfo(token: string) {
  const response = await fetch(`${service.origin}/internal/userinfo-response`, {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { authorization: `Bearer ${secret}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("ev.5: claims that a hook adds", () => {
  it("are in ID tokens and UserInfo responses, and those of the mapping are not changed", async () => {
    const mapping = { upn: "claims.email" };
    await setClaimMapping(service.database, { clientId: "webClient", mapping }, byOperatorAt(noon));
    service.deps.clients.forget("webClient");
    const { access_token: token, id_token: idToken } = await tokens();
    expect(decodeJwt(idToken)).toMatchObject({ plan: "gold", upn: "alice@example.org", sub: service.alice });
    expect(await userinfo(token)).toMatchObject({
      status: 200,
      body: { plan: "gold", upn: "alice@example.org", sub: service.alice, email: "alice@example.org" },
    });
    const [row] = await service.rows("SELECT is_mapped FROM userinfo_v1 WHERE client_id = 'webClient' LIMIT 1");
    expect(row).toEqual({ is_mapped: true });
  });

  it("role-04, hook-02: what is not in its list is dropped, and protocol claims stay", async () => {
    listener.answer(json({ claims: { roles: ["owner"], acr: "phr", email_verified: true, exp: 9e9, plan: "gold" } }));
    const claims = decodeJwt((await tokens("offlineClient", "openid")).id_token);
    expect(claims).toMatchObject({ plan: "gold", acr: "urn:countersign:acr:password", aud: "offlineClient" });
    for (const name of ["roles", "email_verified"]) expect(claims).not.toHaveProperty(name);
  });

  it("hook-02: are left out if it hangs, and the token comes all the same", async () => {
    listener.answer(() => {});
    const answer = await tokens("offlineClient", "openid");
    expect(decodeJwt(answer.id_token)).not.toHaveProperty("plan");
    expect(answer.access_token).toBeDefined();
  });

  it("fail the request if it is set up so; a refresh token is not lost", async () => {
    const { refresh_token: token } = await tokens("offlineClient", "openid offline_access");
    const onError = async (what: "omit" | "fail") => {
      await changeKept(service.database, hooks, { id: hookId, changes: { onError: what } }, byOperatorAt(noon));
      await new Promise((resolve) => setTimeout(resolve, 2100)); // what is known of a hook counts for two seconds
    };
    await onError("fail");
    listener.answer(json({ nothing: true }));
    const failed = await refresh(service.origin, "offlineClient", token);
    expect([failed.status, failed.body.error]).toEqual([503, "temporarily_unavailable"]);
    listener.answer(json({ claims: { plan: "silver" } }));
    const again = await refresh(service.origin, "offlineClient", token);
    expect([again.status, decodeJwt(again.body.id_token).plan]).toEqual([200, "silver"]);
    await onError("omit");
  });

  it("ev.7: no hook is asked for a client without one", async () => {
    const before = listener.connections();
    const { id_token: idToken } = await tokens("oidcClient", "openid");
    expect(decodeJwt(idToken)).not.toHaveProperty("plan");
    expect(listener.connections()).toBe(before);
  });
});
