/** Names as pages show them. */

/** Of the first two words of a name, for a circle that stands for a person. */
export function initials(name: string): string {
  const letters = name
    .trim()
    .split(/[\s@._-]+/u)
    .slice(0, 2)
    .map(([first = ""]) => first);
  return letters.join("").toUpperCase();
}

/** The name of a language, in that language. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // a claim may hold a tag that Intl does not take, such as `en_GB`
  }
}
