/** What every page must pass: axe finds nothing in light and in dark, and nothing overflows to the side. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** The minified script. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PICTURES = join(import.meta.dirname, "..", "..", "test-results", "screenshots");
/** Pictures take time, and are for people: `SCREENSHOTS=1` takes them. */
const takesPictures = process.env.SCREENSHOTS === "1";

const SCHEMES = ["light", "dark"] as const;
const HEIGHT = 800;
/** The only rule whose answer depends on the color scheme. */
const OF_COLORS = { runOnly: ["color-contrast"] };

interface Look {
  /** The widths that the page is tried at. Otherwise it stays as wide as it is. */
  readonly widths?: readonly number[];
  readonly schemes?: readonly (typeof SCHEMES)[number][];
}

/** Checks the page, and takes pictures of it under this name if they are wanted. */
export async function look(page: Page, name: string, { widths, schemes = SCHEMES }: Look = {}): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths ?? [page.viewportSize()?.width ?? 0]) {
      if (widths !== undefined) await page.setViewportSize({ width, height: HEIGHT });
      if (takesPictures)
        await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      expect.soft(await overflow(page), `${name}, ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  expect(await violationsOf(page, schemes), name).toEqual([]);
}

/** How far the page reaches beyond the window, in pixels. */
export async function overflow(page: Page): Promise<number> {
  // Elements are there before the style sheets are.
  await page.waitForLoadState();
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Texts that are wider or higher than their place, and so are not seen whole. One that ends with … says so. */
export const cutOff = (page: Page): Promise<readonly string[]> => page.evaluate(cutTexts);

/** Runs in the page, and so uses nothing from outside its body. */
export function cutTexts(): readonly string[] {
  const isCut = (one: Element) => {
    const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(one);
    // An element that is read out and not seen is clipped as a whole.
    if (textOverflow === "ellipsis" || clipPath !== "none") return false;
    const isHidden = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const beyond = { x: one.scrollWidth - one.clientWidth, y: one.scrollHeight - one.clientHeight };
    return (isHidden(overflowX) && beyond.x > 1) || (isHidden(overflowY) && beyond.y > 1);
  };
  const sticksOut = (one: Element) => {
    const [text, box] = [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()];
    return (
      box !== undefined && one.matches("button > span, .badge, .tag, .button > span") && text.right > box.right + 1
    );
  };
  return [...document.body.querySelectorAll(":not(.unseen, .unseen *, .trap, .trap *, svg *, option)")]
    .filter((one) => one.checkVisibility() && (one.textContent ?? "").trim() !== "")
    .filter((one) => isCut(one) || sticksOut(one))
    .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${(one.textContent ?? "").trim().slice(0, 60)}`);
}

/** What axe finds in these color schemes: the rules, and where each is broken. */
export async function violationsOf(page: Page, schemes: Look["schemes"] = SCHEMES) {
  await page.waitForLoadState();
  await loadAxe(page);
  const found = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const violations = await run(page, index === 0 ? {} : OF_COLORS);
    found.push(...violations.map((one) => ({ ...one, colorScheme })));
  }
  return found;
}

/** Loads axe once for each page, as loading takes longer than most of its rules. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
}

async function run(page: Page, options: object): Promise<readonly { readonly id: string; readonly at: unknown }[]> {
  return page.evaluate(async (more) => {
    // The script above is a global of the page.
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
      ...more,
    });
    return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }));
  }, options);
}

/** The color of a custom property, as the page computes it. */
export const colorOf = (page: Page, name: string) =>
  page.evaluate((property) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${property})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);
