/**
 * Every page of the issuer and the HTML part of mails, with sample data and with everything on it open: axe finds
 * nothing, nothing overflows to the side and no text is cut off. A page without a sample fails a test of the issuer.
 */
import { samples } from "../../support/browser/samples.ts";
import { violationsOfEach, wrongLayouts } from "../../support/browser/shown-in-turn.ts";
import { expect, test } from "../../support/test.ts";

/** Each part is a test of its own, so that none takes long. */
const PARTS = 3;

for (let part = 0; part < PARTS; part += 1) {
  test(`43: axe finds nothing on any page: part ${part + 1} of ${PARTS}`, async ({ page, world }) => {
    const all = (await samples("en")).filter((_, index) => index % PARTS === part);
    expect(all.length).toBeGreaterThan(50);
    expect(await violationsOfEach(page, world.issuer, all)).toEqual([]);
  });
}

const PHONES = [320, 390];
/** Those of people, and two for tests: texts two fifths longer, and from right to left. */
const LANGUAGES = [
  ["en", [...PHONES, 1440]],
  ["en-x-long", [...PHONES, 1440]],
  ["ar-x-pseudo", [320, 1280]],
  ["de", PHONES],
  ["fr", PHONES],
  ["es", PHONES],
  ["zh", PHONES],
] as const;

for (const [language, widths] of LANGUAGES) {
  test(`43, th.4: the texts of ${language} overflow nowhere`, async ({ page, world }) => {
    const all = await samples(language);
    expect(all.length).toBeGreaterThan(150);
    const inAnother = all.filter(({ html }) => !new RegExp(`<html lang="${language}["-]`).test(html));
    expect(inAnother.map((one) => one.page)).toEqual([]);
    expect(await wrongLayouts(page, world.issuer, { samples: all, widths })).toEqual([]);
  });
}

test("th.4: from right to left, what is written from left to right is", async () => {
  const fields = /<input[^>]*(?:type="(?:email|url)"|autocomplete="one-time-code")[^>]*>/g;
  const all = (await samples("ar-x-pseudo")).flatMap(({ page, html }) =>
    [...html.matchAll(fields)].map(([field]) => ({ page, field })),
  );
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter(({ field }) => !field.includes(' dir="ltr"'))).toEqual([]);
  expect(
    (await samples("ar-x-pseudo")).filter(({ html }) => !html.includes(' dir="rtl"')).map((one) => one.page),
  ).toEqual([]);
});

test("43: what scripts reveal and what a click opens would be noticed", async ({ page, world }) => {
  const [sample] = await samples("en");
  const within = (name: string, added: string) => ({
    page: name,
    html: (sample?.html ?? "").replace("</h1>", `</h1>${added}`),
  });
  const pale = "color: #777; background: #707070";
  const added = [
    within("revealed", `<button hidden style="width: 700px">x</button><button hidden style="${pale}">Pale</button>`),
    within("opened", `<details><summary>x</summary><p style="width: 700px; ${pale}">Pale</p></details>`),
    within("in dark", '<p style="color: light-dark(#000, #111); background: light-dark(#fff, #000)">Pale</p>'),
  ];
  const cut = (found: readonly string[]) => found.map((one) => one.split(":")[0]);
  const wrong = await wrongLayouts(page, world.issuer, { samples: added, widths: [320] });
  expect(cut(wrong)).toEqual(["320 px, revealed, open", "320 px, opened, open"]);
  const found = cut(await violationsOfEach(page, world.issuer, added));
  expect(found).toEqual(expect.arrayContaining(["320 px, light, revealed", "320 px, light, opened"]));
  expect(found).toEqual(expect.arrayContaining(["320 px, dark, in dark", "1440 px, dark, in dark"]));
  expect(found).not.toContain("320 px, light, in dark");
});
