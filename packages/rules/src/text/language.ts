/** Languages: tags of BCP 47 (RFC 5646), and the choice of one for a person (RFC 4647). */

/** Longer than any registered tag. */
const LONGEST_TAG = 64;
/** Of a longer list of languages, only this many are read. */
const MOST_RANGES = 20;

/** Whether this is a language tag in a form that RFC 5646 §2.1 allows. */
export function isLanguageTag(tag: string): boolean {
  if (tag.length > LONGEST_TAG) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The tag in the case and form of RFC 5646 §4.5. Throws a RangeError for anything that is not a tag. */
export const canonicalLanguageTag = (tag: string): string => Intl.getCanonicalLocales(tag)[0] ?? tag;

/**
 * OIDC Core §3.1.2.1: the languages in `ui_locales`, most preferred first. Anything that is not a tag matches nothing
 * later.
 */
export const languagesIn = (uiLocales: string | undefined): readonly string[] =>
  (uiLocales ?? "").split(" ", MOST_RANGES).filter((range) => range !== "");

/** The value that was found, and the range that matched. */
export interface FoundLanguage<T> {
  readonly range: string;
  readonly found: T;
}

/**
 * RFC 4647 §3.4: looks up the first range that has a value. Each range is also tried without its last parts, and with
 * the usual script of its language. A value in another script than the range's, such as `zh` in simplified Chinese for
 * `zh-TW`, is found only if no other range has a value (CLDR, parent locales).
 *
 * @param there the values, by language tags in lower case
 */
export function lookupLanguage<T>(
  ranges: readonly string[],
  there: ReadonlyMap<string, T>,
): FoundLanguage<T> | undefined {
  let inOtherScript: FoundLanguage<T> | undefined;
  for (const range of ranges.slice(0, MOST_RANGES)) {
    if (range.length > LONGEST_TAG) continue;
    const script = scriptOf(range);
    for (const tag of [...prefixes(range.toLowerCase()), ...withScript(range, script)]) {
      const found = there.get(tag);
      if (found === undefined) continue;
      if (tag === range || script === scriptOf(tag)) return { range, found };
      inOtherScript ??= { range, found };
    }
  }
  return inOtherScript;
}

/** The language with its usual script: `zh-TW` is `zh-hant`. Empty for an invalid tag. */
const withScript = (tag: string, script: string | undefined): readonly string[] =>
  script === undefined ? [] : [`${new Intl.Locale(tag).language}-${script}`.toLowerCase()];

/** The script that a language is usually written in (CLDR, likely subtags); undefined for an invalid tag. */
const scriptOf = (tag: string): string | undefined =>
  isLanguageTag(tag) ? new Intl.Locale(tag).maximize().script : undefined;

// RFC 4647 §3.4: a single letter or digit only introduces what follows, and is removed together with it.
function prefixes(range: string): readonly string[] {
  const parts = range.split("-");
  return parts
    .map((_, index) => parts.slice(0, parts.length - index))
    .filter((prefix) => prefix.at(-1)?.length !== 1)
    .map((prefix) => prefix.join("-"));
}
