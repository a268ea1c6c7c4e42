import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { agree, authorizationOf, codeFor, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { password } from "../../../../testing/world.ts";
import { demandPasswordChange } from "../../../administration/ways-in/passwords.ts";

let service: Service;
let browser: Browser;
let passwordHash: unknown;
beforeAll(async () => {
  service = await startService();
  passwordHash = (await service.rows("SELECT password_hash AS hash FROM end_user LIMIT 1"))[0]?.hash;
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3600);
  await service.rows("UPDATE end_user SET password_hash = $1, password_change_required_at = NULL", [passwordHash]);
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const chosen = "a mountain and a river";
const demand = () => demandPasswordChange(service.database, service.alice, byOperatorAt(service.clock.now));
const set = (page: Answer, secret = chosen) =>
  browser.submit(page, "/change-password", { "new-password": secret, action: "set" });
const asked = async () => signIn(browser, await browser.get(authorizationOf("webClient")));

describe("NIST SP 800-63B-4 §3.1.1.2: a password that others know is replaced before anything is issued", () => {
  it("and the request continues with the new one", async () => {
    await demand();
    const page = await asked();
    expect(page.body).toContain('id="change-password"');
    const consent = await browser.follow(await set(page));
    const answer = await agree(browser, consent);
    expect(answer.location?.searchParams.get("code")).toMatch(/./);
    expect(await service.rows("SELECT FROM end_user WHERE password_change_required_at IS NOT NULL")).toEqual([]);
  });

  it("when the person signs in with a password that is on the list by now", async () => {
    const known = await hash("password1234567", { memoryCost: 1024, timeCost: 1 });
    await service.rows("UPDATE end_user SET password_hash = $1 WHERE id = $2", [known, service.alice]);
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const sent = { username: "alice", password: "password1234567", action: "sign-in" };
    const page = await browser.follow(await browser.submit(login, "/login", sent));
    expect(page.body).toContain('id="change-password"');
    expect((await browser.follow(await set(page))).body).toContain("/consent");
  });

  it.each([
    ["the same", password, "already your password"],
    ["a short one", "short", "at least 15 characters"],
    ["the name of the client", "Client webClient 1", "is mostly your name"],
  ])("not by %s", async (_, secret, says) => {
    await demand();
    const refused = await set(await asked(), secret);
    expect([refused.status, refused.body.includes(says)]).toEqual([422, true]);
  });

  it("ends the person's other sessions, and keeps this one", async () => {
    const other = openBrowser(service.origin);
    await codeFor(other, "webClient");
    await demand();
    await set(await asked());
    expect((await other.get("/")).body).not.toContain("alice example");
    expect((await browser.get("/")).body).toContain("alice example");
  });

  it("after another sign-in, where the last one is older than fifteen minutes", async () => {
    await codeFor(browser, "webClient");
    service.pass(901);
    await demand();
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    expect(login.body).toContain('action="/login"');
    expect((await signIn(browser, login)).body).toContain('id="change-password"');
  });

  it("which a client hears that forbids pages", async () => {
    await codeFor(browser, "webClient");
    await demand();
    const answer = await browser.get(authorizationOf("webClient", { prompt: "none" }));
    expect(answer.location?.searchParams.get("error")).toBe("interaction_required");
  });

  it("and a person who cancels sends the client an error, and keeps the password", async () => {
    await demand();
    const page = await asked();
    const answer = await browser.submit(page, "/change-password", { action: "cancel" });
    expect(answer.location?.searchParams.get("error")).toBe("access_denied");
  });
});
