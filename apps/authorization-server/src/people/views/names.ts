/** Names of languages as pages show them. */

/** The name of a language, in that language. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // a claim may hold a tag that Intl does not take, such as `en_GB`
  }
}
