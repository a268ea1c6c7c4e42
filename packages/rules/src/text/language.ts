/** Languages: tags of BCP 47 (RFC 5646), and how one of several is chosen for a person (RFC 4647). */

/** Longer than any tag that anyone registers. */
const LONGEST_TAG = 64;
/** Who asks for more languages than this gets the first of them. */
const MOST_RANGES = 20;

/** Whether this is a language tag in a form that RFC 5646 §2.1 knows. */
export function isLanguageTag(tag: string): boolean {
  if (tag.length > LONGEST_TAG) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The tag in the case and form that RFC 5646 §4.5 gives it. Throws a RangeError for what is no tag. */
export const canonicalLanguageTag = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;

/** OIDC Core §3.1.2.1: the languages in `ui_locales`, the dearest first. What is no tag matches nothing later. */
export const languagesIn = (uiLocales: string | undefined): readonly string[] =>
  (uiLocales ?? "").split(" ", MOST_RANGES).filter((range) => range !== "");

/** What was found, and the range that led there. */
export interface FoundLanguage<T> {
  readonly range: string;
  readonly found: T;
}

/**
 * RFC 4647 §3.4: looks the first range up that something is there for, each also without its last parts.
 *
 * @param there what is there, by language tags in lower case
 */
export function lookupLanguage<T>(
  ranges: readonly string[],
  there: ReadonlyMap<string, T>,
): FoundLanguage<T> | undefined {
  for (const range of ranges.slice(0, MOST_RANGES)) {
    if (range.length > LONGEST_TAG) continue;
    for (const tag of prefixes(range.toLowerCase())) {
      const found = there.get(tag);
      if (found !== undefined) return { range, found };
    }
  }
  return undefined;
}

// RFC 4647 §3.4: a single letter or digit only introduces what follows, and goes along with it.
function prefixes(range: string): readonly string[] {
  const parts = range.split("-");
  return parts
    .map((_, index) => parts.slice(0, parts.length - index))
    .filter((prefix) => prefix.at(-1)?.length !== 1)
    .map((prefix) => prefix.join("-"));
}
