/** Checks a deployment's own files: every page is rendered in every language and state, and the texts are compared. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LONG_TAG, PSEUDO_TAG, readCatalogues } from "@countersign/pages";
import { Eta } from "eta";
import { MAIL_VALUES } from "../views/models/mail.ts";
import { TEMPLATES } from "../views/pages.ts";
import { SAMPLES } from "../views/samples/all.ts";
import type { Sample } from "../views/samples/sample.ts";
import { templatesIn } from "../views/template-files.ts";
import { outdatedWords } from "../views/template-versions.ts";
import { MESSAGES_FOLDER, openViews, TEMPLATES_FOLDER, type Views } from "../views/views.ts";

export interface CheckedTheme {
  readonly pages: number;
  readonly languages: readonly string[];
  /** What a person would see, or not see: the files have to be changed. */
  readonly problems: readonly string[];
  /** What may be as it is meant. */
  readonly warnings: readonly string[];
}

/** A page that the files change, for a check of its HTML. */
export interface ChangedPage {
  /** The subject of a sentence about it. */
  readonly name: string;
  readonly html: string;
  /** The page goes on by itself after a sign-out: without a script, only a refresh can do that. */
  readonly mayRefresh: boolean;
}

/** What a template prints for a value that does not exist, and a text whose placeholder nothing fills. */
const MISSING = /\bundefined\b|\[object |\bNaN\b|Invalid Date/;

/**
 * Throws for a file that cannot be read at all: a template that does not compile, a catalogue that is not JSON. Pages
 * that differ from ours go to `problemsIn`, in English and in the languages of their catalogues.
 */
export async function checkTheme(
  overrides: string,
  problemsIn: (pages: readonly ChangedPage[]) => Promise<readonly string[]>,
): Promise<CheckedTheme> {
  const uncompiled = compilingProblems(overrides);
  if (uncompiled.length > 0) return { pages: 0, languages: [], problems: uncompiled, warnings: [] };
  const views = openViews({ overrides, basePath: "", isDraft: true });
  const languages = views.locales.filter((tag) => tag !== PSEUDO_TAG && tag !== LONG_TAG);
  const { problems, warnings } = textsOf(overrides);
  const broken = [...problems, ...languages.flatMap((language) => renderingProblems(views, language))];
  return {
    pages: SAMPLES.length,
    languages,
    problems: [...new Set(broken.length > 0 ? broken : await problemsIn(changedPages(views, languages, overrides)))],
    warnings: [...warnings, ...views.outdated.map(outdatedWords), ...views.unused().map(unusedWords)],
  };
}

/** A template that no page uses has to compile, too: a later page may use it. */
function compilingProblems(overrides: string): readonly string[] {
  const eta = new Eta({ views: overrides });
  return templatesIn(overrides).flatMap((name) => {
    try {
      eta.compile(readFileSync(join(overrides, name), "utf8"));
      return [];
    } catch (err) {
      const [what = ""] = (err instanceof Error ? err.message : String(err)).trim().split("\n");
      return [`${name} does not compile: ${what}`];
    }
  });
}

/** Says where ours of the same file name is, if it has moved. Otherwise the name may be mistyped. */
function unusedWords(name: string): string {
  const ours = templatesIn(TEMPLATES_FOLDER).find((one) => basename(one) === basename(name));
  return `no page uses ${name}${ours === undefined || ours === name ? "" : `: ours of this name is ${ours}`}`;
}

function renderingProblems(views: Pick<Views, "in">, language: string): readonly string[] {
  const pages = views.in([language]);
  return SAMPLES.flatMap(({ page, render }) => {
    const template = nameOf(page, language);
    try {
      const [missing] = MISSING.exec(render(pages)) ?? [];
      return missing === undefined ? [] : [`${template} shows "${missing}": a value does not exist`];
    } catch (err) {
      const [line = ""] = (err instanceof Error ? err.message : String(err)).trim().split("\n").slice(-1);
      return [`${template} fails: ${line}`];
    }
  });
}

const nameOf = (page: Sample["page"], language: string) =>
  `the template ${TEMPLATES[page]}.eta, of the page "${page}" in ${language},`;

function changedPages(
  views: Pick<Views, "in">,
  languages: readonly string[],
  overrides: string,
): readonly ChangedPage[] {
  const ours = openViews({ overrides: undefined, basePath: "", isDraft: true });
  const isTheirs = (language: string) => existsSync(join(overrides, "messages", `${language}.json`));
  return languages
    .filter((language) => language === "en" || isTheirs(language))
    .flatMap((language) =>
      SAMPLES.filter(({ page }) => !PLAIN.has(page)).flatMap(({ page, render }) => {
        const html = render(views.in([language]));
        if (html === render(ours.in([language]))) return [];
        return [{ name: nameOf(page, language), html, mayRefresh: page === "signingOut" }];
      }),
    );
}

/** The parts of mails that are no HTML. */
const PLAIN: ReadonlySet<string> = new Set(["mailText", "mailSubject"]);

const placeholdersIn = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));

/** Texts that nothing shows, and placeholders that nothing fills. */
function textsOf(overrides: string): Pick<CheckedTheme, "problems" | "warnings"> {
  const ours = readCatalogues({ folder: MESSAGES_FOLDER, overrides: undefined });
  const theirs = [...readCatalogues({ folder: MESSAGES_FOLDER, overrides }).values()];
  const english = ours.get("en")?.texts ?? new Map<string, string>();
  return {
    problems: theirs.flatMap(({ tag, texts }) => unfilled(tag, texts, english)),
    warnings: [
      ...theirs.flatMap(({ tag, texts }) => unshown(tag, texts, english)),
      ...theirs
        .filter(({ tag }) => !ours.has(tag.toLowerCase()))
        .flatMap(({ tag, texts }) => lacking(tag, texts, english)),
    ],
  };
}

type Texts = ReadonlyMap<string, string>;

function unfilled(tag: string, texts: Texts, english: Texts): readonly string[] {
  return [...texts].flatMap(([key, text]) => {
    const ofMails = key.startsWith("mail.") ? MAIL_VALUES : [];
    const known = new Set<string>([...placeholdersIn(english.get(key) ?? text), ...ofMails]);
    const unknown = [...placeholdersIn(text)].filter((name) => !known.has(name));
    return unknown.map((name) => `messages/${tag}.json: nothing fills {${name}} in "${key}"`);
  });
}

const unshown = (tag: string, texts: Texts, english: Texts) =>
  [...texts.keys()]
    .filter((key) => !english.has(key) && key !== "locale" && key !== "direction")
    .map((key) => `messages/${tag}.json: no page of ours shows "${key}"`);

function lacking(tag: string, texts: Texts, english: Texts): readonly string[] {
  const lacks = [...english].filter(([key, text]) => texts.get(key) === text).length;
  return lacks === 0 ? [] : [`messages/${tag}.json: ${lacks} of ${english.size} texts are the English ones`];
}
