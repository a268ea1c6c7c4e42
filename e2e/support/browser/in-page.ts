/** What runs in a window that shows many sample pages. Each function uses nothing but the others in `lookAtPages`. */
import type axe from "axe-core";
import type { Sample } from "./samples.ts";

export interface InPage {
  readonly axe: typeof axe;
  readonly cutTexts: () => readonly string[];
  readonly put: (html: string) => void;
  readonly reveal: (areMenusBelow: boolean) => void;
  readonly newColors: (tried: Set<string>) => readonly Element[];
}

/** Puts a page in the place of the one before. A frame stays empty: what it shows is a sample of its own. */
export function put(html: string): void {
  const shown = new DOMParser().parseFromString(html, "text/html");
  for (const frame of shown.querySelectorAll("iframe")) frame.removeAttribute("src");
  const { lang, dir } = shown.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  document.title = shown.title;
  document.body.replaceWith(document.adoptNode(shown.body));
}

/**
 * Shows what a script reveals and what a click opens: hidden buttons, details, menus, chips, panels at the side, and
 * what can be done with chosen rows. Menus lie above the page; `areMenusBelow` puts them into it, so that they hide
 * nothing from axe.
 */
export function reveal(areMenusBelow: boolean): void {
  // Never seen: texts that are copied, read out or meant for programs, and the frames of a sign-out.
  const never = "pre, [readonly], [data-accepted], #plain-key, #asks-again, div:has(> iframe)";
  for (const one of document.querySelectorAll(`[hidden]:not(${never})`)) one.removeAttribute("hidden");
  for (const one of document.querySelectorAll("details")) {
    // Of the panels at the side, one is open at a time.
    if (!one.matches(".drawer")) one.removeAttribute("name");
    one.open = true;
  }
  for (const one of document.querySelectorAll<HTMLInputElement>('tbody .pick input[type="checkbox"]')) {
    one.checked = true;
  }
  if (!areMenusBelow) return;
  for (const one of document.querySelectorAll<HTMLElement>(".menu > :is(.pop, .sheet), .drawer > summary"))
    one.style.position = "static";
}

/** The elements with a text whose colors, size and weight were not tried yet, above what lies behind them. */
export function newColors(tried: Set<string>): readonly Element[] {
  const isText = (one: Element) =>
    one.matches("input, select, textarea, button") ||
    [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== "");
  const behind = (one: Element | null): string => {
    if (one === null) return "";
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
    const isEnd = backgroundImage === "none" && backgroundColor.startsWith("rgb(");
    return `${backgroundColor} ${backgroundImage} ${opacity} ${isEnd ? "" : behind(one.parentElement)}`;
  };
  return [...document.body.querySelectorAll("*")].filter((one) => {
    if (!isText(one) || !one.checkVisibility()) return false;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
    const colors = [color, fontSize, fontWeight, textShadow, behind(one)].join(" ");
    return !tried.has(colors) && tried.add(colors);
  });
}

/**
 * What overflows to the side, as the page arrives and when everything on it is open; and texts that are cut off then.
 *
 * @param isOpen whether what is open counts: a table that is too wide scrolls in itself, but while its menu is open
 */
export function layoutsOf({ samples, isOpen }: { samples: readonly Sample[]; isOpen: boolean }): readonly string[] {
  const look = globalThis as unknown as InPage;
  const beyond = () => {
    const { scrollWidth, dir } = document.documentElement;
    const right = scrollWidth - window.innerWidth;
    // A page in a right-to-left language overflows to the left.
    return dir === "rtl" ? Math.max(right, -leftmost()) : right;
  };
  const leftmost = () =>
    Math.min(...[...document.body.querySelectorAll("*")].map((one) => one.getBoundingClientRect().left));
  const wide = (what: string) => (beyond() > 0 ? [`${what}: ${beyond()} px too wide`] : []);
  return samples.flatMap(({ page, html }) => {
    look.put(html);
    const arrived = wide(page);
    look.reveal(false);
    const opened = isOpen && arrived.length === 0 ? wide(`${page}, open`) : [];
    return [...arrived, ...opened, ...look.cutTexts().map((cut) => `${page}: ${cut}`)];
  });
}

/** What axe finds on each page, with everything open: by all rules, or in colors that it has not tried yet. */
export async function violationsIn({ samples, isWhole }: { samples: readonly Sample[]; isWhole: boolean }) {
  const look = globalThis as unknown as InPage;
  const tried = new Set<string>();
  const found: string[] = [];
  for (const { page, html } of samples) {
    look.put(html);
    look.reveal(true);
    const fresh = isWhole ? [] : look.newColors(tried);
    if (!isWhole && fresh.length === 0) continue;
    const { violations } = await look.axe.run(isWhole ? document : { include: fresh as unknown as Node[] }, {
      resultTypes: ["violations"],
      preload: false,
      ...(isWhole ? {} : { runOnly: ["color-contrast"] }),
    });
    for (const { id, nodes } of violations) found.push(`${page}: ${id}: ${nodes.map(({ target }) => target).join()}`);
  }
  return { found, colors: tried.size };
}
