/**
 * Every page of the issuer and the HTML part of mails, with sample data: axe finds nothing at 320, 390 and 1440 px, in
 * light and dark mode in turn, and nothing overflows to the side. A page without a sample fails a test of the issuer.
 */
import { cutOff, overflow, problemsAtEachWidth } from "../../support/browser/look.ts";
import { samples, show } from "../../support/browser/samples.ts";
import { expect, test } from "../../support/test.ts";

/** Each part is a test of its own, so that none takes long. */
const PARTS = 8;

for (let part = 0; part < PARTS; part += 1) {
  test(`axe finds nothing on any page: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    const all = (await samples("en")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(1);
    for (const [turn, sample] of all.entries()) {
      await show(page, world.issuer, sample);
      expect.soft(await problemsAtEachWidth(page, turn + part), sample.page).toEqual([]);
    }
  });
}

for (let part = 0; part < PARTS; part += 1) {
  test(`th.4: from right to left nothing overflows: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    const all = (await samples("ar-x-pseudo")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(1);
    for (const sample of all) {
      await show(page, world.issuer, sample);
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        const { direction, beyond, before } = await page.evaluate(() => ({
          direction: getComputedStyle(document.body).direction,
          beyond: document.documentElement.scrollWidth - window.innerWidth,
          // What sticks out to the left of a page that begins at the right.
          before: Math.min(...[...document.body.querySelectorAll("*")].map((one) => one.getBoundingClientRect().left)),
        }));
        expect.soft([direction, beyond <= 0, before >= 0], `${sample.page}, ${width}`).toEqual(["rtl", true, true]);
      }
      const fields = page.locator('input[type="email"], input[type="url"], input[autocomplete="one-time-code"]');
      for (const field of await fields.all()) await expect.soft(field, sample.page).toHaveAttribute("dir", "ltr");
    }
  });
}

for (let part = 0; part < PARTS; part += 1) {
  test(`43: texts with two fifths more overflow nowhere: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    const all = (await samples("en-x-long")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(1);
    for (const sample of all) {
      await show(page, world.issuer, sample);
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await overflow(page), `${sample.page}, ${width}`).toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), `${sample.page}, ${width}`).toEqual([]);
      }
    }
  });
}
