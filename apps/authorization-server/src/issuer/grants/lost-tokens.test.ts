/**
 * The database lost its last writes: a standby took over that was not told of them, or a backup was restored. Here the
 * rows of the newest refresh tokens go back to what they were.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { OPEN_AUTHORIZATIONS, post, refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { basic } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.rows(`DELETE FROM "authorization"`));

const clients = ["offlineClient", "publicOfflineClient"] as const;
type Client = (typeof clients)[number];

const first = async (client: Client = "offlineClient"): Promise<string> =>
  (await tokensFor(openBrowser(service.origin), service.origin, client, "openid email offline_access")).refresh_token;
const again = (token: string, client: Client = "offlineClient", changes = {}) =>
  refresh(service.origin, client, token, changes);
const next = async (token: string, client?: Client): Promise<string> => (await again(token, client)).body.refresh_token;

async function rotated(token: string, times: number, client?: Client): Promise<string> {
  let newest = token;
  for (let count = 0; count < times; count += 1) newest = await next(newest, client);
  return newest;
}

/** What the tables hold now. The function that is returned puts it back. */
async function standby(): Promise<() => Promise<void>> {
  await service.rows("DROP TABLE IF EXISTS lost_refresh_token");
  await service.rows("CREATE TABLE lost_refresh_token AS SELECT * FROM refresh_token");
  return async () => {
    await service.rows("DELETE FROM refresh_token");
    await service.rows("INSERT INTO refresh_token SELECT * FROM lost_refresh_token");
    await service.rows("DROP TABLE lost_refresh_token");
  };
}

const invalid = { status: 400, body: { error: "invalid_grant" } };
const lastEvent = async () =>
  (await service.rows("SELECT type, user_id, client_id, detail FROM audit_event ORDER BY id DESC LIMIT 1"))[0];

describe("O1: a family whose last rotations are lost goes on", () => {
  it.each(clients.flatMap((client) => [1, 3, 8].map((lost) => [lost, client] as const)))(
    "with the newest token after %i lost rotations of %s, and it is audited",
    async (lost, client) => {
      const known = await next(await first(client), client);
      const goBack = await standby();
      const newest = await rotated(known, lost, client);
      await goBack();

      const successor = await again(newest, client);
      expect(successor.status).toBe(200);
      expect(await lastEvent()).toMatchObject({
        type: "refresh_token_resumed",
        user_id: service.alice,
        client_id: client,
        detail: { lost },
      });
      expect((await again(successor.body.refresh_token, client)).status).toBe(200);
    },
  );

  it("an answer that was lost on the way is given again, to each of several callers", async () => {
    const goBack = await standbyAfter(1);
    const newest = await rotated(goBack.token, 2);
    await goBack.run();
    const answers = await Promise.all(Array.from({ length: 5 }, () => again(newest)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it("but not after more than eight lost rotations", async () => {
    const { token, run } = await standbyAfter(0);
    const newest = await rotated(token, 9);
    await run();
    expect(await again(newest)).toMatchObject(invalid);
  });

  it("what it was granted is what it gives", async () => {
    const { token, run } = await standbyAfter(1);
    const newest = await rotated(token, 1);
    await run();
    expect(await again(newest, "offlineClient", { scope: "openid phone" })).toMatchObject({
      status: 400,
      body: { error: "invalid_scope" },
    });
    expect((await again(newest)).status).toBe(200);
  });

  it.each([
    ["another client", () => Promise.resolve(), "publicOfflineClient"],
    ["a disabled person", () => service.rows("UPDATE end_user SET disabled_at = now()"), "offlineClient"],
    ["a revoked authorization", () => service.rows(`UPDATE "authorization" SET revoked_at = now()`), "offlineClient"],
    [
      "a known token that is too old",
      () => service.rows("UPDATE refresh_token SET idle_expires_at = '2020-01-01'"),
      "offlineClient",
    ],
  ] as const)("not for %s", async (_, change, client) => {
    const { token, run } = await standbyAfter(1);
    const newest = await rotated(token, 1);
    await run();
    await change();
    expect(await again(newest, client)).toMatchObject(invalid);
    await service.rows("UPDATE end_user SET disabled_at = NULL");
  });
});

/** A chain of `times` rotations, which is what the database will know. */
async function standbyAfter(times: number): Promise<{ readonly token: string; readonly run: () => Promise<void> }> {
  const token = await rotated(await first(), times);
  return { token, run: await standby() };
}

describe("O1: two parties of a family whose last rotations are lost are told apart", () => {
  it.each([1, 2])("after %i rotations the lost token ends the family, no matter who used the other", async (lost) => {
    const { token, run } = await standbyAfter(1);
    const newest = await rotated(token, lost);
    await run();
    const stolen = await next(token);
    expect(await again(newest)).toMatchObject(invalid);
    expect(await lastEvent()).toMatchObject({ type: "refresh_token_replayed" });
    expect(await again(stolen)).toMatchObject(invalid);
    expect(await service.rows(OPEN_AUTHORIZATIONS)).toEqual([]);
  });

  it("after the lost token was used, the known one is a replay", async () => {
    const { token, run } = await standbyAfter(1);
    const newest = await rotated(token, 1);
    await run();
    const successor = await next(newest);
    expect(await again(token)).toMatchObject(invalid);
    expect(await again(successor)).toMatchObject(invalid);
  });

  it("a token that was purged, and not lost, does not end its family", async () => {
    const { token } = await standbyAfter(1);
    const newest = await next(token);
    const after = await next(newest);
    await service.rows(
      `DELETE FROM refresh_token
        WHERE spent_at IS NOT NULL AND token_hash IN (SELECT successor_hash FROM refresh_token)`,
    );
    expect(await again(newest)).toMatchObject(invalid);
    expect((await again(after)).status).toBe(200);
  });
});

describe("RFC 7009: a lost refresh token", () => {
  it("revokes its family", async () => {
    const { token, run } = await standbyAfter(1);
    const newest = await rotated(token, 1);
    await run();
    await post(service.origin, "/revoke", { token: newest }, basic("offlineClient"));
    expect(await again(token)).toMatchObject(invalid);
  });
});
