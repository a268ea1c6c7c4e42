import { expect, type Page } from "@playwright/test";
import { allow, expectSignedInAtClient } from "../../support/pages.ts";
import { test } from "../../support/test.ts";

/** The code in the newest mail to this address, as the mail catcher of the ecosystem has it. */
async function codeFor(client: string, address: string): Promise<string> {
  // The catcher listens on the port after that of the sample client.
  const catcher = new URL(client);
  catcher.port = String(Number(catcher.port) + 1);
  let code: string | undefined;
  await expect(async () => {
    const response = await fetch(new URL("/messages.json", catcher));
    const mails = (await response.json()) as readonly { readonly to: readonly string[]; readonly text: string }[];
    const mail = mails.find(({ to }) => to.includes(address));
    code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
    expect(code).toBeDefined();
  }).toPass();
  return code ?? "";
}

async function signUp(page: Page, client: string, address: string): Promise<void> {
  await page.goto(client);
  await page.locator("#sign-in").click();
  await page.locator("#sign-up").click();
  await page.locator("#email").fill(address);
  await page.locator("#continue").click();
  await page.locator("#code").fill(await codeFor(client, address));
  await page.locator("#confirm").click();
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
  await signUp(page, world.client, `nora${Date.now()}@example.org`);
  await declineOffer(page);
  await allow(page);
  await expectSignedInAtClient(page, world.client);
  await expect(page.locator("#who")).toContainText("Nora Quist");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a person signs up in the same way", async ({ page, world }) => {
    await signUp(page, world.client, `noscript${Date.now()}@example.org`);
    await declineOffer(page);
    await allow(page);
    await expectSignedInAtClient(page, world.client);
  });
});
