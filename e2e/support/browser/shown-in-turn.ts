/** Many sample pages in one window: each replaces the one before, and no style sheet is loaded again. */
import type { Page } from "@playwright/test";
import { layoutsOf, newColors, put, reveal, violationsIn } from "./in-page.ts";
import { cutTexts, loadAxe } from "./look.ts";
import { type Sample, show } from "./samples.ts";

const HEIGHT = 800;

/** Each look at all pages: the first one has all rules, and the others try each set of colors where it comes first. */
const LOOKS = [
  [320, "light"],
  [320, "dark"],
  [1440, "light"],
  [1440, "dark"],
] as const;

interface Layouts {
  readonly samples: readonly Sample[];
  readonly widths: readonly number[];
  /** Up to this width, nothing overflows while everything is open, either. Otherwise at each width. */
  readonly widestOpen?: number;
}

/** What is wrong with the layout of each page at each width: what overflows to the side, and texts that are cut off. */
export async function wrongLayouts(
  page: Page,
  origin: string,
  { samples, widths, widestOpen = Number.POSITIVE_INFINITY }: Layouts,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const alike of alikeIn(samples)) {
    await begin(page, origin, alike);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      found.push(
        ...(await page.evaluate(layoutsOf, { samples: alike, isOpen: width <= widestOpen })).map(
          (one) => `${width} px, ${one}`,
        ),
      );
    }
  }
  return found;
}

/** What axe finds on these pages with everything open: all rules on a phone in light, and the colors of all looks. */
export async function violationsOfEach(page: Page, origin: string, samples: readonly Sample[]) {
  const found: string[] = [];
  for (const alike of alikeIn(samples)) {
    await begin(page, origin, alike);
    await loadAxe(page);
    for (const [index, [width, colorScheme]] of LOOKS.entries()) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme });
      const seen = await page.evaluate(violationsIn, { samples: alike, isWhole: index === 0 });
      found.push(...seen.found.map((one) => `${width} px, ${colorScheme}, ${one}`));
    }
  }
  return found;
}

/** The pages in groups of those with the same style sheets: a group is one load. */
function alikeIn(samples: readonly Sample[]): Iterable<readonly Sample[]> {
  const styles = ({ html }: Sample) =>
    [...html.matchAll(/<link rel="stylesheet"[^>]*>|<style>[\s\S]*?<\/style>/g)].join("");
  return Map.groupBy(samples, styles).values();
}

async function begin(page: Page, origin: string, [first]: readonly Sample[]): Promise<void> {
  if (first === undefined) return;
  await show(page, origin, first);
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const parts = Object.entries({ cutTexts, put, reveal, newColors }).map(([name, part]) => `${name}: ${part}`);
  await page.evaluate(`Object.assign(globalThis, { ${parts} })`);
}
