/** Every page of the console in a language whose texts are two fifths longer, with names that hardly break. */

import { cutOff, overflow } from "../../support/browser/look.ts";
import { show } from "../../support/browser/samples.ts";
import { consolePages } from "../../support/console-pages.ts";
import { expect, test } from "../../support/test.ts";

/** Each part is a test of its own, so that none takes long. */
const PARTS = 6;
const WIDTHS = [320, 390, 1440];

for (let part = 0; part < PARTS; part += 1) {
  test(`43: in the console longer texts overflow nowhere: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    test.setTimeout(240_000);
    const all = (await consolePages("en-x-long")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(10);
    for (const sample of all) {
      await show(page, world.console, sample);
      await expect(page.locator("html")).toHaveAttribute("lang", "en-x-long");
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await overflow(page), `${sample.page}, ${width}`).toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), `${sample.page}, ${width}`).toEqual([]);
      }
    }
  });
}
