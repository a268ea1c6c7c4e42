/** Many sample pages in one window: each replaces the one before, and no style sheet is loaded again. */
import type { Page } from "@playwright/test";
import { cutTexts } from "./look.ts";
import { type Sample, show } from "./samples.ts";

const HEIGHT = 800;

/** What is wrong with the layout of each page at each width: what overflows to the side, and texts that are cut off. */
export async function wrongLayouts(
  page: Page,
  origin: string,
  { samples, widths }: { readonly samples: readonly Sample[]; readonly widths: readonly number[] },
): Promise<readonly string[]> {
  const [first] = samples;
  if (first === undefined) return [];
  await show(page, origin, first);
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.evaluate(`globalThis.cutTexts = ${cutTexts}`);
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    found.push(...(await page.evaluate(lookAtEach, samples)).map((one) => `${width} px, ${one}`));
  }
  return found;
}

function lookAtEach(samples: readonly Sample[]): readonly string[] {
  const look = globalThis as unknown as { cutTexts: () => readonly string[] };
  return samples.flatMap(({ page, html }) => {
    const shown = new DOMParser().parseFromString(html, "text/html");
    for (const frame of shown.querySelectorAll("iframe")) frame.removeAttribute("src");
    document.documentElement.lang = shown.documentElement.lang;
    document.body.replaceWith(document.adoptNode(shown.body));
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    return [
      ...(beyond > 0 ? [`${page}: ${beyond} px too wide`] : []),
      ...look.cutTexts().map((cut) => `${page}: ${cut}`),
    ];
  });
}
