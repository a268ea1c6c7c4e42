import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { allow, expectPage, signIn, signInAndAllow } from "../../support/browser/pages.ts";
import { arrival, type RelyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";

async function answerTo(page: Page, rp: RelyingParty, parameters: Record<string, string>): Promise<URL> {
  await page.goto((await rp.begin(parameters)).url);
  return arrival(page, rp);
}

test.describe("OIDC Core §3.1.2.1: prompt=none shows no page", () => {
  test("and answers login_required without a session", async ({ page, rp, world }) => {
    const answer = await answerTo(page, rp, { prompt: "none", state: "st1" });
    expect(answer.searchParams.get("error")).toBe("login_required");
    expect(answer.searchParams.get("state")).toBe("st1");
    expect(answer.searchParams.get("iss")).toBe(world.issuer);
    expect(answer.searchParams.has("code")).toBe(false);
  });

  test("and answers consent_required to a person who has not answered this before", async ({ page, rp, person }) => {
    await page.goto((await rp.begin()).url);
    await signIn(page, person);
    await expectPage(page, "consent");
    expect((await answerTo(page, rp, { prompt: "none" })).searchParams.get("error")).toBe("consent_required");
  });

  test("and answers with a code to a person who consented before", async ({ page, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);

    const begun = await rp.begin({ prompt: "none" });
    await page.goto(begun.url);
    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect(tokens.claims()?.sub).toMatch(/\S/);
  });

  test("and must be the only value: none login is invalid_request", async ({ page, rp }) => {
    expect((await answerTo(page, rp, { prompt: "none login" })).searchParams.get("error")).toBe("invalid_request");
  });
});

test.describe("OIDC Core §3.1.2.1: prompts that show a page", () => {
  test("login asks for the password again, and auth_time has the new time", async ({ page, rp, person }) => {
    const first = await rp.begin();
    await signInAndAllow(page, first.url, person);
    const before = Number((await rp.redeem(first, await arrival(page, rp))).claims()?.auth_time);
    await sleep(1_100); // The unit of auth_time is whole seconds.

    const again = await rp.begin({ prompt: "login" });
    await page.goto(again.url);
    await expectPage(page, "login");
    await signIn(page, person);
    const after = Number((await rp.redeem(again, await arrival(page, rp))).claims()?.auth_time);
    expect(after).toBeGreaterThan(before);
    expect(Math.abs(after - Date.now() / 1000)).toBeLessThan(30);
  });

  test("consent asks again for what was granted before", async ({ page, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);

    await page.goto((await rp.begin({ prompt: "consent" })).url);
    await expectPage(page, "consent");
    await allow(page);
    expect((await arrival(page, rp)).searchParams.get("code")).toMatch(/\S/);
  });

  test("select_account shows the signed-in person, who continues with one click", async ({ page, rp, person }) => {
    const first = await rp.begin();
    await signInAndAllow(page, first.url, person);
    const before = (await rp.redeem(first, await arrival(page, rp))).claims();

    const begun = await rp.begin({ prompt: "select_account" });
    await page.goto(begun.url);
    await expectPage(page, "select-account");
    await page.locator("#continue").click();
    const after = (await rp.redeem(begun, await arrival(page, rp))).claims();
    expect([after?.sub, after?.auth_time]).toEqual([before?.sub, before?.auth_time]);
  });

  test("select_account lets another person sign in", async ({ page, world, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    const begun = await rp.begin({ prompt: "select_account" });
    await arrival(page, rp);

    await page.goto(begun.url);
    await expectPage(page, "select-account");
    await page.locator("#another-account").click();
    await expectPage(page, "login");
    const bob = world.accounts.find(({ username }) => username === "bob") ?? person;
    await signIn(page, bob);
    await expect(page.getByText("Signed in as Bob Miller.")).toBeVisible();
  });

  test("login_hint fills in the username", async ({ page, rp }) => {
    await page.goto((await rp.begin({ login_hint: "somebody@example.com" })).url);
    await expect(page.locator("#username")).toHaveValue("somebody@example.com");
    await expect(page.locator("#password")).toBeFocused();
  });
});

test.describe("OIDC Core §3.1.2.1: max_age", () => {
  test("asks for the password again once it has passed, and auth_time is correct", async ({ page, rp, person }) => {
    const first = await rp.begin({ max_age: "1000" });
    await signInAndAllow(page, first.url, person);
    const before = Number((await rp.redeem(first, await arrival(page, rp))).claims()?.auth_time);
    await sleep(2_100); // Older than max_age=1, also if the age is counted in whole seconds.

    expect((await answerTo(page, rp, { max_age: "1", prompt: "none" })).searchParams.get("error")).toBe(
      "login_required",
    );
    const again = await rp.begin({ max_age: "1" });
    await page.goto(again.url);
    await expectPage(page, "login");
    await signIn(page, person);
    const tokens = await rp.redeem(again, await arrival(page, rp));
    expect(Number(tokens.claims()?.auth_time)).toBeGreaterThan(before);
  });

  test("of 1000 s does not ask a person who just signed in", async ({ page, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);
    const begun = await rp.begin({ max_age: "1000" });
    await page.goto(begun.url);
    const tokens = await rp.redeem(begun, await arrival(page, rp));
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
  });

  test("of 0 asks once, not repeatedly", async ({ page, rp, person }) => {
    await signInAndAllow(page, (await rp.begin()).url, person);
    await arrival(page, rp);
    await page.goto((await rp.begin({ max_age: "0" })).url);
    await signIn(page, person);
    expect((await arrival(page, rp)).searchParams.get("code")).toMatch(/\S/);
  });
});
