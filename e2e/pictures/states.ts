/** States of the console that no link leads to: what is open, chosen, tried or just done. In any language. */
import type { Page } from "@playwright/test";
import type { World } from "../support/worlds/world.ts";
import type { Album } from "./album.ts";

interface Tour {
  readonly page: Page;
  readonly at: (path: string) => Promise<unknown>;
  readonly take: (name: string) => Promise<void>;
}

/** @param page of an administrator who is signed in, in a deployment in use */
export async function takeStates(page: Page, album: Album, { console }: World): Promise<void> {
  const tour: Tour = {
    page,
    at: (path) => page.goto(`${console}${path}`),
    take: (name) => album.take(page, "console-states", name),
  };
  for (const state of [chosen, opened, kinds, tried, looks, undone]) {
    await state(tour).catch((err: unknown) => album.note(`${state.name}: ${err instanceof Error ? err.message : err}`));
  }
}

/** Rows that are chosen, and what can be done with them. */
async function chosen({ page, at, take }: Tour): Promise<void> {
  for (const path of ["people", "people/invitations", "clients", "sessions"]) {
    await at(`/${path}`);
    for (const box of (await page.locator("td.pick input[name=ids]").all()).slice(0, 2)) await box.check();
    await take(`${path.replaceAll("/", "-")}-chosen`);
  }
}

async function opened({ page, at, take }: Tour): Promise<void> {
  await at("/people");
  await page.locator(".toolbar details > summary").first().click();
  await take("filter-open");
  await at("/people");
  await page.locator("td.acts .menu > summary").nth(1).click();
  await take("menu-open");
  await at("/audit");
  await page.locator(".drawer > summary").first().click();
  await take("event-open");
}

/** The form of a new application of each kind. */
async function kinds({ page, at, take }: Tour): Promise<void> {
  await at("/clients/new");
  const all = await page
    .locator('[name="kind"]')
    .evaluateAll((some) => some.map((one) => (one as HTMLInputElement).value));
  for (const kind of all) {
    await page.locator(`[name="kind"][value="${kind}"]`).check();
    await take(`new-application-${kind}`);
  }
}

async function tried({ page, at, take }: Tour): Promise<void> {
  await at("/settings/webhooks");
  await page.locator("td.first a").first().click();
  await page.locator("#test").click();
  // Not another sign-in, if the one before is no longer recent.
  await page.locator("#request-code").waitFor();
  await take("webhook-tested");
  await at("/settings/configuration?tab=export");
  await take("export");
  await page.locator("[name=name]").fill("acme");
  await page.locator("#show-export").click();
  await page.waitForLoadState();
  await take("export-shown");
}

/** Each page in the preview of the appearance. */
async function looks({ page, at, take }: Tour): Promise<void> {
  await at("/settings/looks");
  const pages = page.locator('[name="preview-page"]');
  for (const shown of await pages.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))) {
    await page.locator(`#preview-${shown}`).check({ force: true });
    await page.waitForLoadState("networkidle");
    await take(`looks-${shown}`);
  }
}

/** The message of an act that can be undone. */
async function undone({ page, at, take }: Tour): Promise<void> {
  await at("/groups");
  await page.locator("td.first a").last().click();
  await page.locator("#members td.acts .menu > summary").first().click();
  await page.locator('button[value="remove-member"]').first().click();
  await page.locator("#undo").waitFor();
  await take("undo-offered");
  await page.locator("#undo").click();
  await page.locator("#done").waitFor();
  await take("undo-done");
}
