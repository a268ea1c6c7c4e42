import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import {
  type ApiName,
  allow,
  app,
  audit,
  exchange,
  introspect,
  openExchange,
  orders,
  stock,
  tokensOf,
} from "../../../../testing/acts/exchange.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { post } from "../../../../testing/clients/tokens.ts";
import { basic } from "../../../../testing/flows.ts";
import { purgeAll } from "../../../../testing/purge.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { disableClient, enableClient } from "../../../administration/clients/clients.ts";
import { disablePerson, enablePerson } from "../../../administration/people/people.ts";
import { revokeAuthorizations } from "../../../administration/sessions/authorizations.ts";
import { withdrawPart } from "../../../administration/sessions/consent-parts.ts";
import { withdrawConsents } from "../../../administration/sessions/consents.ts";
import { endSessionsOf } from "../../../administration/sessions/sessions.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await openExchange(service);
  await allow(service);
  const next = { clientId: "stockApi", source: stock, target: audit, scopes: { count: "log" } };
  await allow(service, { ...next, name: "Stock to Audit" });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  await service.rows(`DELETE FROM "authorization"`);
});

const by = () => byOperatorAt(service.clock.now);
const revoke = (token: string, client: string) => post(service.origin, "/revoke", { token }, basic(client));
const revoked = (whose: Parameters<typeof revokeAuthorizations>[1]) =>
  revokeAuthorizations(service.database, whose, { ...by(), pause: async () => {} });
const isActive = async (token: string, api: ApiName): Promise<boolean> =>
  (await introspect(service, token, api)).active;
const refused = { status: 400, body: { error: "invalid_request" } };

interface Chain {
  /** What the app got, without offline access. */
  readonly subject: string;
  readonly toStock: string;
  readonly toAudit: string;
  readonly browser: ReturnType<typeof openBrowser>;
}

/** A token of a person that Orders exchanged for Stock, and Stock for Audit. */
async function chained(): Promise<Chain> {
  const browser = openBrowser(service.origin);
  const { access_token: subject } = await tokensOf(service, { scope: "openid read write" }, { browser });
  const toStock = (await exchange(service, subject)).body.access_token;
  const toAudit = (await exchange(service, toStock, { resource: audit }, { by: "stockApi" })).body.access_token;
  expect([await isActive(toStock, "stockApi"), await isActive(toAudit, "auditApi")]).toEqual([true, true]);
  return { subject, toStock, toAudit, browser };
}

/** What ends the subject's authorization, or the person. */
const ENDS: readonly (readonly [string, (chain: Chain) => Promise<unknown>])[] = [
  [
    "the person signs out",
    async ({ browser }) => browser.submit(await browser.get("/end_session"), "/end_session", {}),
  ],
  ["an operator ends the sessions of the person", () => endSessionsOf(service.database, service.alice, by())],
  [
    "the person withdraws the consent of the app",
    () => withdrawConsents(service.database, { userId: service.alice, clientId: app }, by()),
  ],
  ["an operator revokes what the app has", () => revoked({ clientId: app, userId: undefined })],
  ["an operator revokes what the person gave", () => revoked({ clientId: undefined, userId: service.alice })],
  ["the app is disabled", () => disableClient(service.database, app, by())],
  ["the client that exchanged is disabled", () => disableClient(service.database, "ordersApi", by())],
  ["the person is disabled", () => disablePerson(service.database, service.alice, by(), undefined)],
  ["the app revokes its token", ({ subject }) => revoke(subject, app)],
];

describe("tex-r10, texx-08: what was exchanged ends with what it comes from, at once and to the last", () => {
  it.each(ENDS)("%s", async (_, end) => {
    const chain = await chained();
    await end(chain);
    expect([await isActive(chain.toStock, "stockApi"), await isActive(chain.toAudit, "auditApi")]).toEqual([
      false,
      false,
    ]);
    expect((await exchange(service, chain.subject)).status).not.toBe(200);
    for (const client of [app, "ordersApi"]) await enableClient(service.database, client, by());
    await enablePerson(service.database, service.alice, by());
  });

  it("the person takes back a scope at the source: what was exchanged ends, and a new one has less", async () => {
    const { subject, toStock, toAudit } = await chained();
    const part = { userId: service.alice, clientId: app, resource: orders, scope: "write", claim: undefined };
    expect(await withdrawPart(service.database, part, by())).toBeDefined();
    expect([await isActive(toStock, "stockApi"), await isActive(toAudit, "auditApi")]).toEqual([false, false]);
    expect((await exchange(service, subject)).body).toMatchObject({ scope: "count" });
  });

  it("the client that exchanged revokes its own token, and with it what came from that", async () => {
    const { subject, toStock, toAudit } = await chained();
    await revoke(toStock, "ordersApi");
    expect([await isActive(toStock, "stockApi"), await isActive(toAudit, "auditApi")]).toEqual([false, false]);
    expect(await isActive(subject, "ordersApi")).toBe(true);
  });

  it("it is purged with what it comes from, and before that when it ended", async () => {
    await chained();
    service.pass(700);
    await purgeAll(service.database, service.clock.now);
    expect(await service.rows(`SELECT FROM "authorization" WHERE user_id IS NOT NULL`)).toEqual([]);
  });

  it("what ends between the look and the statement is not exchanged", async () => {
    const { subject } = await chained();
    const { exchanges } = service.deps;
    const find = vi.spyOn(exchanges, "findSubject");
    find.mockImplementationOnce(async (...asked) => {
      find.mockRestore();
      const found = await exchanges.findSubject(...asked);
      await revoked({ clientId: app, userId: undefined });
      return found;
    });
    expect(await exchange(service, subject)).toMatchObject(refused);
  });
});
