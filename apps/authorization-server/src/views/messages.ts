/** The message catalogue: every visible text has a key, and no template or error has a text of its own. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Messages {
  /** The text of a key with `{name}` filled in. Throws for a key that the catalogue lacks. */
  text(key: string, values?: Readonly<Record<string, string>>): string;
  has(key: string): boolean;
}

/** Reads a catalogue; a file of the same name in `overrides` replaces single texts. */
export function readMessages(
  locale: string,
  { folder, overrides }: { folder: string; overrides: string | undefined },
): Messages {
  const files = [
    join(folder, `${locale}.json`),
    ...(overrides === undefined ? [] : [join(overrides, "messages", `${locale}.json`)]),
  ];
  const read = files
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  const texts = new Map(read.flatMap((catalogue) => Object.entries(catalogue)));

  return {
    has: (key) => texts.has(key),
    text(key, values = {}) {
      const text = texts.get(key);
      if (text === undefined) throw new Error(`the message catalogue ${locale} lacks "${key}"`);
      return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
    },
  };
}
