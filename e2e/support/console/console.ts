/** The actions of an administrator in the console. */
import { expect, type Page } from "@playwright/test";
import { look as lookAt } from "../browser/look.ts";
import { signIn } from "../browser/pages.ts";
import { totpCode } from "../browser/totp.ts";
import type { World } from "../worlds/world.ts";

/** The demo administrator, who has a second factor. */
function administratorOf({ accounts }: World) {
  const found = accounts.find(({ totp }) => totp !== undefined);
  if (found?.totp === undefined) throw new Error("the demo administrator is missing");
  return { ...found, totp: found.totp };
}

const ASSERTIONS_AFTER_MS = 12_000;

/** For ten seconds after its start, the issuer cannot know which signed assertions were used before. */
export const untilAssertionsCount = (page: Page, world: World): Promise<void> =>
  page.waitForTimeout(Math.max(0, world.readyAt + ASSERTIONS_AFTER_MS - Date.now()));

/** Signs in at the console as the demo administrator. A code counts once: only one test of a run may do this. */
export async function signInAtConsole(page: Page, world: World): Promise<void> {
  const administrator = administratorOf(world);
  await page.goto(world.console);
  await signIn(page, administrator);
  await page.locator("#code").fill(totpCode(administrator.totp));
  await untilAssertionsCount(page, world);
  await page.locator("#confirm").click();
  await expect(page.locator("main")).toHaveId("overview");
}

/** Checks a page of the console at both widths. */
export const look = (page: Page, name: string): Promise<void> =>
  lookAt(page, `console-${name}`, { widths: [320, 1280] });
