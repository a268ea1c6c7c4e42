import { expect, type Page } from "@playwright/test";
import { addAuthenticator, credentialsOf } from "../../support/browser/authenticator.ts";
import { look } from "../../support/browser/look.ts";
import { allow, expectSignedInAtClient } from "../../support/browser/pages.ts";
import { CODE, mailed } from "../../support/mail.ts";
import { test } from "../../support/test.ts";
import type { World } from "../../support/worlds/world.ts";

async function nameAddress(page: Page, world: World, address: string): Promise<void> {
  await page.goto(world.client);
  await page.locator("#sign-in").click();
  await page.locator("#sign-up").click();
  await page.locator("#email").fill(address);
  await page.locator("#continue").click();
}

/** Begins to sign up at the sample client, until the page for the details. */
async function proveAddress(page: Page, world: World, address: string): Promise<void> {
  await nameAddress(page, world, address);
  await page.locator("#code").fill(await mailed(world, address, CODE));
  await page.locator("#confirm").click();
}

async function signUp(page: Page, world: World, address: string): Promise<void> {
  await proveAddress(page, world, address);
  await page.locator("#given-name").fill("Nora");
  await page.locator("#family-name").fill("Quist");
  await page.locator("#new-password").fill("mossy lantern over seven rivers");
  await page.locator("#create-account").click();
}

/** The page that offers a passkey comes only where the browser can make one. */
async function declineOffer(page: Page): Promise<void> {
  await expect(page.locator("#allow, #not-now")).toBeVisible();
  if (await page.locator("#not-now").isVisible()) await page.locator("#not-now").click();
}

test("a person signs up with the mailed code and reaches the client", async ({ page, world }) => {
  await signUp(page, world, `nora${Date.now()}@example.org`);
  await declineOffer(page);
  await allow(page);
  await expectSignedInAtClient(page, world.client);
  await expect(page.locator("#who")).toContainText("Nora Quist");
});

test("newcomer F13: who begins again types the code of the mail that came", async ({ page, world }) => {
  const address = `again${Date.now()}@example.org`;
  await nameAddress(page, world, address);
  await expect(page.locator("#resend")).toBeVisible();
  await nameAddress(page, world, address);
  await expect(page.locator("#problem")).toContainText("A code you already have still works");
  await look(page, "sign-up-begun-again", { widths: [320, 1280] });
  await page.locator("#code").fill(await mailed(world, address, CODE));
  await page.locator("#confirm").click();
  await expect(page.locator("#create-account")).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a person signs up in the same way", async ({ page, world }) => {
    await signUp(page, world, `noscript${Date.now()}@example.org`);
    await declineOffer(page);
    await allow(page);
    await expectSignedInAtClient(page, world.client);
  });
});

test("su.3: a person signs up with a passkey, and signs in with it later", async ({ page, world }) => {
  const authenticator = await addAuthenticator(page);
  const address = `key${Date.now()}@example.org`;
  await proveAddress(page, world, address);
  await page.locator("#given-name").fill("Nora");
  await page.locator("#create-with-passkey").click();
  await allow(page);
  await expectSignedInAtClient(page, world.client);
  expect(await credentialsOf(authenticator)).toMatchObject([{ isResidentCredential: true, userName: address }]);

  await page.context().clearCookies();
  await page.goto(`${world.client}/login`);
  await expectSignedInAtClient(page, world.client);
  await expect(page.locator("#who")).toContainText("Nora");
});
