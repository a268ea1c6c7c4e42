/**
 * Every page of the console in four languages and in one whose texts are two fifths longer, with names that hardly
 * break: nothing is too wide for its window, on phones with everything open, too, and no text is cut off.
 */

import { wrongLayouts } from "../../support/browser/shown-in-turn.ts";
import { consolePages } from "../../support/console-pages.ts";
import { expect, test } from "../../support/test.ts";

const PHONES = [320, 390];
const LANGUAGES = [
  ["en-x-long", [...PHONES, 1440]],
  ["de", PHONES],
  ["fr", PHONES],
  ["es", PHONES],
  ["zh", PHONES],
] as const;

for (const [language, widths] of LANGUAGES) {
  test(`43: in the console the texts of ${language} overflow nowhere`, async ({ page, world }) => {
    test.setTimeout(240_000);
    const samples = await consolePages(language);
    expect(samples.length).toBeGreaterThan(150);
    expect(samples.filter(({ html }) => !html.includes(`<html lang="${language}"`)).map((one) => one.page)).toEqual([]);
    expect(await wrongLayouts(page, world.console, { samples, widths, widestOpen: 390 })).toEqual([]);
  });
}

test("43: a page that is too wide, and a text that is cut off, would be noticed", async ({ page, world }) => {
  const [sample] = await consolePages("de");
  const withText = (name: string, style: string) => ({
    page: name,
    html: (sample?.html ?? "").replace("</h1>", `</h1><p style="${style}">${"unbroken".repeat(9)}</p>`),
  });
  const samples = [
    withText("wide", "width: 700px"),
    withText("cut", "width: 90px; overflow: hidden; white-space: nowrap"),
  ];
  const wrong = await wrongLayouts(page, world.console, { samples, widths: [320] });
  expect(wrong.map((one) => one.slice(0, one.indexOf(":")))).toEqual(["320 px, wide", "320 px, cut"]);
});
