/** The pages of a person's own account: without script, with the keyboard, at 320 px, light and dark. */
import type { Page } from "@playwright/test";
import { pressByKeyboard } from "../../support/browser/keyboard.ts";
import { look } from "../../support/browser/look.ts";
import { expectPage, expectSignedOutAtClient, signIn } from "../../support/browser/pages.ts";
import { signedIn, signedInAtClient } from "../../support/browser/signed-in.ts";
import { expect, test } from "../../support/test.ts";

const NARROW = { width: 320, height: 720 };

/** `account-profile` for `/account/profile`. */
const nameOf = (page: Page) => new URL(page.url()).pathname.slice(1).replaceAll("/", "-");

test.describe("the account pages", () => {
  test("every page fits 320 px, and axe finds nothing", async ({ page, world, person }) => {
    await page.setViewportSize(NARROW);
    await signedInAtClient(page, world, person);
    await page.goto(world.issuer);
    await page.locator("#account").click();
    await expect(page.locator("main#account")).toBeVisible();
    await look(page, nameOf(page));
    const links = new Set<string>();
    for (const hub of ["", "/security", "/privacy"]) {
      await page.goto(`${world.issuer}/account${hub}`);
      const found = page.locator(".side a, main .rows a");
      for (const link of await found.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href)))
        links.add(link);
    }
    expect(links.size).toBeGreaterThan(12);
    for (const link of links) {
      await page.goto(link);
      await expect(page.locator("main h1")).toBeVisible();
      await expect(page.locator("#owner")).toBeVisible();
      await look(page, nameOf(page));
    }
  });

  test("a person signs out another browser with the keyboard", async ({ page, world, person, browser }) => {
    const elsewhere = await (await browser.newContext()).newPage();
    await signedIn(elsewhere, world.issuer, person);
    await signedIn(page, world.issuer, person);
    await page.goto(`${world.issuer}/account/sessions`);
    await pressByKeyboard(page, "#end-others");
    await expect(page.locator("#done")).toBeVisible();
    await elsewhere.goto(`${world.issuer}/account`);
    await expectPage(elsewhere, "login");
    await elsewhere.context().close();
  });

  test("a person withdraws what an app has, and the app loses access", async ({ page, world, person }) => {
    await signedInAtClient(page, world, person);
    await page.goto(`${world.issuer}/account/applications`);
    await page.locator("main .rows a").first().click();
    await page.locator("#remove-access").click();
    await page.locator("button[value=withdraw]").click();
    await expect(page.locator("#done")).toBeVisible();
    await expect(page.locator("#remove-access")).toHaveCount(0);
    await page.goto(`${world.client}/login`);
    await expectPage(page, "consent");
  });

  test("a person takes a copy of their data", async ({ page, world, person }) => {
    await signedIn(page, world.issuer, person);
    await page.goto(`${world.issuer}/account/export`);
    const downloading = page.waitForEvent("download");
    await page.locator("#export").click();
    expect((await downloading).suggestedFilename()).toBe("account.json");
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a person changes their profile and sends a picture", async ({ page, world, person }) => {
    await signedIn(page, world.issuer, person);
    await page.goto(`${world.issuer}/account/profile`);
    await page.locator("#nickname").fill("Al");
    await page.locator("#save").click();
    await expect(page.locator("#done")).toBeVisible();
    await expect(page.locator("#nickname")).toHaveValue("Al");

    const buffer = await page.locator("main").screenshot();
    await page.locator("#picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await page.locator("#upload").click();
    await expect(page.locator("#done")).toBeVisible();
    const width = () => page.locator(".portrait").evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  });

  test("a person deletes their account, and is signed out everywhere", async ({ page, world, person }) => {
    await signedInAtClient(page, world, person);
    await page.goto(`${world.issuer}/account/delete`);
    await page.locator("#username").fill("somebody else");
    await page.locator("#delete-account").click();
    await expect(page.locator("#problem")).toBeVisible();
    await page.locator("#username").fill(person.username);
    await page.locator("#delete-account").click();
    await expect(page.locator("main#account-deleted")).toBeVisible();

    await expectSignedOutAtClient(page, world.client);
    await page.goto(`${world.issuer}/account`);
    await signIn(page, person);
    await expect(page.locator("#problem")).toBeVisible();
  });
});
