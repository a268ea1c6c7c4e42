import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { purgeAll } from "../../../testing/purge.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { endSessionsOf } from "../../administration/sessions/sessions.ts";

const HOUR_SECONDS = 3600;
const IDLE_SECONDS = 12 * HOUR_SECONDS;
const BOUND = "email";
const OFFLINE = "email offline_access";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows(`DELETE FROM "authorization"`);
  await service.rows("DELETE FROM browser_session");
  browser = openBrowser(service.origin);
});

const tokens = (scope: string) => tokensFor(browser, service.origin, "offlineClient", scope);
const again = (token: string) => refresh(service.origin, "offlineClient", token);
const purgeNow = () => purgeAll(service.database, service.clock.now);
const endSessions = () => endSessionsOf(service.database, service.alice, byOperatorAt(service.clock.now));
const invalid = { status: 400, body: { error: "invalid_grant" } };

/** Every end of a session, as something that happens after a token was issued in it. */
const ENDS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["idled out", async () => service.pass(IDLE_SECONDS)],
  [
    "is at its absolute end",
    () => service.rows("UPDATE browser_session SET expires_at = $1", [new Date(service.clock.now)]),
  ],
  [
    "idled out and was purged",
    async () => {
      service.pass(IDLE_SECONDS);
      await purgeNow();
    },
  ],
  ["was ended by an operator", endSessions],
  [
    "was purged, and whose person signed in again and signed out",
    async () => {
      service.pass(IDLE_SECONDS);
      await purgeNow();
      await tokens(BOUND);
      await browser.submit(await browser.get("/end_session"), "/end_session", {});
    },
  ],
  [
    "was purged, and whose person signed in again, before an operator ended every session",
    async () => {
      service.pass(IDLE_SECONDS);
      await purgeNow();
      await tokens(BOUND);
      await endSessions();
    },
  ],
];

describe("rt-16, OIDC Core §11: without offline_access a refresh token ends with the session", () => {
  it.each(ENDS)("that %s", async (_, end) => {
    const { refresh_token } = await tokens(BOUND);
    await end();
    expect(await again(refresh_token)).toMatchObject(invalid);
  });

  it.each(ENDS)("with offline_access it outlives a session that %s", async (_, end) => {
    const { refresh_token } = await tokens(OFFLINE);
    await end();
    expect((await again(refresh_token)).status).toBe(200);
  });

  it("a repeated request is refused as well", async () => {
    const { refresh_token } = await tokens(BOUND);
    service.pass(IDLE_SECONDS - 10);
    expect((await again(refresh_token)).status).toBe(200);
    service.pass(10);
    expect(await again(refresh_token)).toMatchObject(invalid);
  });

  it("it is refreshed while the session lives, also after a new sign-in of the same person", async () => {
    let { refresh_token } = await tokens(BOUND);
    for (let nth = 0; nth < 3; nth++) {
      service.pass(IDLE_SECONDS - 1);
      const answer = await again(refresh_token);
      expect(answer.status).toBe(200);
      refresh_token = answer.body.refresh_token;
      await tokensFor(browser, service.origin, "offlineClient", BOUND);
    }
  });
});
