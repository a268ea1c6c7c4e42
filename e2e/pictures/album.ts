/** The pictures of a run: each page at two widths, light and dark, and what is wrong with it. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { cutOff, overflow, violationsOf } from "../support/browser/look.ts";

export const WIDTHS = [1440, 390] as const;
export const SCHEMES = ["light", "dark"] as const;
const HEIGHT = 900;

/** The pages of one kind, in the order in which they were taken. */
export interface Shelf {
  readonly name: string;
  readonly pages: string[];
}

export interface Album {
  readonly folder: string;
  readonly shelves: readonly Shelf[];
  readonly problems: readonly string[];
  /** Takes all pictures of the page as it is shown, unless another name was asked for. */
  take(page: Page, shelf: string, name: string): Promise<void>;
  /** Notes what went wrong on the way to a page. */
  note(problem: string): void;
  /** Whether pictures of this shelf are wanted. */
  wants(shelf: string): boolean;
}

/** The file of a picture, below the folder of the album. */
export const fileOf = (shelf: string, name: string, width: number, scheme: string) =>
  join(shelf, `${name}-${width}-${scheme}.png`);

/**
 * An empty album.
 *
 * @param only the beginning of the names that are wanted (`console/clients`); all by default
 * @param isChecked whether each page is checked, which takes most of the time
 */
export function openAlbum(folder: string, { only = "", isChecked = true }): Album {
  const shelves: Shelf[] = [];
  const problems: string[] = [];
  const isWanted = (name: string) => name.startsWith(only);
  if (only === "") rmSync(folder, { recursive: true, force: true });
  const shelfOf = (name: string) => {
    const known = shelves.find((one) => one.name === name);
    if (known !== undefined) return known;
    const fresh = { name, pages: [] };
    shelves.push(fresh);
    mkdirSync(join(folder, name), { recursive: true });
    return fresh;
  };
  return {
    folder,
    shelves,
    problems,
    note: (problem) => void problems.push(problem),
    wants: (shelf) => only === "" || only.startsWith(shelf) || shelf.startsWith(only),
    async take(page, shelf, name) {
      if (!isWanted(`${shelf}/${name}`)) return;
      const { pages } = shelfOf(shelf);
      const own = pages.includes(name) ? `${name}-${pages.length}` : name;
      pages.push(own);
      problems.push(...(await shoot(page, { folder, shelf, name: own, isChecked })));
    },
  };
}

interface Place {
  readonly folder: string;
  readonly shelf: string;
  readonly name: string;
  readonly isChecked: boolean;
}

async function shoot(page: Page, { folder, shelf, name, isChecked }: Place): Promise<readonly string[]> {
  const found: string[] = [];
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    // What sticks to the foot of the window would lie over the middle of a longer page.
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(HEIGHT, whole) });
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.screenshot({ path: join(folder, fileOf(shelf, name, width, scheme)), fullPage: true });
    }
    await page.setViewportSize({ width, height: HEIGHT });
    if (!isChecked) continue;
    const beyond = await overflow(page);
    if (beyond > 0) found.push(`${shelf}/${name} at ${width} px: ${beyond} px beyond the window`);
    for (const text of await cutOff(page)) found.push(`${shelf}/${name} at ${width} px: not seen whole: ${text}`);
    for (const { id, at, colorScheme } of await violationsOf(page))
      found.push(`${shelf}/${name} at ${width} px, ${colorScheme}: axe: ${id} at ${JSON.stringify(at)}`);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}
