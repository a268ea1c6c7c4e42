/** A security key as a second factor in a real browser, with an authenticator of the DevTools protocol. */
import type { Page } from "@playwright/test";
import { addAuthenticator, credentialsOf } from "../../support/browser/authenticator.ts";
import { allow, expectPage, expectSignedInAtClient, inRowMenu, row, signIn } from "../../support/browser/pages.ts";
import { signedIn } from "../../support/browser/signed-in.ts";
import { expect, test } from "../../support/test.ts";
import type { Account, World } from "../../support/worlds/world.ts";

/** Adds a security key on the page of the account, and keeps the recovery codes that come with it. */
async function addKey(page: Page, { issuer }: World, person: Account): Promise<void> {
  await signedIn(page, issuer, person);
  await page.goto(`${issuer}/account/passkeys`);
  await page.locator("#add-security-key").click();
  await expect(page.locator("#recovery-codes li")).toHaveCount(10);
  await page.locator("#saved").check();
  await page.locator("#done").click();
}

/** Signs out, as closing the browser does. */
const forget = (page: Page) => page.context().clearCookies();

test.describe("a security key", () => {
  test("is added, asked for after the password, and removed", async ({ page, world, person }) => {
    const authenticator = await addAuthenticator(page, "securityKey");
    await addKey(page, world, person);
    expect(await credentialsOf(authenticator)).toMatchObject([{ isResidentCredential: false }]);

    await forget(page);
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await expect(page.locator("main#second-factor")).toBeVisible();
    await page.locator("#use-security-key").click();
    await expectPage(page, "consent");
    await allow(page);
    await expectSignedInAtClient(page, world.client);
    await expect(row(page, "id-token", "amr")).toContainText("pop");
    await expect(row(page, "id-token", "acr")).toContainText("phr");

    await page.goto(`${world.issuer}/account/passkeys`);
    await inRowMenu(page, '[id^="remove-"]');
    await expect(page.locator("#done")).toBeVisible();
    await forget(page);
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await expectSignedInAtClient(page, world.client);
  });

  test("that is not there leads nowhere, and a recovery code still does", async ({ page, world, person }) => {
    const { cdp, authenticatorId } = await addAuthenticator(page, "securityKey");
    await addKey(page, world, person);
    await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
    await forget(page);
    await page.goto(`${world.client}/login`);
    await signIn(page, person);
    await page.locator("#use-security-key").click();
    await expect(page.locator("#key-cancelled")).toBeVisible();
    await page.locator("#another-way").click();
    await expect(page.locator("#recovery-code")).toBeVisible();
  });

  test("needs JavaScript, and the page says so", async ({ page, world, person, browser }) => {
    await addAuthenticator(page, "securityKey");
    await addKey(page, world, person);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const other = await context.newPage();
    await other.goto(`${world.client}/login`);
    await signIn(other, person);
    await expect(other.locator("#use-security-key")).toBeHidden();
    await expect(other.locator("noscript p")).toBeVisible();
    await expect(other.locator("#another-way")).toBeVisible();
    await context.close();
  });
});
