/** What a person does on the pages of the issuer and the sample client. */
import { expect, type Page } from "@playwright/test";
import { BODY_PARAMETER } from "./tls-proxy.ts";
import { type Account, siteOf, type World } from "./world.ts";

/** On the sign-in page: fills it in and sends it. */
export async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.locator("#username").fill(username);
  await page.locator("#password").fill(password);
  await page.locator("#sign-in").click();
}

/** On the consent page: says yes to what is checked. */
export async function allow(page: Page): Promise<void> {
  await page.locator("#allow").click();
}

/** Waits for the page of this name; each page of the issuer has it as the id of its main part. */
export async function expectPage(
  page: Page,
  name: "login" | "select-account" | "consent" | "error" | "signed-out" | "home",
) {
  await expect(page.locator(`main#${name}`)).toBeVisible();
}

/** Goes to an authorization request as somebody new to this browser and client, and allows what is asked. */
export async function signInAndAllow(page: Page, url: string, account: Account): Promise<void> {
  await page.goto(url);
  await signIn(page, account);
  await expectPage(page, "consent");
  await allow(page);
}

/** From the sample client's start to its page of claims. */
export async function signInAtClient(page: Page, client: string, account: Account): Promise<void> {
  await page.goto(client);
  await page.locator("#sign-in").click();
  await signIn(page, account);
  await expectPage(page, "consent");
  await allow(page);
  await expectSignedInAtClient(page, client);
}

/** The sample client's own page, of someone signed in. */
export async function expectSignedInAtClient(page: Page, client: string): Promise<void> {
  await expect(page.locator("#who")).toBeVisible();
  expect(new URL(page.url()).origin).toBe(client);
}

/** Waits until the sample client no longer knows this browser: the issuer tells it a moment after a session ended. */
export async function expectSignedOutAtClient(page: Page, client: string): Promise<void> {
  await expect(async () => {
    await page.goto(client);
    await expect(page.locator("#sign-in")).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** One row of the sample client's tables: the value shown for a claim or scope. */
export function row(page: Page, section: "claims" | "scopes" | "id-token", name: string) {
  return page.locator(`#${section} dl.rows > div`, { has: page.locator(`dt code:text-is("${name}")`) }).locator("dd");
}

/** Opens a page with this body on another site of the https world. */
export async function openSite(page: Page, world: World, site: string, body: string): Promise<void> {
  await page.goto(`${siteOf(world, site)}/page?${new URLSearchParams({ [BODY_PARAMETER]: body })}`);
}
