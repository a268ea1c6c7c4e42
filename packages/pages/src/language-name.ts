/**
 * The name of a language, in that language. It is the tag itself where that has no name: a claim may hold `en_GB`, and
 * a client may have a name in `de-x-team` or `de-u-co-phonebk`, which RFC 5646 allows.
 */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
