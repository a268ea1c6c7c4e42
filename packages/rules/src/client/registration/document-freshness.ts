/** How long a fetched document stays fresh: RFC 9111 §4.2, within our own bounds. */

const LEAST_SECONDS = 300;
const MOST_SECONDS = 86_400;

/** The headers that decide, as the response had them. */
export interface CachingHeaders {
  readonly "cache-control"?: string | undefined;
  readonly expires?: string | undefined;
  readonly date?: string | undefined;
  readonly age?: string | undefined;
}

/**
 * The seconds for which a document is fresh: at least 5 minutes, regardless of its server, so that requests cause few
 * fetches, and at most 24 hours, so that a change is noticed. Without a usable header it is the least.
 */
export function freshSeconds(headers: CachingHeaders): number {
  return Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, lifetimeOf(headers) - countOf(headers.age)));
}

function lifetimeOf({ "cache-control": cacheControl = "", expires, date }: CachingHeaders): number {
  const directives = cacheControl.split(",").map((directive) => directive.trim().toLowerCase());
  // RFC 9111 §5.2.2: such a response is not to be stored, or not to be used again unasked.
  if (directives.some((one) => /^no-(?:store|cache)\b/.test(one))) return 0;

  const maxAge = directives.find((one) => one.startsWith("max-age="));
  if (maxAge !== undefined) return countOf(maxAge.slice("max-age=".length).replaceAll('"', ""));
  const seconds = (Date.parse(expires ?? "") - Date.parse(date ?? "")) / 1000;
  return Number.isFinite(seconds) ? seconds : 0;
}

// RFC 9111 §1.2.2: a number of seconds is digits; a very large one means a very long time.
const countOf = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : 0);
