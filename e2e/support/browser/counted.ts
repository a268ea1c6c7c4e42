/** What a person does for a task, counted as the design counts it: a choice in a list is two clicks. */
import { expect, type Locator, type Page } from "@playwright/test";

interface Work {
  readonly clicks: number;
  /** The fields that are filled in, the search included. */
  readonly fields: number;
  /** The pages that are loaded, the one at which the task begins not included. */
  readonly pages: number;
}

/** The hands of a person at a page, which count what they do. */
export interface Hands {
  click(what: Locator): Promise<void>;
  /** Chooses an option of a list by its value. */
  choose(list: Locator, value: string): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** Presses a button that copies. Returns what it has copied. */
  copy(button: Locator): Promise<string>;
  /** Seeks a text by the keyboard: `/`, the text, Enter. */
  seek(text: string): Promise<void>;
  work(): Work;
}

/** @param page with the page at which the task begins */
export function handsAt(page: Page): Hands {
  const counted = { clicks: 0, fields: 0, pages: 0 };
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) counted.pages += 1;
  });
  const click = async (what: Locator) => {
    await what.click();
    counted.clicks += 1;
  };
  return {
    click,
    async choose(list, value) {
      await list.selectOption(value);
      counted.clicks += 2;
    },
    async fill(field, text) {
      await field.fill(text);
      counted.fields += 1;
    },
    async copy(button) {
      await click(button);
      await expect(button).toHaveClass(/\bcopied\b/);
      const from = await button.getAttribute("data-copies");
      return (await page.locator(`[id="${from}"]`).textContent())?.trim() ?? "";
    },
    async seek(text) {
      await page.waitForLoadState();
      await page.keyboard.press("/");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      counted.fields += 1;
    },
    work: () => ({ ...counted }),
  };
}
