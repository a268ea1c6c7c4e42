/**
 * A page of a person's own account. The file of each page defines what the page shows and what an act of the person
 * does. This file does the rest. It finds the session and demands the page's level of sign-in. If that is not reached,
 * the person signs in and returns to the page by GET: an act is never repeated. It binds forms to the browser, the
 * session and the page.
 *
 * A page finds every row by its id and the session's person. A row of another person does not exist: it is a 404.
 */
import { type AccountLevel, assessLevel, highestAcr, reachesLevel } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { signInForPage } from "../../issuer/interaction/arrival/sign-in-for-page.ts";
import { pathBelow } from "../../paths.ts";
import { assertOwnForm, csrfToken } from "../../platform/http/csrf.ts";
import { SCRIPTED as HEADERS } from "../../platform/http/headers.ts";
import { languagesOf } from "../../platform/http/languages.ts";
import { type FormParameters, formOf, queryOf } from "../../platform/http/parameters.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import type { AccountLink, AccountModel } from "../views/models/account.ts";
import type { Views } from "../views/views.ts";
import type { Check } from "./check-up.ts";
import { frameOf } from "./frame.ts";
import { chooseLanguage } from "./language.ts";
import type { SectionName } from "./sections.ts";

/** What a page shows and acts on. */
export interface Asked {
  readonly session: Session;
  /** The person whose account it is. Every row that the page shows or changes belongs to this person. */
  readonly userId: string;
  /** Who acts, when and from where, for acts of administration. */
  readonly by: By;
  /** The pages in the person's language. */
  readonly pages: ReturnType<Views["in"]>;
  /** What every page of the account shows. */
  readonly common: AccountModel;
}

/** The result of an act of the person. */
export type Outcome =
  /** The browser returns to the page by GET. `notice` is the key of a text `account.done.<key>` to show there. */
  | { readonly kind: "done"; readonly notice?: string }
  /** The browser goes to another path of ours by GET. */
  | { readonly kind: "go"; readonly to: string }
  /** The page is shown again. */
  | {
      readonly kind: "show";
      readonly page: string;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** This act needs a more recent sign-in than the page does. The person signs in and returns to the page. */
  | { readonly kind: "sign-in"; readonly level: AccountLevel }
  /** There is no such row, or it belongs to another person: 404. */
  | { readonly kind: "missing" }
  /** The act answered the call itself, for example with a file. */
  | { readonly kind: "answered" };

export interface AccountPage {
  /** The path below the issuer, from `paths`. */
  readonly path: string;
  /** The name of the page in links; `undefined` if no link leads to it. The texts are `account.nav.<name>`. */
  readonly name?: string;
  /** The section that the page belongs to; none for a page that people come to by another way. */
  readonly section?: SectionName;
  /** What the sign-in must reach before the page is shown or acts. */
  readonly level: AccountLevel;
  /** Whether this deployment has the page. If absent, every deployment has it. */
  readonly isOn?: (deps: Dependencies) => boolean;
  /** What the person should do on this page. The texts are `account.warning.<key>`. */
  readonly warnings?: (userId: string, deps: Dependencies) => Promise<readonly string[]>;
  /** The checks of the security check-up that are mended on this page. */
  readonly checks?: (asked: Asked, deps: Dependencies) => Promise<readonly Check[]>;
  readonly show: (asked: Asked, deps: Dependencies, call: Call) => string | Promise<string>;
  /** Reads the form that is sent. If absent, it is an ordinary form. */
  readonly readForm?: (call: Call) => Promise<FormParameters>;
  /** A page without `act` has no forms but that of the language. */
  readonly act?: (asked: Asked, form: FormParameters, deps: Dependencies, call: Call) => Promise<Outcome>;
}

/** Defines a page of the account. */
export const defineAccountPage = (page: AccountPage): AccountPage => page;

/** The pages that this deployment has: links to them, and their paths. */
export interface Around {
  readonly links: readonly AccountLink[];
  readonly has: ReadonlySet<string>;
}

/** The handlers of a page: GET shows it, POST acts. */
export function handlersOf(page: AccountPage, around: Around, deps: Dependencies) {
  const handlers: { readonly GET: Handler } = {
    async GET(call) {
      const done = queryOf(call).get("done");
      const session = await findSession(deps, call);
      if (session === undefined) return signIn(page, { level: page.level }, deps, call);
      const demand = await demandOf(page, session, deps);
      if (!isReached(session, demand, deps)) return signIn(page, demand, deps, call);

      const browser = deps.cookies.ensureBrowser(call.req, call.res);
      const asked = await askedOf(page, session, { ...around, browser, done }, deps, call);
      call.page(await page.show(asked, deps, call), HEADERS);
    },
  };
  return { ...handlers, POST: acting(page, around, deps) };
}

function acting(page: AccountPage, around: Around, deps: Dependencies): Handler {
  return async (call) => {
    const session = await findSession(deps, call);
    // A cross-site POST carries no cookies. So nothing is parked and no cookie is set until the browser asks by GET.
    if (session === undefined) return call.redirect(pathBelow(deps.issuer, page.path));

    const form = await (page.readForm ?? formOf)(call);
    const browser = deps.cookies.browser(call.req);
    assertOwnForm(call.req, form, { browser, about: formSubject(page, session), issuer: deps.issuer });
    const asked = await askedOf(page, session, { ...around, browser: browser ?? "", done: undefined }, deps, call);
    if (form.get("action") === "language") {
      const isKnown = await chooseLanguage(form.get("language"), asked, deps, call);
      return follow({ kind: isKnown ? "done" : "missing" }, page, deps, call);
    }
    const demand = await demandOf(page, session, deps);
    if (!isReached(session, demand, deps)) return signIn(page, demand, deps, call);

    const outcome = (await page.act?.(asked, form, deps, call)) ?? ({ kind: "missing" } as const);
    if (outcome.kind === "sign-in") return signIn(page, { ...demand, level: outcome.level }, deps, call);
    follow(outcome, page, deps, call);
  };
}

/** The session of this browser. */
export function findSession({ sessions, cookies, now, userinfoResource }: Dependencies, { req }: Call) {
  return sessions.find(cookies.session(req), { clientId: undefined, resource: userinfoResource.identifier }, now());
}

/** What a sign-in must reach: the level, and the `acr` if the level needs the highest of the account. */
interface Demand {
  readonly level: AccountLevel;
  readonly acr?: string | undefined;
  /** Whether every proof has to be given again, because some of them are old. */
  readonly startsAnew?: boolean;
  /** Whose sign-in was not enough. The sign-in page starts with their username. */
  readonly userId?: string;
}

async function demandOf({ level }: AccountPage, { signIn }: Session, deps: Dependencies): Promise<Demand> {
  const { userId } = signIn;
  if (level !== "R2") return { level, userId };
  const acr = highestAcr(await deps.users.factorsOf(userId), deps.levels);
  const needed = { acr, levels: deps.levels, now: deps.now() };
  return { level, userId, acr, startsAnew: assessLevel(signIn, level, needed) === "stale" };
}

const isReached = (
  { signIn }: Session,
  { level, acr }: Demand,
  { levels, now }: Pick<Dependencies, "levels" | "now">,
) => reachesLevel(signIn, level, { acr, levels, now: now() });

async function signIn({ path }: AccountPage, { userId, ...demand }: Demand, deps: Dependencies, call: Call) {
  const query = call.req.method === "POST" || call.query === "" ? "" : `?${call.query}`;
  const loginHint = userId === undefined ? undefined : await deps.users.usernameOf(userId);
  await signInForPage({ page: `${path}${query}`, loginHint, ...demand }, deps, call);
}

/** What a form of a page is about. Its token is valid only there, and only in this session of this person. */
const formSubject = ({ path }: AccountPage, { id, signIn: { userId } }: Session) => `account ${path} ${id} ${userId}`;

async function askedOf(
  page: AccountPage,
  session: Session,
  { browser, ...shown }: Around & { readonly browser: string; readonly done: string | undefined },
  deps: Dependencies,
  call: Call,
): Promise<Asked> {
  const { userId } = session.signIn;
  const pages = deps.views.in(languagesOf(call.req));
  const parts = { ...shown, csrf: csrfToken(browser, formSubject(page, session)), range: pages.range };
  const common = await frameOf(page, session, parts, deps, call);
  const by = { actor: { kind: "person", userId }, at: deps.now(), ...call.from } as const;
  return { session, userId, by, pages, common };
}

function follow(outcome: Exclude<Outcome, { kind: "sign-in" }>, page: AccountPage, deps: Dependencies, call: Call) {
  switch (outcome.kind) {
    case "done": {
      const query = outcome.notice === undefined ? "" : `?${new URLSearchParams({ done: outcome.notice })}`;
      return call.redirect(`${pathBelow(deps.issuer, page.path)}${query}`);
    }
    case "go":
      return call.redirect(pathBelow(deps.issuer, outcome.to));
    case "show":
      return call.page(outcome.page, { ...HEADERS, ...outcome.headers }, outcome.status);
    case "missing":
      return call.page(
        deps.views.in(languagesOf(call.req)).notFound({ reference: call.requestId, here: page.path }),
        {},
        404,
      );
    case "answered":
      return;
  }
}
