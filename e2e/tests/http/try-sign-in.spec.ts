/** An administrator tries the sign-in of an application from its page (decision 217). */

import { cutOff, look, overflow } from "../../support/browser/look.ts";
import { allow, expectPage } from "../../support/browser/pages.ts";
import { newAdministrator } from "../../support/console/console-administrator.ts";
import { expect, test } from "../../support/test.ts";

const SIZES = { widths: [320, 390, 1440] };

test("decision 217: the request is explained, signed in to, and its claims are shown; or what to change", async ({
  browser,
  world,
  operator,
}) => {
  test.setTimeout(180_000);
  const storageState = await newAdministrator(browser, { world, operator });
  const context = await browser.newContext({ storageState, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${world.console}/clients/new`);
  await page.locator("#add-kind-web").check();
  await page.locator("#add-client_name").fill("Tried");
  await page.locator("#add-redirect_uris").fill("https://tried.example/callback");
  await page.locator("#add").click();
  await page.locator("#try-sign-in-link").click();
  await look(page, "console-try-sign-in", SIZES);
  await page.locator("#try").click();
  await expect(page.locator("#trial-table")).toContainText("PKCE");
  await look(page, "console-try-sign-in-request", SIZES);
  expect(await cutOff(page)).toEqual([]);

  const opened = context.waitForEvent("page");
  await page.locator("#open-trial").click();
  const trial = await opened;
  const requested: string[] = [];
  context.on("request", (request) => requested.push(new URL(request.url()).host));
  await expectPage(trial, "consent");
  await allow(trial);
  await expectPage(trial, "trial");
  await expect(trial.locator("#trial-claims")).toContainText(world.issuer);
  await expect(trial.locator("#trial-redirect-uri")).toHaveText("https://tried.example/callback");
  expect(requested).not.toContain("tried.example");
  await look(trial, "trial-works", SIZES);

  await page.locator("#try-redirect_uri").fill("https://tried.example/callback/");
  await page.locator("#try").click();
  const again = context.waitForEvent("page");
  await page.locator("#open-trial").click();
  const failed = await again;
  await expectPage(failed, "trial");
  await expect(failed.locator("#remedy")).toContainText("redirect_uris");
  await look(failed, "trial-failed", SIZES);
  expect(await overflow(failed)).toBeLessThanOrEqual(0);
  await page.goto(`${world.console}/audit?type=client_sign_in_tried`);
  await expect(page.locator("main")).toContainText("Sign-in of an application tried");
  await context.close();
});
