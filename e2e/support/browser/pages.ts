/** The actions of a person on the pages of the issuer and of the sample client. */
import { expect, type Page } from "@playwright/test";
import { BODY_PARAMETER } from "../worlds/tls-proxy.ts";
import { type Account, siteOf, type World } from "../worlds/world.ts";

/** Fills in the sign-in page and submits it. */
export async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.locator("#sign-in").waitFor({ state: "attached" });
  // A person who has a passkey is asked for it first, and the password is behind it.
  const second = page.locator("#by-password:not([open]) > summary");
  if (await second.isVisible()) await second.click();
  // The name of a person who comes back is not asked again: its field is behind it.
  const known = page.locator("#known:not([open]) > summary");
  if (await known.isVisible()) await known.click();
  await page.locator("#username").fill(username);
  await page.locator("#password").fill(password);
  await page.locator("#sign-in").click();
}

/** Consents to what is checked on the consent page. */
export async function allow(page: Page): Promise<void> {
  await page.locator("#allow").click();
}

/** Waits for the page with this name. On each page of the issuer, the name is the id of the main element. */
export async function expectPage(
  page: Page,
  name: "login" | "select-account" | "consent" | "trial" | "error" | "signed-out" | "home",
) {
  await expect(page.locator("main")).toHaveId(name);
}

/**
 * Opens an authorization request, signs in as a person who is new to this browser and client, and allows what is
 * asked.
 */
export async function signInAndAllow(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(url);
  await signIn(page, account);
  await expectPage(page, "consent");
  await allow(page);
}

/** Signs in at the sample client, from its start page to its page of claims. */
export async function signInAtClient(page: Page, client: string, account: Account): Promise<void> {
  await page.goto(client);
  await page.locator("#sign-in").click();
  await signIn(page, account);
  await expectPage(page, "consent");
  await allow(page);
  await expectSignedInAtClient(page, client);
}

/** Expects the page that the sample client shows to a signed-in person. */
export async function expectSignedInAtClient(page: Page, client: string): Promise<void> {
  await expect(page.locator("#who")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(client);
}

/** Waits until the sample client has ended its session. The issuer notifies it a moment after the session has ended. */
export async function expectSignedOutAtClient(page: Page, client: string): Promise<void> {
  await expect(async () => {
    await page.goto(client);
    await expect(page.locator("#sign-in")).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Presses a button behind the menu of the first row of a page of the account. */
export async function inRowMenu(page: Page, button: string): Promise<void> {
  await page.locator("main .rows .menu > summary").first().click();
  await page.locator(button).first().click();
}

/** One row of a table of the sample client: the value that it shows for a claim or scope. */
export function row(page: Page, section: "claims" | "scopes" | "id-token", name: string) {
  return page.locator(`#${section} dl.rows > div`, { has: page.locator(`dt code:text-is("${name}")`) }).locator("dd");
}

/** Opens a page with this body on another site of the https world. */
export async function openSite(page: Page, world: World, site: string, body: string): Promise<void> {
  await page.goto(`${siteOf(world, site)}/page?${new URLSearchParams({ [BODY_PARAMETER]: body })}`);
}
