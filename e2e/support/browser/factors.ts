/** Second steps of a person in a browser. */
import { expect, type Page } from "@playwright/test";
import type { World } from "../worlds/world.ts";
import { shownSecret, totpCode } from "./totp.ts";

/** Sets up an authenticator app. Returns its secret, and leaves the page with the recovery codes open. */
export async function setUpApp(page: Page, { issuer }: Pick<World, "issuer">): Promise<string> {
  await page.goto(`${issuer}/account/second-factors`);
  await page.locator("#add-totp").click();
  const secret = await shownSecret(page);
  await page.locator("#code").fill(totpCode(secret));
  await page.locator("#confirm").click();
  await expect(page.locator("#recovery-codes li")).toHaveCount(10);
  return secret;
}
