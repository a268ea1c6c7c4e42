/** What the tests of the design's checklist have in common: an owner in the console, and what they do there. */
import { randomBytes } from "node:crypto";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import { expect, test } from "../test.ts";
import type { World } from "../worlds/world.ts";
import { newAdministrator } from "./console-administrator.ts";
import { go } from "./console-story.ts";

/** As wide as the design looks at pages. */
const WIDE = { width: 1440, height: 900 };

/** Opens a page of the console. */
type At = (path: string) => Promise<Page>;

type Kept = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** A test with the pages of an owner, who signed in once for all tests of a worker. */
export const own = test.extend<{ at: At; strongAt: At }, { kept: Kept }>({
  kept: [
    async ({ browser, world, operator }, use) => use(await newAdministrator(browser, { world, operator })),
    { scope: "worker", timeout: 120_000 },
  ],
  at: async ({ browser, world, kept }, use) => within(browser, world, kept, use),
  // Grave acts need a sign-in that is strong and recent: so each test has its own.
  strongAt: [
    async ({ browser, world, operator }, use) =>
      within(browser, world, await newAdministrator(browser, { world, operator, isStrong: true }), use),
    { timeout: 120_000 },
  ],
});

async function within(browser: Browser, { console }: World, storageState: Kept, use: (at: At) => Promise<void>) {
  const context = await browser.newContext({ storageState, viewport: WIDE, reducedMotion: "reduce" });
  const page = await context.newPage();
  await use(async (path) => {
    await page.goto(`${console}${path}`);
    return page;
  });
  await context.close();
}

export const unique = (word: string) => `${word} ${randomBytes(4).toString("hex")}`;
export const copyButtons = (of: Page | Locator) => of.locator("[data-copies]");

/** Creates an application of a kind, and leads to its page. */
export async function create(page: Page, kind: string, name = unique("Checked")): Promise<string> {
  await go(page, "Applications");
  await page.locator("#new-client").click();
  await page.locator(`#add-kind-${kind}`).check();
  await page.locator("#add-client_name").fill(name);
  // Programs and devices have none, and no field of it.
  const redirectUris = page.locator("#add-redirect_uris");
  if (["machine", "device"].includes(kind)) await expect(redirectUris).toBeHidden();
  else await redirectUris.fill("https://app.example/callback");
  await page.locator("#add").click();
  await expect(page.locator("h1")).toContainText(name);
  return name;
}

/** The client ID of the application that the page is about. */
export const clientIdIn = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** The addresses of the links in a part of the page. */
export const linksIn = (page: Page, area: string): Promise<string[]> =>
  page.locator(`${area} a`).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

/** The addresses of all places. */
export const places = (page: Page): Promise<string[]> => linksIn(page, ".places");
