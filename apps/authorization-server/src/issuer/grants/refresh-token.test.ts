import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { OPEN_AUTHORIZATIONS, refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { resource } from "../../../testing/world.ts";
import { setPassword } from "../../administration/ways-in/passwords.ts";
import { purge } from "../../platform/jobs/purge/purge.ts";

const OFFLINE = "openid email offline_access";
const DAY_SECONDS = 86_400;

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows(`DELETE FROM "authorization"`);
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const tokens = (client: "offlineClient" | "publicOfflineClient" | "webClient" = "offlineClient", scope = OFFLINE) =>
  tokensFor(browser, service.origin, client, scope);
const again = (
  token: string,
  client: "offlineClient" | "publicOfflineClient" | "webClient" = "offlineClient",
  changes = {},
) => refresh(service.origin, client, token, changes);
const invalid = { status: 400, body: { error: "invalid_grant" } };

describe("OIDC Core §11: a refresh token is issued", () => {
  it("to a client that may refresh, for a person who allowed offline_access", async () => {
    expect((await tokens()).refresh_token).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ["without offline_access", "offlineClient", "openid email"],
    ["rt-09: a client without the grant", "webClient", "openid email"],
  ] as const)("not to a client %s", async (_, client, scope) => {
    expect(await tokens(client, scope)).not.toHaveProperty("refresh_token");
  });

  it("rt-09: a client without the grant is refused", async () => {
    expect(await again("x".repeat(43), "webClient")).toMatchObject({
      status: 400,
      body: { error: "unauthorized_client" },
    });
  });
});

describe("RFC 6749 §6 and OIDC Core §12.2: refreshing", () => {
  it.each([
    ["as it was granted", {}],
    ["with the same scope in the request", { scope: OFFLINE }],
  ])("rt-15: issues a new token of each kind, for the same sign-in, %s", async (_, changes) => {
    const first = await tokens();
    service.pass(10);
    const { status, headers, body } = await again(first.refresh_token, "offlineClient", changes);

    expect([status, headers.get("cache-control"), body.token_type]).toEqual([200, "no-store", "Bearer"]);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    const [before, after] = [decodeJwt(first.id_token), decodeJwt(body.id_token)];
    for (const claim of ["iss", "sub", "aud", "auth_time", "acr", "amr", "sid"])
      expect(after[claim]).toEqual(before[claim]);
    expect(after.iat).toBe((before.iat ?? 0) + 10);
    expect(after).not.toHaveProperty("nonce");
  });

  it("narrows the access token, and not the refresh token", async () => {
    const narrow = await again((await tokens()).refresh_token, "offlineClient", { scope: "openid" });
    expect(narrow.body.scope).toBe("openid");
    expect((await again(narrow.body.refresh_token)).body.scope).toBe(OFFLINE);
  });

  it("rt-06, specification §4.8 rule 7: never widens the scope, and a wider request uses up nothing", async () => {
    const { refresh_token } = await tokens("offlineClient", "openid offline_access");
    expect(await again(refresh_token, "offlineClient", { scope: "openid email" })).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
    expect((await again(refresh_token)).status).toBe(200);
  });

  it("rt-08: is for the granted resource, and a request for another uses up nothing", async () => {
    const { refresh_token } = await tokens();
    expect(await again(refresh_token, "offlineClient", { resource: "https://other.example" })).toMatchObject({
      status: 400,
      body: { error: "invalid_target" },
    });
    expect((await again(refresh_token, "offlineClient", { resource })).status).toBe(200);
  });

  it("rt-03: works only for the client that the token was issued to", async () => {
    const { refresh_token } = await tokens();
    expect(await again(refresh_token, "publicOfflineClient")).toMatchObject(invalid);
    expect((await again(refresh_token)).status).toBe(200);
  });

  it("rt-05: requires a confidential client to authenticate", async () => {
    const { refresh_token } = await tokens();
    const bare = await refresh(service.origin, "publicOfflineClient", refresh_token, { client_id: "offlineClient" });
    expect(bare).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });

  it.each([
    ["unknown", "x".repeat(43)],
    ["odd", "' OR 1=1--"],
    ["long", "x".repeat(4000)],
  ])("refuses an %s token", async (_, token) => {
    expect(await again(token)).toMatchObject(invalid);
  });
});

describe("RFC 9700 §4.14.2: rotation", () => {
  /** Makes every use of a refresh token that much older, by the clock of the database. */
  const spentLongerAgo = (interval: string) =>
    service.rows("UPDATE refresh_token SET spent_at = spent_at - $1::interval WHERE spent_at IS NOT NULL", [interval]);

  it("rt-01: a bearer token of a public client, used 30 seconds ago, is a replay: the family is revoked", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    const next = await again(refresh_token, "publicOfflineClient");
    await spentLongerAgo("30 s");
    expect(await again(refresh_token, "publicOfflineClient")).toMatchObject(invalid);

    expect(await again(next.body.refresh_token, "publicOfflineClient")).toMatchObject(invalid);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
  });

  it("rt-01, O1: within these seconds it gets the same successor, and after that was used it is a replay", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    const [first, second] = [
      await again(refresh_token, "publicOfflineClient"),
      await again(refresh_token, "publicOfflineClient"),
    ];
    expect(second).toMatchObject({ status: 200, body: { refresh_token: first.body.refresh_token } });
    const next = await again(first.body.refresh_token, "publicOfflineClient");
    expect(next.status).toBe(200);

    expect(await again(refresh_token, "publicOfflineClient")).toMatchObject(invalid);
    expect(await again(next.body.refresh_token, "publicOfflineClient")).toMatchObject(invalid);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
  });

  it.each(["offlineClient", "publicOfflineClient"] as const)(
    "rt-02: twenty concurrent refreshes of %s share one successor: a family never forks",
    async (client) => {
      const { refresh_token } = await tokens(client);
      const answers = await Promise.all(Array.from({ length: 20 }, () => again(refresh_token, client)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1);
    },
  );

  it.each(["1 s", "40 s", "6 days"])(
    "O1: a client that authenticates gets the same successor again after %s, while it is unused",
    async (interval) => {
      const { refresh_token } = await tokens();
      const first = await again(refresh_token);
      await spentLongerAgo(interval);
      const second = await again(refresh_token);

      expect(second.body.refresh_token).toBe(first.body.refresh_token);
      expect(second.body.access_token).not.toBe(first.body.access_token);
      expect((await again(second.body.refresh_token)).status).toBe(200);
    },
  );

  it("O1: how long ago a token was used is counted by the database, regardless of the time here", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    const first = await again(refresh_token, "publicOfflineClient");
    service.pass(3600);
    const second = await again(refresh_token, "publicOfflineClient");
    expect(second).toMatchObject({ status: 200, body: { refresh_token: first.body.refresh_token } });
  });

  it("O1: an old token gives nothing once its unused successor has expired", async () => {
    const { refresh_token } = await tokens();
    const next = (await again(refresh_token)).body.refresh_token;
    service.pass(7 * DAY_SECONDS);
    expect([await again(refresh_token), await again(next)]).toMatchObject([invalid, invalid]);
  });

  it("after its successor was used an old token is a replay, and the family is revoked", async () => {
    const { refresh_token } = await tokens();
    await again((await again(refresh_token)).body.refresh_token);

    expect(await again(refresh_token)).toMatchObject(invalid);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
    const [told] = await service.rows(
      "SELECT type, actor, user_id, client_id FROM audit_event ORDER BY id DESC LIMIT 1",
    );
    expect(told).toMatchObject({ type: "refresh_token_replayed", actor: "client", user_id: service.alice });
  });

  it("O16: so is one after six days, in which its thief refreshed many times, and rows were purged", async () => {
    const { refresh_token } = await tokens();
    let stolen = refresh_token;
    for (const _ of Array.from({ length: 6 })) {
      stolen = (await again(stolen)).body.refresh_token;
      service.pass(DAY_SECONDS);
    }
    const { database, log } = service.deps;
    await purge({ database, log, at: service.clock.now, auditRetentionDays: 30 });
    expect(await again(refresh_token)).toMatchObject(invalid);
    expect(await again(stolen)).toMatchObject(invalid);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
  });

  it("a repeated request does not widen the scope either", async () => {
    const { refresh_token } = await tokens("offlineClient", "openid offline_access");
    await again(refresh_token);
    expect(await again(refresh_token, "offlineClient", { scope: "openid email" })).toMatchObject({
      body: { error: "invalid_scope" },
    });
  });

  it("stores the successor sealed, and deletes it when it is used", async () => {
    const { refresh_token } = await tokens();
    const next = (await again(refresh_token)).body.refresh_token;
    const sealed = () => service.rows("SELECT sealed_successor FROM refresh_token WHERE sealed_successor IS NOT NULL");

    const [row = {}] = await sealed();
    expect((row.sealed_successor as Buffer).includes(next)).toBe(false);
    await again(next);
    expect(await sealed()).toHaveLength(1); // The successor of the token that was just used, and no longer the first.
    expect((await sealed())[0]?.sealed_successor).not.toEqual(row.sealed_successor);
  });
});

describe("the ends of a refresh token", () => {
  it("rt-14: unused for seven days", async () => {
    const { refresh_token } = await tokens();
    service.pass(7 * DAY_SECONDS);
    expect(await again(refresh_token)).toMatchObject(invalid);
  });

  it("rt-14: thirty days after the first one was issued, however often it is used", async () => {
    let { refresh_token } = await tokens();
    for (let day = 6; day < 30; day += 6) {
      service.pass(6 * DAY_SECONDS);
      refresh_token = (await again(refresh_token)).body.refresh_token;
      expect(refresh_token).toBeDefined();
    }
    service.pass(6 * DAY_SECONDS);
    expect(await again(refresh_token)).toMatchObject(invalid);
  });

  it("rt-11: its person is disabled", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    await service.rows("UPDATE end_user SET disabled_at = now() WHERE username = 'alice'");
    expect(await again(refresh_token, "publicOfflineClient")).toMatchObject(invalid);
    await service.rows("UPDATE end_user SET disabled_at = NULL");
  });

  it("its client is disabled", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    const disabled = "UPDATE client SET disabled_at = now() WHERE id = 'publicOfflineClient'";
    // The superuser's own connection: the service goes on with the client that it remembers.
    await service.deps.clients.find("publicOfflineClient");
    await service.superuser.pool.query(disabled);
    const remembered = await again(refresh_token, "publicOfflineClient");
    await service.rows(disabled);
    const readAgain = await again(refresh_token, "publicOfflineClient");
    await service.rows("UPDATE client SET disabled_at = NULL WHERE id = 'publicOfflineClient'");

    // A stall of two seconds makes the service read the client before the first of them.
    expect([invalid.body.error, "invalid_client"]).toContain(remembered.body.error);
    expect(readAgain).toMatchObject({ status: 401, body: { error: "invalid_client" } });
  });

  it("rt-11: the person gets another password", async () => {
    const { refresh_token } = await tokens("publicOfflineClient");
    const [before] = await service.rows("SELECT password_hash FROM end_user WHERE id = $1", [service.alice]);
    const change = (passwordHash: string) =>
      setPassword(service.deps, { userId: service.alice, passwordHash }, byOperatorAt(service.clock.now));
    await change("another");
    expect(await again(refresh_token, "publicOfflineClient")).toMatchObject(invalid);
    await change(String(before?.password_hash));
    expect(await again(refresh_token, "publicOfflineClient")).toMatchObject(invalid);
  });

  it("rt-13: not a sign-out, with offline_access", async () => {
    const { refresh_token } = await tokens();
    const page = await browser.get("/end_session");
    await browser.submit(page, "/end_session", {});
    expect((await again(refresh_token)).status).toBe(200);
  });

  it("rt-13: a sign-out, without offline_access", async () => {
    const { refresh_token } = await tokens("offlineClient", "email");
    const page = await browser.get("/end_session");
    await browser.submit(page, "/end_session", {});
    expect(await again(refresh_token)).toMatchObject(invalid);
  });
});
