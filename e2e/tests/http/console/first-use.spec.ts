/** The quickstart of an application waits for the first sign-in, and says it without a reload. */
import { randomBytes } from "node:crypto";
import { authorize, scriptedBrowser } from "../../../support/browser/scripted-browser.ts";
import { newAdministrator } from "../../../support/console/console-administrator.ts";
import { relyingParty } from "../../../support/relying-party.ts";
import { expect, test } from "../../../support/test.ts";

const redirectUri = "https://first-use.example/callback";

for (const hasScript of [true, false]) {
  test(`4.5: the first sign-in turns its step green, ${hasScript ? "by itself" : "or a link does"}`, async ({
    browser,
    world,
    operator,
    person,
  }) => {
    test.setTimeout(180_000);
    const storageState = await newAdministrator(browser, { world, operator, isStrong: true });
    const context = await browser.newContext({ storageState, javaScriptEnabled: hasScript });
    const page = await context.newPage();
    await page.goto(`${world.console}/clients/new`);
    await page.locator("label", { has: page.locator("#add-kind-web") }).click();
    await page.locator("#add-client_name").fill(`First use ${randomBytes(4).toString("hex")}`);
    await page.locator("#add-redirect_uris").fill(redirectUri);
    await page.locator("#add").click();
    await expect(page.locator("main")).toHaveId("client");
    const clientId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const clientSecret = (await page.locator("#secret-value").textContent()) ?? "";
    const setup = page.locator("#setup");
    await expect(setup).toContainText("Waiting for a sign-in");

    let loads = 0;
    page.on("load", () => {
      loads += 1;
    });
    const party = await relyingParty(world, { clientId, clientSecret, redirectUri });
    await authorize(scriptedBrowser(world), (await party.begin()).url, person);
    if (!hasScript) await setup.getByRole("link", { name: "Check again" }).click();
    await expect(setup).toContainText("A user signed in");
    await expect(setup).toContainText("3 of 3 done");
    expect(loads).toBe(hasScript ? 0 : 1);
    if (hasScript) {
      await expect(page.getByRole("status").filter({ hasText: "A user signed in" })).toHaveCount(1);
      // The secret is shown until another page is opened, which the page that asks is not.
      await page.reload();
      await expect(page.locator("#secret-value")).toHaveText(clientSecret);
    }
    await context.close();
  });
}
