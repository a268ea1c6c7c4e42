/** Lists of the console on a phone: each row has a bounded height. */
import { show } from "../../../support/browser/samples.ts";
import { consolePages } from "../../../support/console-pages.ts";
import { expect, test } from "../../../support/test.ts";

/** A name, three lines of facts and a button: sessions have no page that would tell the rest. */
const HIGHEST_PIXELS = 130;
/** What the samples have in every place that people fill in. */
const LONG = /Donaudampfschifffahrtsgesellschaft [\w-]{36}/g;

test("4.5: a row of a list is a few lines high at 390 px", async ({ page, world }) => {
  const lists = (await consolePages("en")).filter(({ page: name, html }) => !/ /.test(name) && /id="list"/.test(html));
  expect(lists.length).toBeGreaterThan(12);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { page: name, html } of lists) {
    await show(page, world.console, { page: name, html: html.replaceAll(LONG, "Mila Sørensen") });
    const rows = await page.locator("#list tbody tr").all();
    for (const row of rows) expect.soft((await row.boundingBox())?.height, name).toBeLessThanOrEqual(HIGHEST_PIXELS);
  }
});
