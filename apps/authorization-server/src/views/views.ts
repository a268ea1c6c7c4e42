/** The pages a person sees. Rendering is typed per page; a deployment may put its own files in place of ours. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Display, lookupLanguage } from "@countersign/rules";
import { Eta } from "eta";
import express, { type RequestHandler } from "express";
import type { Party } from "../pages/party.ts";
import type { SharedClaim, SharedScope, ShownValue } from "../pages/shared-scopes.ts";
import { type Messages, readCatalogues } from "./messages.ts";

/** For who wants none of the languages that we have. */
const ENGLISH = "en";
const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Files alone: a folder has no page, and nobody is sent anywhere. */
const FILES = { maxAge: 300_000, index: false, redirect: false } as const;

export interface LoginModel {
  readonly party: Party;
  /** How the client shows the page (OIDC Core §3.1.2.1). */
  readonly display?: Display | undefined;
  readonly request: string;
  readonly csrf: string;
  readonly username: string;
  readonly problem: "wrong_password" | "too_many_attempts" | undefined;
}

export interface SelectAccountModel {
  readonly party: Party;
  readonly display?: Display | undefined;
  readonly person: string;
  readonly request: string;
  readonly csrf: string;
}

export interface ConsentModel {
  readonly party: Party;
  readonly display?: Display | undefined;
  readonly person: string;
  readonly scopes: readonly SharedScope[];
  readonly claims: readonly SharedClaim[];
  readonly request: string;
  readonly csrf: string;
}

export interface FormPostModel {
  /** The name of the client. */
  readonly client: string;
  /** The redirect URI. */
  readonly action: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface SignOutModel {
  readonly person: string;
  readonly csrf: string;
  /** Parameters that the form sends along. */
  readonly carried: readonly { readonly name: string; readonly value: string }[];
}

export interface SigningOutModel {
  /** The pages of clients to load. */
  readonly frames: readonly string[];
  /** Where the person goes then. */
  readonly onward: string;
}

export interface CheckSessionModel {
  /** The name of the cookie that holds the browser state. */
  readonly cookie: string;
  /** The path where a client's origin is looked up. */
  readonly lookUp: string;
}

export interface HomeModel {
  readonly person: string | undefined;
  readonly signOut: string;
  readonly metadata: string;
}

export interface ErrorModel {
  /** Names the text that says what to do next. */
  readonly advice: string;
  readonly code: string;
  readonly description: string;
  /** Leads to the line of the log. */
  readonly reference: string;
}

type Nothing = Readonly<Record<never, never>>;

/** Renders each page to HTML, in one language. */
export interface Pages {
  login(model: LoginModel): string;
  selectAccount(model: SelectAccountModel): string;
  consent(model: ConsentModel): string;
  formPost(model: FormPostModel): string;
  signOut(model: SignOutModel): string;
  signingOut(model: SigningOutModel): string;
  signedOut(model: Nothing): string;
  checkSession(model: CheckSessionModel): string;
  home(model: HomeModel): string;
  notFound(model: Nothing): string;
  error(model: ErrorModel): string;
}

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

/** Compiles every template and reads every catalogue now, so that a broken one stops the start and not a sign-in. */
export function openViews({ overrides, basePath }: ViewOptions): Views {
  const catalogues = readCatalogues({ folder: join(FOLDER, "messages"), overrides });
  const eta = openTemplates(overrides);
  const pages = new Map([...catalogues].map(([tag, messages]) => [tag, pagesIn(messages, eta, basePath)]));

  const english = lookupLanguage([ENGLISH], pages);
  if (english === undefined) throw new Error("there is no message catalogue in English");

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
  const words = wordsOf(messages, basePath);
  const page = <Model extends object>(name: string) => {
    eta.compile(eta.readFile?.(eta.resolvePath?.(name) ?? "") ?? "");
    return (model: Model) => eta.render(name, { ...model, ...words });
  };
  return {
    login: page<LoginModel>("login"),
    selectAccount: page<SelectAccountModel>("select-account"),
    consent: page<ConsentModel>("consent"),
    formPost: page<FormPostModel>("form-post"),
    signOut: page<SignOutModel>("sign-out"),
    signingOut: page<SigningOutModel>("signing-out"),
    signedOut: page<Nothing>("signed-out"),
    checkSession: page<CheckSessionModel>("check-session"),
    home: page<HomeModel>("home"),
    notFound: page<Nothing>("not-found"),
    error: page<ErrorModel>("error"),
  };
}

// What every template may call besides its own model.
function wordsOf(messages: Messages, basePath: string) {
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
