/** The pages a person sees. Rendering is typed per page; a deployment may put its own files in place of ours. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lookupLanguage } from "@countersign/rules";
import { Eta } from "eta";
import express, { type RequestHandler } from "express";
import { type Messages, readCatalogues } from "./messages.ts";
import type { Pages, ShownValue } from "./pages.ts";
import { SAMPLES } from "./samples.ts";

/** For who wants none of the languages that we have. */
const ENGLISH = "en";
const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Files alone: a folder has no page, and nobody is sent anywhere. */
const FILES = { maxAge: 300_000, index: false, redirect: false } as const;

/** The template of each page. */
const TEMPLATES: Readonly<Record<keyof Pages, string>> = {
  login: "login",
  selectAccount: "select-account",
  consent: "consent",
  formPost: "form-post",
  signOut: "sign-out",
  signingOut: "signing-out",
  signedOut: "signed-out",
  checkSession: "check-session",
  home: "home",
  notFound: "not-found",
  error: "error",
  returnError: "return-error",
};

export interface Views {
  /**
   * The pages in the first of these languages that we have, English if there is none (RFC 4647 §3.4), and the range of
   * languages that led to it: more exact than the pages are, perhaps.
   */
  in(wanted: readonly string[]): Pages & { readonly range: string };
  /** The tags of the languages there are (BCP 47). */
  readonly locales: readonly string[];
  /** Serves the stylesheet, pictures and our scripts. */
  readonly assets: RequestHandler;
}

export interface ViewOptions {
  /** The folder of a deployment's own files. */
  readonly overrides: string | undefined;
  /** The path of the issuer, which our pages' addresses begin with. */
  readonly basePath: string;
}

/**
 * Compiles every template and reads every catalogue now, so that a broken one stops the start and not a sign-in.
 * Templates of a deployment are also rendered once, in every language: one may compile and still read what is not
 * there.
 */
export function openViews({ overrides, basePath }: ViewOptions): Views {
  const catalogues = readCatalogues({ folder: join(FOLDER, "messages"), overrides });
  const eta = openTemplates(overrides);
  const pages = new Map([...catalogues].map(([tag, messages]) => [tag, pagesIn(messages, eta, basePath)]));

  const english = lookupLanguage([ENGLISH], pages);
  if (english === undefined) throw new Error("there is no message catalogue in English");

  if (overrides !== undefined) renderSamples(pages);

  const ours = express.static(join(FOLDER, "assets"), FILES);
  const theirs = overrides === undefined ? undefined : express.static(join(overrides, "assets"), FILES);
  return {
    in(wanted) {
      const { range, found } = lookupLanguage(wanted, pages) ?? english;
      return { ...found, range };
    },
    locales: [...catalogues.values()].map(({ tag }) => tag).sort(),
    assets: (req, res, next) => (theirs ?? ours)(req, res, theirs === undefined ? next : () => ours(req, res, next)),
  };
}

function pagesIn(messages: Messages, eta: Eta, basePath: string): Pages {
  const words = templateHelpers(messages, basePath);
  const page = <Name extends keyof Pages>(name: Name) => {
    const template = TEMPLATES[name];
    eta.compile(eta.readFile?.(eta.resolvePath?.(template) ?? "") ?? "");
    return (model: object) => eta.render(template, { ...model, ...words });
  };
  const names = Object.keys(TEMPLATES) as (keyof Pages)[];
  return Object.fromEntries(names.map((name) => [name, page(name)])) as unknown as Pages;
}

/**
 * Renders each page with models of all kinds, in every language. Throws where a template fails, with one line that
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

// What every template may call besides its own model.
function templateHelpers(messages: Messages, basePath: string) {
  const dates = new Intl.DateTimeFormat(messages.text("locale"), { dateStyle: "long", timeZone: "UTC" });
  const inWords = (value: ShownValue) => {
    if (typeof value === "boolean") return messages.text(`value.${value}`);
    return value instanceof Date ? dates.format(value) : value;
  };
  const adviceKey = (advice: string) => (messages.has(`error.${advice}`) ? `error.${advice}` : "error.invalid_request");
  return {
    /** The address of a page or picture of ours. */
    at: (path: string) => `${basePath}${path}`,
    t: messages.text,
    has: messages.has,
    advise: (advice: string) => messages.text(adviceKey(advice)),
    inWords,
  };
}

// A file of the deployment goes before ours of the same name.
function openTemplates(overrides: string | undefined): Eta {
  const eta = new Eta({ views: join(FOLDER, "templates"), cache: true, autoEscape: true, autoTrim: false });
  const ours = eta.resolvePath;
  eta.resolvePath = (template, options) => {
    const theirs = join(overrides ?? "", `${template.replace(/^[./]+/, "")}.eta`);
    return overrides !== undefined && existsSync(theirs) ? theirs : (ours?.call(eta, template, options) ?? "");
  };
  return eta;
}
