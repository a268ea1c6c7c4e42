import { lookupLanguage } from "@countersign/rules";

/** A document as a page shows it. */
export interface ShownTerms {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

interface Documents {
  readonly id: string;
  readonly name: string;
  readonly urls: Readonly<Record<string, string>>;
}

/** The documents with the address of the text in this language, or else in English, or else in any language. */
export function shownTerms(documents: readonly Documents[], range: string): readonly ShownTerms[] {
  return documents.map(({ id, name, urls }) => {
    const byTag = new Map(Object.entries(urls).map(([tag, url]) => [tag.toLowerCase(), url]));
    const [first = ""] = byTag.values();
    return { id, name, url: lookupLanguage([range, "en"], byTag)?.found ?? first };
  });
}
