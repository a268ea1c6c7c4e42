import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { confirm, giveApp } from "../../../testing/factors/second-factors.ts";
import { authorizationOf, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { password } from "../../../testing/world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { MAIL_URL: "smtps://relay.example:465", MAIL_FROM: "Example <no-reply@example.org>" },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM totp_factor");
  service.pass(3600);
});

describe("OWASP ASVS 5.0 §7.5.1: a page that changes factors needs recent proofs at the highest level", () => {
  it("step-07: a stolen session and the password do not make its old second factor recent", async () => {
    const app = await giveApp(service, service.alice);
    const owner = openBrowser(service.origin);
    const page = await signIn(owner, await owner.get(authorizationOf("webClient")), "alice");
    await confirm(owner, page, app.code());
    service.pass(1200);

    const thief = openBrowser(service.origin);
    const login = await thief.follow(await thief.get(authorizationOf("webClient")));
    for (const [name, value] of owner.cookies) if (name.endsWith("-session")) thief.cookies.set(name, value);
    await thief.follow(await thief.submit(login, "/login", { username: "alice", password, action: "sign-in" }));
    const factors = await thief.follow(await thief.get("/account/second-factors"));
    expect(factors.body).not.toContain('id="account-second-factors"');
  });

  it("a query shows the page to no session below the level of the account", async () => {
    await service.rows("DELETE FROM totp_factor");
    service.pass(3600);
    const by = openBrowser(service.origin);
    await signIn(by, await by.get("/account/second-factors"), "alice");
    await giveApp(service, service.alice);
    const page = await by.follow(await by.get("/account/second-factors?done=x"));
    expect(page.body).not.toContain('id="account-second-factors"');
  });

  it("step-08: a fresh code does not make an old password recent", async () => {
    const app = await giveApp(service, service.alice);
    const by = openBrowser(service.origin);
    const page = await signIn(by, await by.get(authorizationOf("webClient")), "alice");
    await confirm(by, page, app.code(), { "remember-device": "yes" });
    const sessionName = [...by.cookies.keys()].find((name) => name.endsWith("-session")) ?? "";
    by.cookies.delete(sessionName);
    service.pass(60);
    // Signs in with the password in the remembered browser.
    await signIn(by, await by.get(authorizationOf("webClient")), "alice");
    expect(by.cookies.has(sessionName)).toBe(true);
    service.pass(1500);
    const stepUp = await by.follow(
      await by.get(authorizationOf("webClient", { acr_values: "urn:countersign:acr:mfa" })),
    );
    expect(stepUp.body).toContain('action="/login/second-factor"');
    await by.follow(await confirm(by, stepUp, app.code()));
    const factors = await by.follow(await by.get("/account/second-factors"));
    expect(factors.body).not.toContain('id="account-second-factors"');
  });
});
