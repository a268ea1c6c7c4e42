/** The pages a person sees. Rendering is typed per page; a deployment may put its own files in place of ours. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Eta } from "eta";
import express, { type RequestHandler } from "express";
import type { Party } from "../pages/party.ts";
import type { SharedScope } from "../pages/shared-scopes.ts";
import { type Messages, readMessages } from "./messages.ts";

const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Files alone: a folder has no page, and nobody is sent anywhere. */
const FILES = { maxAge: 300_000, index: false, redirect: false } as const;

export interface LoginModel {
  readonly party: Party;
  readonly request: string;
  readonly csrf: string;
  readonly username: string;
  readonly problem: "wrong_password" | "too_many_attempts" | undefined;
}

export interface ConsentModel {
  readonly party: Party;
  readonly person: string;
  readonly scopes: readonly SharedScope[];
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

/** Renders each page to HTML; `assets` serves the stylesheet, pictures and our one script. */
export interface Views {
  login(model: LoginModel): string;
  consent(model: ConsentModel): string;
  formPost(model: FormPostModel): string;
  signOut(model: SignOutModel): string;
  signedOut(model: Nothing): string;
  home(model: HomeModel): string;
  notFound(model: Nothing): string;
  error(model: ErrorModel): string;
  readonly assets: RequestHandler;
}

export interface ViewOptions {
  /** The folder of a deployment's own files. */
  readonly overrides: string | undefined;
  /** The path of the issuer, which our pages' addresses begin with. */
  readonly basePath: string;
}

/** Compiles every template now, so that a broken one stops the start and not a sign-in. */
export function openViews({ overrides, basePath }: ViewOptions): Views {
  const messages = readMessages("en", { folder: join(FOLDER, "messages"), overrides });
  const eta = openTemplates(overrides);
  const page = <Model extends object>(name: string) => {
    eta.compile(eta.readFile?.(eta.resolvePath?.(name) ?? "") ?? "");
    return (model: Model) => eta.render(name, { ...model, ...wordsOf(messages, basePath) });
  };

  const ours = express.static(join(FOLDER, "assets"), FILES);
  const theirs = overrides === undefined ? undefined : express.static(join(overrides, "assets"), FILES);
  return {
    login: page<LoginModel>("login"),
    consent: page<ConsentModel>("consent"),
    formPost: page<FormPostModel>("form-post"),
    signOut: page<SignOutModel>("sign-out"),
    signedOut: page<Nothing>("signed-out"),
    home: page<HomeModel>("home"),
    notFound: page<Nothing>("not-found"),
    error: page<ErrorModel>("error"),
    assets: (req, res, next) => (theirs ?? ours)(req, res, theirs === undefined ? next : () => ours(req, res, next)),
  };
}

// What every template may call besides its own model.
function wordsOf(messages: Messages, basePath: string) {
  const adviceKey = (advice: string) => (messages.has(`error.${advice}`) ? `error.${advice}` : "error.invalid_request");
  return {
    /** The address of a page or picture of ours. */
    at: (path: string) => `${basePath}${path}`,
    t: messages.text,
    has: messages.has,
    advise: (advice: string) => messages.text(adviceKey(advice)),
    inWords: (value: string) => (messages.has(`value.${value}`) ? messages.text(`value.${value}`) : value),
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
