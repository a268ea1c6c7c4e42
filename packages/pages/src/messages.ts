/** The message catalogues: every visible text has a key. Templates and errors contain no text of their own. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalLanguageTag, isLanguageTag, whenNeeded } from "@countersign/rules";
import { PSEUDO_TAG, pseudoArabic } from "./pseudo-arabic.ts";
import { LONG_TAG, pseudoLong } from "./pseudo-long.ts";

/** The language of texts that a catalogue lacks. */
const FALLBACK = "en";

export interface Messages {
  /** The language tag in the catalogue's file name (BCP 47). */
  readonly tag: string;
  /** The text of a key with `{name}` filled in. Throws for a key that is in no catalogue. */
  text(key: string, values?: Readonly<Record<string, string>>): string;
  has(key: string): boolean;
  /** Every text as it stands in the catalogues. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Folders {
  /** The folder of our catalogues: a folder for each area, with a file for each language. */
  readonly folder: string;
  /** The folder of a deployment's own catalogues. */
  readonly overrides: string | undefined;
  /** Whether there are also languages made up of the English texts: one from right to left, and one that is longer. */
  readonly hasPseudo?: boolean;
}

/**
 * Finds every catalogue, by its language tag in lower case. A file of the deployment replaces single texts of ours, or
 * adds a language. Throws for a file whose name is not a language tag. If the deployment has files, reads all of them,
 * and throws for one that is not a JSON object of texts; otherwise a language is read when it is first shown.
 */
export function readCatalogues({ folder, overrides, hasPseudo = false }: Folders): ReadonlyMap<string, Messages> {
  const areas = readdirSync(folder).map((area) => join(folder, area));
  const folders = [...areas, ...(overrides === undefined ? [] : [join(overrides, "messages")])];
  const files = folders.filter((name) => existsSync(name)).flatMap(filesOf);
  const textsIn = (wanted: string) =>
    files.filter(({ tag }) => tag === wanted).flatMap(({ file }) => Object.entries(read(file)));

  const fallback = whenNeeded(() => textsIn(FALLBACK));
  const tags = new Set(files.map(({ tag }) => tag));
  const ofTag = (tag: string, texts: () => readonly (readonly [string, string])[]) => {
    const entries = () => [...fallback(), ["locale", tag], ["direction", directionOf(tag)], ...texts()] as const;
    return [tag.toLowerCase(), messagesOf(tag, () => new Map(entries()))] as const;
  };
  const ofTests = [ofTag(PSEUDO_TAG, () => pseudoArabic(fallback())), ofTag(LONG_TAG, () => pseudoLong(fallback()))];
  const catalogues = new Map([
    ...[...tags].map((tag) => ofTag(tag, () => textsIn(tag))),
    ...(hasPseudo ? ofTests : []),
  ]);
  if (overrides !== undefined) for (const messages of catalogues.values()) void messages.texts;
  return catalogues;
}

/** The direction of a language's script (CLDR). A catalogue can say another one. */
const directionOf = (tag: string) => (RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr");

/** The scripts that living languages are written in from right to left. */
const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"]);

function filesOf(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => {
    const tag = name.slice(0, -".json".length);
    if (!isLanguageTag(tag)) throw new Error(`no language tag names the message catalogue ${name}`);
    return { tag: canonicalLanguageTag(tag), file: join(folder, name) };
  });
}

function read(file: string): Record<string, string> {
  const texts: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isCatalogue = typeof texts === "object" && texts !== null && Object.values(texts).every(isText);
  if (!isCatalogue) throw new Error(`the message catalogue ${file} is no JSON object of texts`);
  return texts as Record<string, string>;
}

const isText = (value: unknown) => typeof value === "string";

function messagesOf(tag: string, read: () => ReadonlyMap<string, string>): Messages {
  const texts = whenNeeded(read);
  return {
    tag,
    get texts() {
      return texts();
    },
    has: (key) => texts().has(key),
    text(key, values = {}) {
      const text = texts().get(key);
      if (text === undefined) throw new Error(`the message catalogue ${tag} lacks "${key}"`);
      return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
    },
  };
}
