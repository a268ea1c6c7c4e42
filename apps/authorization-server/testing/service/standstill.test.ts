/**
 * A database that stands still for longer than a statement may take, and then goes on with what it was sent: a virtual
 * machine that moves, a disk that hangs. Anyone who was refused with 503 sends the same again.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../browser.ts";
import { requestUriOf, visitOf } from "../clients/pushing.ts";
import { initialAccessToken, metadata, send } from "../clients/registration.ts";
import { refresh, tokensFor } from "../clients/tokens.ts";
import { confirm, giveApp, giveRecoveryCodes, recover } from "../factors/second-factors.ts";
import { authorizationOf, codeFor, redeem, signIn } from "../flows.ts";
import { type Service, startService } from "../service.ts";

const OFFLINE = "openid email offline_access";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  const settings = { SIGN_UP: "open" };
  service = await startService({ proxied: true, ephemeral: "configured", statementTimeoutMs: 2000, settings });
});
afterAll(() => service.close());
afterEach(() => service.proxy.release());

type Request = () => Promise<{ readonly status: number }>;

/** What can be done once, and the beginning of the name of the statement that does it. */
const ONCE: readonly (readonly [what: string, statement: string, make: () => Promise<Request>])[] = [
  [
    "a code is redeemed",
    "authorization-redeem",
    async () => {
      const code = await codeFor(browser, "webClient");
      return () => redeem(service.origin, code);
    },
  ],
  ...(["offlineClient", "publicOfflineClient"] as const).map(
    (client) =>
      [
        `a refresh token of ${client} is used`,
        "refresh-rotate",
        async () => {
          const { refresh_token } = await tokensFor(browser, service.origin, client, OFFLINE);
          return () => refresh(service.origin, client, refresh_token);
        },
      ] as const,
  ),
  [
    "a pushed request is completed",
    "ephemeral-take",
    async () => {
      await codeFor(browser, "webClient");
      const uri = await requestUriOf(service.origin, "webClient");
      return () => browser.get(visitOf("webClient", uri));
    },
  ],
  [
    "a client is registered with the last use of a token",
    "client-register",
    async () => {
      const token = await initialAccessToken(service, { uses: 1 });
      return () => send(service, { token, body: metadata });
    },
  ],
  [
    "a code of an authenticator app is typed",
    "UPDATE totp_factor",
    async () => {
      const app = await giveApp(service, service.alice);
      const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
      const code = app.code();
      return () => confirm(browser, page, code);
    },
  ],
  ...["UPDATE recovery_code", "COMMIT"].map(
    (statement) =>
      [
        `a recovery code is typed, and ${statement} is late`,
        statement,
        async () => {
          await giveApp(service, service.alice);
          const [code = ""] = await giveRecoveryCodes(service, service.alice);
          const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
          const recovery = await browser.get(/id="another-way" href="([^"]*)"/.exec(page.body)?.[1] ?? "");
          return () => recover(browser, recovery, code);
        },
      ] as const,
  ),
  [
    "a mailed code is typed",
    "UPDATE address_proof",
    async () => {
      const login = await browser.follow(await browser.get(authorizationOf("webClient")));
      const address = await browser.follow(await browser.submit(login, "/login", { action: "sign-up" }));
      const fields = { email: "nora@example.org", action: "continue" };
      const page = await browser.follow(await browser.submit(address, "/sign-up", fields));
      const code = (await service.mails()).at(-1)?.parameters.code ?? "";
      return () => browser.submit(page, "/sign-up/code", { code, action: "confirm" });
    },
  ],
];

describe("O1: what was answered 503 is done when it is sent again, and not before", () => {
  it.each(ONCE)("%s", async (_, statement, make) => {
    browser = openBrowser(service.origin);
    await service.rows("DELETE FROM totp_factor; DELETE FROM recovery_code");
    const ask = await make();
    service.proxy.hold(statement);
    expect((await ask()).status).toBe(503);
    await service.proxy.release();
    const { status } = await ask();
    expect([200, 201, 303]).toContain(status);
  });
});
