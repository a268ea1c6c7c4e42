import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAIL_KINDS } from "../mail/kinds.ts";

const ROOT = join(import.meta.dirname, "../../../../..");
const DOCUMENT = readFileSync(join(ROOT, "docs/ui-words.md"), "utf8");
const FOLDERS = ["apps/authorization-server/src/people/views/messages", "apps/admin-console/src/views/messages"];

/** What a text in a language never contains, by the tables of the document. */
const neverIn = (rows: RegExp): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...DOCUMENT.matchAll(rows)].map(([, language = "", words = ""]) => [
      language,
      [...words.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word),
    ]),
  );
const NEVER = neverIn(/^\| (\w\w) \| (.*) \|$/gm);
const NEVER_IN_CONSOLE = neverIn(/^\| (\w\w), console \| (.*) \|$/gm);
const NEVER_TO_PEOPLE = neverIn(/^\| (\w\w), people \| (.*) \|$/gm);
const NEVER_ELSEWHERE = neverIn(/^\| en, (commands|documents) \| (.*) \|$/gm);
const wordsOf = (folder: string, language: string) => [
  ...(NEVER.get(language) ?? []),
  ...((folder.includes("admin-console") ? NEVER_IN_CONSOLE : NEVER_TO_PEOPLE).get(language) ?? []),
];

const textsIn = (folder: string, language: string) =>
  globSync(`${folder}/*/${language}.json`, { cwd: ROOT }).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(ROOT, file), "utf8")) as Record<string, string>),
  );
const broken = (texts: readonly (readonly [string, string])[], pattern: RegExp) =>
  texts.filter(([, text]) => pattern.test(text)).map(([key]) => key);

describe("45: one word for one thing, in each language", () => {
  it("the document has words of each language that we have", () => {
    for (const table of [NEVER, NEVER_IN_CONSOLE, NEVER_TO_PEOPLE]) {
      expect([...table.keys()].sort()).toEqual(["de", "en", "es", "fr", "zh"]);
      for (const words of table.values()) expect(words.length).toBeGreaterThan(1);
    }
  });

  it.each(FOLDERS.flatMap((folder) => [...NEVER.keys()].map((language) => ({ folder, language }))))(
    "$folder, $language: nothing that the document forbids",
    ({ folder, language }) => {
      const texts = textsIn(folder, language);
      expect(texts.length).toBeGreaterThan(100);
      const words = wordsOf(folder, language);
      const found = texts.flatMap(([key, text]) =>
        words.filter((word) => text.includes(word)).map((word) => `${key}: ${word}`),
      );
      expect(found).toEqual([]);
    },
  );
});

describe("45: commands and documents have the words of the pages", () => {
  /** What a command prints is quoted in its source. A document of decisions may name what was refused. */
  const PLACES = {
    commands: {
      files: [
        "apps/authorization-server/src/{cli,administration}/**/*.ts",
        "apps/authorization-server/src/platform/stores/audit/audit-types.ts",
        "packages/rules/src/client/record/*.ts",
      ],
      texts: /"[^"\n]+"|`[^`]+`/g,
    },
    documents: { files: ["{README,CONTRIBUTING,docs/**/*,apps/*/README}.md"], texts: /.+/g },
  };
  /** What a document quotes as code has the words of the code. */
  const withoutCode = (text: string) => text.replaceAll(/`[^`]*`/g, "``");
  const isRead = (file: string) =>
    !/\.test\.ts$|\/testing\/|docs\/(?:decisions|generated\/attacks|specification|ui-words)/.test(file);

  it.each(Object.entries(PLACES))("%s", (place, { files, texts }) => {
    const words = NEVER_ELSEWHERE.get(place) ?? [];
    const read = globSync(files, { cwd: ROOT }).filter(isRead);
    expect([words.length > 3, read.length > 50]).toEqual([true, true]);
    const found = read.flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(texts)].flatMap(([text]) => {
        const said = place === "documents" ? withoutCode(text) : text;
        return words.filter((word) => said.includes(word)).map((word) => `${file}: ${word}: ${text.slice(0, 80)}`);
      }),
    );
    expect(found).toEqual([]);
  });
});

describe("45: the console has words for what others name by an id", () => {
  it.each([...NEVER.keys()])("%s: every kind of mail", (language) => {
    const keys = new Set(textsIn("apps/admin-console/src/views/messages", language).map(([key]) => key));
    expect(Object.keys(MAIL_KINDS).filter((kind) => !keys.has(`mails.kind.${kind}`))).toEqual([]);
  });
});

describe.each(FOLDERS)("45: texts have the punctuation of their language, in %s", (folder) => {
  /** What programs read has a punctuation of its own. */
  const written = (language: string) => textsIn(folder, language).filter(([key]) => key !== "claims.examples.hint");

  it("French has no-break spaces where a line must not break", () => {
    const french = written("fr");
    expect(broken(french, /[ \u00a0][;?!»]|«[ \u00a0]|[ \u202f]:|\w[;?!»]/)).toEqual([]);
    expect(broken(french, /\u202f[;?!»]/).length).toBeGreaterThan(5);
  });

  it("Chinese has full-width punctuation between Chinese words", () => {
    expect(broken(written("zh"), /\p{Script=Han}[,;:?!]|\p{Script=Han}\.(?!txt)/u)).toEqual([]);
  });

  it.each([
    ["de", /["”]|[^‘’]'/],
    ["fr", /["“”']/],
    ["es", /["“”„]/],
    ["en", /["']/],
    ["zh", /["「」']/],
  ])("%s: no quotation mark of another language", (language, wrong) => {
    expect(broken(written(language), wrong)).toEqual([]);
  });

  it.each([
    ["de", /\b(?:du|dich|dir|dein\w*)\b/i],
    ["fr", /(?<!\p{L})(?:tu|toi|ton|tes|ta)(?!\p{L})/iu],
    ["es", /(?<!\p{L})(?:tú|tu|tus|tuyo|contigo)(?!\p{L})/iu],
    ["zh", /你/],
  ])("%s: people are addressed as strangers are", (language, familiar) => {
    expect(broken(written(language), familiar)).toEqual([]);
  });

  it("catalogues are named after their language", () => {
    const files = globSync(`${folder}/*/*.json`, { cwd: ROOT }).map((file) => basename(file, ".json"));
    expect(new Set(files)).toEqual(new Set(NEVER.keys()));
  });
});
