/** A person who uses only the keyboard. */
import { expect, type Page } from "@playwright/test";

const MOST_PRESSES = 60;

/** Moves the focus to an element by the Tab key. The focus must be visible there. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector);
  await expect(target).toBeVisible();
  for (let presses = 0; presses <= MOST_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return expectOutline(page, selector);
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached by the keyboard`);
}

async function expectOutline(page: Page, selector: string): Promise<void> {
  await expect(page.locator(selector)).not.toHaveCSS("outline-style", "none");
}

/** Presses a button or follows a link. */
export async function pressByKeyboard(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press("Enter");
}

/** Checks or unchecks a box. */
export async function toggleByKeyboard(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press("Space");
}

/** Replaces what a field contains. */
export async function typeByKeyboard(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
