/** What an administrator does in addition to filling in forms: with others at once, by mistake, and with files. */
import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { overflow } from "../browser/look.ts";
import { allow, expectPage, signIn } from "../browser/pages.ts";
import { send } from "../http.ts";
import { arrival, relyingParty } from "../relying-party.ts";
import type { Account, World } from "../worlds/world.ts";

const done = (page: Page) => page.locator("#done");
const problem = (page: Page) => page.locator("#problem");

/** Opens a place of the console. On a narrow screen the places are behind a button. */
export async function go(page: Page, place: string): Promise<void> {
  const button = page.locator(".to-rail");
  if (await button.isVisible()) await button.click();
  await page.locator(".places").getByRole("link", { name: place, exact: true }).click();
}

/** Opens a part of the page. */
export const openTab = (page: Page, name: string) =>
  page.locator(".tabs").getByRole("link", { name, exact: false }).click();

/** Sets a filter that a list has behind a chip. */
export async function filterBy(page: Page, name: string, value: string): Promise<void> {
  const isSet = page.locator(`a.chip.on[href*="?"], a.chip.on`);
  for (const chip of await isSet.all()) if ((await chip.count()) > 0) await chip.click();
  await page.locator(`details:has([name="${name}"]) > summary`).click();
  const field = page.locator(`#${name}`);
  if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") await field.selectOption(value);
  else {
    await field.fill(value);
    await field.press("Enter");
  }
  await expect(page.locator("a.chip.on")).not.toHaveCount(0);
}

/** Signs out, or chooses a language, in the menu of the person. */
export async function inOwnMenu(page: Page, button: string): Promise<void> {
  const places = page.locator(".to-rail");
  if (await places.isVisible()) await places.click();
  await page.locator("#me").click();
  await page.locator(button).click();
}

/** The page of the person with this username. */
export async function openPerson(page: Page, username: string): Promise<void> {
  await go(page, "Users");
  await page.locator("#q").fill(username);
  await page.locator("#filter").click();
  await page.locator("#people-table tr", { hasText: username }).locator(".named a").first().click();
  await expect(page.locator("main")).toHaveId("person");
}

/** Opens the page of a client, found by its name. */
export async function openClient(page: Page, name: string): Promise<void> {
  await go(page, "Applications");
  await page.locator("#q").fill(name);
  await page.locator("#filter").click();
  await page.locator("#clients-table .named a", { hasText: name }).first().click();
}

/** Adds a user to what the page is about, found by a part of the username. */
export async function addMember(page: Page, username: string): Promise<void> {
  await page.locator("#add-members").click();
  await page.locator("#q").fill("nobody-has-this-name");
  await page.locator("#q").press("Enter");
  await expect(page.locator(".empty")).toBeVisible();
  await page.locator("#q").fill(username.slice(1).toUpperCase());
  await page.locator("#q").press("Enter");
  await expect(page.locator("#found-table tbody tr")).toHaveCount(1);
  await page.locator('#found-table input[name="ids"]').check();
  await page.locator('.bulk [value="add"]').click();
  await expect(done(page)).toBeVisible();
}

/** Presses a button, and then the one on the page that says what it does. */
export async function confirmed(page: Page, button: string): Promise<void> {
  await page.locator(button).click();
  await expect(page.locator("main")).toHaveId("confirmation");
  await page.locator(button).click();
}

/** Deletes the client of this page, after another client_id was typed by mistake. */
export async function deleteClient(page: Page, look: () => Promise<void>): Promise<void> {
  const clientId = (await page.locator(".below code").first().textContent()) ?? "";
  await openTab(page, "Settings");
  await page.locator("#delete-client").click();
  await look();
  await page.locator("#delete-client_id").fill("another");
  await page.locator("#delete").click();
  await expect(problem(page)).toBeVisible();
  await page.locator("#delete-client_id").fill(clientId);
  await page.locator("#delete").click();
}

/** Makes a client in the console. The person signs in there, and gets a token for the sample API. */
export async function useNewClient(
  page: Page,
  { world, browser, person, name }: { world: World; browser: Browser; person: Account; name: string },
): Promise<void> {
  const redirectUri = `${world.client}/desk`; // The sample client answers every request.
  await go(page, "Applications");
  await page.locator("#new-client").click();
  await page.locator("#add-kind-web").check();
  await page.locator("#add-client_name").fill(name);
  await page.locator("#add-redirect_uris").fill(redirectUri);
  for (const scope of ["profile", "email", "address", "phone"])
    await page.locator(`#add-scope input[value="${scope}"]`).uncheck();
  await page.locator('#add-scope details:has(input[value="orders:read"]) > summary').click();
  await page.locator('#add-scope input[value="orders:read"]').check();
  await page.locator("#add").click();
  const clientSecret = (await page.locator("#secret code").textContent()) ?? "";
  const clientId = (await page.locator("#facts code").first().textContent()) ?? "";

  const party = await relyingParty(world, { clientId, clientSecret, redirectUri });
  const begun = await party.begin({ scope: "openid orders:read", resource: world.api });
  const other = await browser.newPage({ extraHTTPHeaders: { "X-Forwarded-For": "10.99.1.4" } });
  await other.goto(begun.url);
  await signIn(other, person);
  await expectPage(other, "consent");
  await allow(other);
  const tokens = await party.redeem(begun, await arrival(other, party));
  expect(tokens.scope?.split(" ")).toContain("orders:read");
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const orders = await send(world, `${world.api}/orders`, { headers });
  expect(orders.status).toBe(200);
  await other.close();
}

/** Of two pages with the same form, the second one is told that it was changed, and loses nothing. */
export async function editTwice(page: Page, username: string): Promise<void> {
  await openPerson(page, username);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await page.locator("#save-nickname").fill("First");
  await page.locator("#save").click();
  await expect(done(page)).toBeVisible();
  await second.locator("#save-given_name").fill("Second");
  await second.locator("#save").click();
  await expect(problem(second)).toContainText("Someone else changed it");
  await expect(second.locator("#save-given_name")).toHaveValue("Second");
  await second.close();
  await page.reload();
  await expect(page.locator("#save-nickname")).toHaveValue("First");
}

/** A double click on the button of a form makes one. */
export async function clickTwice(page: Page, name: string): Promise<void> {
  await go(page, "Groups");
  await page.locator("#new-group").click();
  await page.locator("#add-name").fill(name);
  await page.locator("#add").dblclick();
  await expect(page.locator("main")).toHaveId("group");
  await go(page, "Groups");
  await expect(page.locator("#groups-table").getByRole("link", { name, exact: true })).toHaveCount(1);
}

/** The only owner can neither lose the role, nor be disabled or deleted. */
export async function tryToGo(page: Page, username: string): Promise<void> {
  await openPerson(page, username);
  await openTab(page, "Access");
  const owner = page.locator("#roles-table tr", { hasText: "owner" });
  await owner.locator("details.menu > summary").click();
  await owner.getByRole("button").click();
  await expect(problem(page)).toBeVisible();
  await expect(page.locator("#roles-table")).toContainText("owner");
  await openTab(page, "Profile");
  await confirmed(page, "#disable");
  await expect(problem(page)).toBeVisible();
  await openPerson(page, username);
}

/** Ends a session in the list of all, and downloads the audit log with the filter of its page. */
export async function downloadTrail(page: Page, username: string): Promise<void> {
  await go(page, "Audit log");
  await filterBy(page, "user_id", username);
  await page.locator('details:has([name="type"]) > summary').click();
  await page.locator("#type").selectOption("consent");
  await expect(page.locator("a.chip.on")).toHaveCount(2);
  await expect(page.locator("#audit-table tbody tr")).not.toHaveCount(0);
  await expect(page.locator("#audit-table")).toContainText(username);
  for (const format of ["csv", "jsonl"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`#export-${format}`).click()]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n");
    expect(lines.length).toBeGreaterThan(format === "csv" ? 1 : 0);
    expect(lines.slice(format === "csv" ? 1 : 0).every((line) => line.includes("consent"))).toBe(true);
  }
}

/** Every place, in each of these languages, on a narrow screen. */
export async function walk(page: Page, languages: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const language of languages) {
    await inOwnMenu(page, `button[name="language"][value="${language}"]`);
    const places = await page
      .locator(".places a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    for (const place of places) {
      await page.locator(".to-rail").click();
      await page.locator(`.places a[href="${place}"]`).click();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 800 });
        expect([place, await overflow(page)]).toEqual([place, 0]);
      }
    }
  }
}

/** The console in a browser that runs no script. */
export async function withoutScript(page: Page, browser: Browser, username: string): Promise<void> {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState, javaScriptEnabled: false });
  const other = await context.newPage();
  await other.goto(page.url());
  await openPerson(other, username);
  await other.locator("#save-family_name").fill("Scriptless");
  await other.locator("#save").click();
  await expect(done(other)).toBeVisible();
  await expect(other.locator("#save-family_name")).toHaveValue("Scriptless");
  await context.close();
}
