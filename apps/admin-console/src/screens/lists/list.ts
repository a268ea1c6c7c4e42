/** What lists have in common: a filter in the query, and pages. */
import type { Link, Sort, Text } from "../../views/model.ts";
import type { Visit } from "../screen.ts";

/** A parameter of the query that was filled in. */
export const asked = ({ query }: Pick<Visit, "query">, name: string): string | undefined =>
  query.get(name)?.trim() || undefined;

/** How many items a page has if there are more: usually so many that no page is higher than 2,000 pixels. */
const SIZES = [25, 50, 100] as const;
const [SHOWN] = SIZES;
const SIZE = "size";
const FROM = "from";

const sizeAsked = (visit: Pick<Visit, "query">): number =>
  SIZES.find((size) => String(size) === asked(visit, SIZE)) ?? SHOWN;

/** The page of a list that is asked for. */
export function pageAsked(visit: Pick<Visit, "query">): { readonly limit: number; readonly cursor?: string } {
  const cursor = asked(visit, "cursor");
  return { limit: sizeAsked(visit), ...(cursor !== undefined && { cursor }) };
}

/** The same of what has a text in it. */
export function searchAsked(visit: Pick<Visit, "query">): { readonly q?: string } & ReturnType<typeof pageAsked> {
  const q = asked(visit, "q");
  return { ...(q !== undefined && { q }), ...pageAsked(visit) };
}

/** The parameters of one page of a list. Links to its first page leave them out. */
const OF_PAGE: readonly string[] = ["cursor", FROM, "done"];

const beginsAnew = ({ query }: Pick<Visit, "query">, ...without: readonly string[]) =>
  [...query].filter(([name]) => !(OF_PAGE.includes(name) || without.includes(name)));

/**
 * The number of the first item of the page: a cursor does not say it, so the link does. It is only shown, and only if
 * it agrees with the total.
 */
function firstOf(visit: Pick<Visit, "query">): number | undefined {
  if (asked(visit, "cursor") === undefined) return 1;
  const from = asked(visit, FROM) ?? "";
  return /^[1-9]\d{0,6}$/.test(from) ? Number(from) : undefined;
}

/** The cursors of a page of a list, as the API answers, and what is on the page. */
export interface Cursors {
  readonly items?: readonly unknown[];
  readonly previous_cursor?: string;
  readonly next_cursor?: string;
}

/** The addresses of the pages of a list before and after one, with the same filter, whose size cannot be chosen. */
export function fixedPagesBeside(visit: Pick<Visit, "query">, path: string, cursors: Cursors, size?: number) {
  const first = firstOf(visit);
  const after = first !== undefined && cursors.items !== undefined ? first + cursors.items.length : undefined;
  const before = first !== undefined && size !== undefined && first > size ? first - size : undefined;
  return {
    ...(first !== undefined && { first }),
    previous: pageAt(visit, path, { cursor: cursors.previous_cursor, from: before }),
    next: pageAt(visit, path, { cursor: cursors.next_cursor, from: after }),
  };
}

/** The same with the addresses of the list in other sizes, which begin with its first page. */
export const pagesBeside = (visit: Pick<Visit, "query">, path: string, cursors: Cursors) => ({
  ...fixedPagesBeside(visit, path, cursors, sizeAsked(visit)),
  sizes: SIZES.map((count) => ({ count, href: inSize(visit, path, count), isHere: count === sizeAsked(visit) })),
});

function inSize(visit: Pick<Visit, "query">, path: string, size: number): string {
  const left = beginsAnew(visit, SIZE);
  const parameters = new URLSearchParams(size === SHOWN ? left : [...left, [SIZE, String(size)]]);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

interface Place {
  readonly cursor: string | undefined;
  readonly from: number | undefined;
}

function pageAt(visit: Pick<Visit, "query">, path: string, { cursor, from }: Place): string | undefined {
  if (cursor === undefined) return undefined;
  const next = new URLSearchParams(beginsAnew(visit));
  next.set("cursor", cursor);
  if (from !== undefined) next.set(FROM, String(from));
  return `${path}?${next}`;
}

/** By the heading of a column: the list in the order of that column, and whether it has this order now. */
export function sortsOf(
  visit: Pick<Visit, "query">,
  path: string,
  columns: Readonly<Record<string, { readonly sort: string; readonly direction: "ascending" | "descending" }>>,
): Readonly<Record<string, Sort>> {
  const asked = visit.query.get("sort");
  const left = beginsAnew(visit, "sort");
  const sorts = Object.entries(columns).map(([column, { sort, direction }]) => {
    const href = `${path}?${new URLSearchParams([...left, ["sort", sort]])}`;
    return [column, { href, ...(asked === sort && { now: direction }) }] as const;
  });
  return Object.fromEntries(sorts);
}

/** Leads to the list as a file, with the same filter. */
export function fileLink(visit: Pick<Visit, "query">, path: string, format: "csv" | "jsonl" = "csv"): Link {
  const left = beginsAnew(visit).filter(([, value]) => value !== "");
  const address = `${path}/export?${new URLSearchParams([["format", format], ...left])}`;
  return { href: address, label: `list.export.${format}`, id: `export-${format}`, icon: "download" };
}

/** How many there are of what one answer has whole. */
export const wholeOf = (items: readonly unknown[]) => ({ count: items.length, is_more: false });

/** The lead of a page that has few items of a list, or none, although the list goes on. */
export const goesOn = (found: number, cursor: string | undefined, most: number = SHOWN): { readonly lead?: Text } =>
  cursor !== undefined && found < most ? { lead: { key: "list.goes_on" } } : {};

/** A part of a path: what is in it cannot become another path. */
export const part = (text: string): string => encodeURIComponent(text);
