/** The pages that a person sees. Rendering is typed per page. A deployment may replace our files with its own. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Messages, readCatalogues, SHARED_ASSETS } from "@countersign/pages";
import { lookupLanguage } from "@countersign/rules";
import { Eta } from "eta";
import express, { type RequestHandler } from "express";
import type { ShownValue } from "./models/authorization.ts";
import { type Pages, TEMPLATES } from "./pages.ts";
import { SAMPLES } from "./samples/all.ts";

/** The language for a person who wants none of the available languages. */
const ENGLISH = "en";
const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Only files: a folder has no page and causes no redirect. */
const FILES = { maxAge: 300_000, index: false, redirect: false } as const;

export interface Views {
  /**
   * The pages in the first of these languages that is available, English if none is (RFC 4647 §3.4), and the language
   * range that matched. The range may be more specific than the pages. `product` is the name of this service.
   */
  in(wanted: readonly string[]): Pages & { readonly range: string; readonly product: string };
  /** The tags of the available languages (BCP 47). */
  readonly locales: readonly string[];
  /** Serves the stylesheet, pictures and our scripts. */
  readonly assets: RequestHandler;
}

export interface ViewOptions {
  /** The folder of a deployment's own files. */
  readonly overrides: string | undefined;
  /** The path of the issuer, with which our pages' URLs begin. */
  readonly basePath: string;
}

/**
 * Compiles every template and reads every catalogue now, so that an invalid one prevents the start and not a sign-in.
 * Templates of a deployment are also rendered once in every language, because a template may compile and still read a
 * value that does not exist.
 */
export function openViews({ overrides, basePath }: ViewOptions): Views {
  const catalogues = readCatalogues({ folder: join(FOLDER, "messages"), overrides });
  const eta = openTemplates(overrides);
  const locales = [...catalogues.values()].map(({ tag }) => tag).sort();
  const shared = { eta, basePath, locales };
  const pages = new Map([...catalogues].map(([tag, messages]) => [tag, pagesIn(messages, shared)]));

  const english = lookupLanguage([ENGLISH], pages);
  if (english === undefined) throw new Error("there is no message catalogue in English");

  if (overrides !== undefined) renderSamples(pages);

  const folders = [
    ...(overrides === undefined ? [] : [join(overrides, "assets")]),
    join(FOLDER, "assets"),
    SHARED_ASSETS,
  ];
  const assets = express.Router();
  for (const folder of folders) assets.use(express.static(folder, FILES));
  return {
    in(wanted) {
      const { range, found } = lookupLanguage(wanted, pages) ?? english;
      return { ...found, range };
    },
    locales,
    assets,
  };
}

/** What the pages of all languages have in common. */
interface Shared {
  readonly eta: Eta;
  readonly basePath: string;
  /** The tags of the available languages. */
  readonly locales: readonly string[];
}

function pagesIn(messages: Messages, { eta, ...shared }: Shared): Pages & { readonly product: string } {
  const words = templateHelpers(messages, shared);
  const page = <Name extends keyof Pages>(name: Name) => {
    const template = TEMPLATES[name];
    eta.compile(eta.readFile?.(eta.resolvePath?.(template) ?? "") ?? "");
    return (model: object) => eta.render(template, { ...model, ...words });
  };
  const names = Object.keys(TEMPLATES) as (keyof Pages)[];
  const pages = Object.fromEntries(names.map((name) => [name, page(name)])) as unknown as Pages;
  return { ...pages, product: messages.text("product") };
}

/**
 * Renders each page with all sample models, in every language. If a template fails, throws an error with one line that
 * names it.
 */
function renderSamples(languages: ReadonlyMap<string, Pages>): void {
  for (const [language, pages] of languages)
    for (const { page, render } of SAMPLES)
      try {
        render(pages);
      } catch (cause) {
        const problem = `the template of the page "${TEMPLATES[page]}" cannot be shown in ${language}`;
        throw new Error(`${problem}: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
}

const TIME = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
  timeZoneName: "short",
} as const;

// What every template may use besides its own model.
function templateHelpers(messages: Messages, { basePath, locales }: Omit<Shared, "eta">) {
  const locale = messages.text("locale");
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const lists = new Intl.ListFormat(locale, { type: "conjunction" });
  const times = new Intl.DateTimeFormat(locale, TIME);
  const inWords = (value: ShownValue) => {
    if (typeof value === "boolean") return messages.text(`value.${value}`);
    return value instanceof Date ? dates.format(value) : value;
  };
  const adviceKey = (advice: string) => (messages.has(`error.${advice}`) ? `error.${advice}` : "error.invalid_request");
  return {
    /** The URL path of one of our pages or pictures. */
    at: (path: string) => `${basePath}${path}`,
    t: messages.text,
    has: messages.has,
    languages: locales,
    /** The tag of the language of this page, as in `languages`. */
    language: messages.tag,
    /** The name of a language, in that language. */
    languageName,
    advise: (advice: string) => messages.text(adviceKey(advice)),
    inWords,
    /** A time as people read it, in UTC. */
    time: (value: Date) => times.format(value),
    list: (values: readonly string[]) => lists.format(values),
  };
}

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag; // a claim may hold a tag that Intl does not take, such as `en_GB`
  }
}

// A file of the deployment takes precedence over our file of the same name.
function openTemplates(overrides: string | undefined): Eta {
  const eta = new Eta({ views: join(FOLDER, "templates"), cache: true, autoEscape: true, autoTrim: false });
  const ours = eta.resolvePath;
  eta.resolvePath = (template, options) => {
    const theirs = join(overrides ?? "", `${template.replace(/^[./]+/, "")}.eta`);
    return overrides !== undefined && existsSync(theirs) ? theirs : (ours?.call(eta, template, options) ?? "");
  };
  return eta;
}
