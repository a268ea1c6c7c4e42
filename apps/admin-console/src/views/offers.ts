/** What a page offers at its top. */
import type { Link, Page } from "./model.ts";

/** The links at the top right, but for those that an empty list offers in the middle of the page. */
export function linksAbove({ links = [], sections }: Page, isFiltered: boolean): readonly Link[] {
  const offered = new Set(
    sections.flatMap(({ table }) => {
      if (isFiltered || table === undefined || table.rows.length > 0) return [];
      return table.empty?.link?.href ?? [];
    }),
  );
  return links.filter(({ href }) => !offered.has(href));
}
