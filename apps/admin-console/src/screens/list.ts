/** What lists have in common: a filter in the query, and pages. */
import type { Visit } from "./screen.ts";

/** A parameter of the query that was filled in. */
export const asked = ({ query }: Pick<Visit, "query">, name: string): string | undefined =>
  query.get(name)?.trim() || undefined;

/** The address of the next page of a list, with the same filter; `undefined` on the last one. */
export function nextPage(
  { query }: Pick<Visit, "query">,
  path: string,
  cursor: string | undefined,
): string | undefined {
  if (cursor === undefined) return undefined;
  const next = new URLSearchParams([...query].filter(([name]) => name !== "cursor" && name !== "done"));
  next.set("cursor", cursor);
  return `${path}?${next}`;
}

/** A part of a path: what is in it cannot become another path. */
export const part = (text: string): string => encodeURIComponent(text);
