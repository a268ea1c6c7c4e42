/** Every page that links lead to, one of each kind: of two people, the page of one. */
import type { Page } from "@playwright/test";
import type { Album } from "./album.ts";

interface Crawl {
  readonly shelf: string;
  readonly start: string;
  /** What must not be opened: a sign-out, a download. */
  readonly skips: RegExp;
}

const ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{27,}|[\w-]{20,}|\d+)$/;
/** What is below these has a name or an address as its id. */
const NAMED = /(?<=\/(?:clients|apis)\/)(?!new\b)[^/]+/;
/** What chooses a part of a page; other parameters filter it. */
const PARTS = new Set(["tab", "kind", "preset", "view", "new"]);

/** The kind of page at an address: its path without ids, and the part of it. */
function kindOf(address: URL): string {
  const path = address.pathname
    .replace(NAMED, "one")
    .split("/")
    .map((part) => (ID.test(part) ? "one" : part));
  const part = [...address.searchParams].filter(([name]) => PARTS.has(name)).map(([, value]) => value);
  return [...path, ...part].filter((one) => one !== "").join("-") || "home";
}

/** Takes pictures of a page and of what it leads to, on its site. */
export async function crawl(page: Page, album: Album, { shelf, start, skips }: Crawl): Promise<void> {
  const { origin, pathname } = new URL(start);
  const seen = new Set<string>();
  const waiting = [new URL(start)];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const kind = kindOf(address);
    if (seen.has(kind)) continue;
    seen.add(kind);
    const answer = await page.goto(address.href);
    if (answer === null || answer.status() !== 200) {
      album.note(`${shelf}/${kind}: ${address.pathname} answered ${answer?.status()}`);
      continue;
    }
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    await album.take(page, shelf, kind);
    for (const link of links.map((one) => new URL(one)))
      if (link.origin === origin && link.pathname.startsWith(pathname) && !skips.test(link.pathname + link.search))
        waiting.push(link);
  }
}
