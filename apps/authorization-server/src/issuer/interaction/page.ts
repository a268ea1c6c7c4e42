/**
 * A page of an authorization request. The file of each page defines what the page shows and what an act of the person
 * does. This file does the rest. It finds the parked request. It opens the page only while it is the next page (or
 * `stillActs`). It binds the form to the browser, the request and the person. It changes the language. It returns the
 * browser to the continue step.
 */
import { type Facts, type PageName, type Progress, ProtocolError } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import type { RequestModel } from "../../people/views/models/authorization.ts";
import type { Views } from "../../people/views/views.ts";
import { assertOwnForm, csrfToken } from "../../platform/http/csrf.ts";
import { SCRIPTED_PAGE_POLICY } from "../../platform/http/headers.ts";
import { languagesOf, showIn } from "../../platform/http/languages.ts";
import { type FormParameters, formOf, queryOf } from "../../platform/http/parameters.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import type { AnyInteraction } from "./answer/kinds.ts";
import { factsOf } from "./facts.ts";
import { findWaiting } from "./find.ts";
import type { Waiting } from "./interaction.ts";
import { nextPage, pathOfPage, refuse, toContinue } from "./next.ts";
import { partyOf } from "./party.ts";
import { findSession } from "./session.ts";

/** What a page shows and acts on. */
export interface Asked<S> {
  readonly interaction: Waiting;
  /** The session at this browser. */
  readonly session: S;
  /** What is known about the request and its person. */
  readonly facts: Facts;
  /** The pages in the person's language. */
  readonly pages: ReturnType<Views["in"]>;
  /** What every page of a request shows: the client or this service, and the form fields. */
  readonly common: RequestModel;
}

/** The result of an act of the person. */
export type Outcome =
  /** The request continues, with this progress or with its progress unchanged. */
  | { readonly kind: "continue"; readonly progress?: Progress }
  /** RFC 6749 §4.1.2.1: the person refused. The client receives the error and the request ends. */
  | { readonly kind: "refuse" }
  /** The browser leaves for another provider, which sends it back. */
  | { readonly kind: "leave"; readonly to: URL }
  /** The page is shown again. */
  | {
      readonly kind: "show";
      readonly page: string;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** What the person did, if the request continues from the page that is shown. */
      readonly progress?: Progress;
    };

export interface PageDefinition<S extends Session | undefined> {
  readonly name: PageName;
  /** The sessions that may use the page: `anybody`, or only `signedIn`. */
  readonly isFor: (session: Session | undefined) => session is S;
  /** What a form of this page is about. The form's token is valid only for this subject. */
  readonly formSubject: (handle: string, session: S) => string;
  /** Whether the form still acts when another page, or the response, is next. If absent, the form does not act then. */
  readonly stillActs?: (interaction: Waiting, form: FormParameters) => boolean;
  /** Whether the page runs a script of ours. */
  readonly hasScript?: boolean;
  /** The version of the data that the page shows. The form returns it. */
  readonly version?: (interaction: Waiting) => number;
  /** Where the browser goes instead of seeing the page; undefined if it sees the page. */
  readonly leaves?: (asked: Asked<S>, deps: Dependencies, call: Call) => Promise<URL | undefined>;
  readonly show: (asked: Asked<S>, deps: Dependencies, call: Call) => string | Promise<string>;
  readonly act: (asked: Asked<S>, form: FormParameters, deps: Dependencies, call: Call) => Promise<Outcome>;
}

export const anybody = (_: Session | undefined): _ is Session | undefined => true;
export const signedIn = (session: Session | undefined): session is Session => session !== undefined;

/** Identifies the person that a form was shown to. The consent of one person is not that of another. */
export const subjectOf = (handle: string, { signIn }: Session) => `${handle} ${signIn.userId}`;

/** The handlers of a page: GET shows it, POST acts. */
export function definePage<S extends Session | undefined>(page: PageDefinition<S>) {
  return (deps: Dependencies): { readonly GET: Handler; readonly POST: Handler } => ({
    async GET(call) {
      const interaction = await findWaiting(queryOf(call).get("request"), deps, call);
      const asked = await open(page, interaction, { behind: false }, deps, call);
      // The page is not next: the person typed the address or used the back button. The continue step decides.
      if (asked === undefined) return toContinue(interaction, deps, call);
      const to = await page.leaves?.(asked, deps, call);
      if (to !== undefined) return call.redirect(to.href);
      call.page(await page.show(asked, deps, call), policyOf(page));
    },

    async POST(call) {
      const form = await formOf(call);
      const interaction = await findWaiting(form.get("request"), deps, call);
      const behind = page.stillActs?.(interaction, form) === true;
      const asked = await open(page, interaction, { behind }, deps, call);
      if (asked === undefined) return toContinue(interaction, deps, call);

      const { handle, browser } = interaction.place;
      const about = page.formSubject(handle, asked.session);
      const again = `${paths.authorizationContinue}?${new URLSearchParams({ request: handle })}`;
      assertOwnForm(call.req, form, { browser, about, issuer: deps.issuer, again });
      if (form.get("action") === "language") {
        showIn(form.get("language"), deps, call);
        return toContinue(interaction, deps, call);
      }
      await follow(await page.act(asked, form, deps, call), policyOf(page), interaction, deps, call);
    },
  });
}

/**
 * What the page is about, if it is the next page.
 *
 * @param may.behind whether the page may also be opened when it is not the next page
 */
async function open<S extends Session | undefined>(
  { name, isFor, formSubject, version }: PageDefinition<S>,
  interaction: Waiting<AnyInteraction>,
  may: { readonly behind: boolean },
  deps: Dependencies,
  call: Call,
): Promise<Asked<S> | undefined> {
  const session = await findSession(interaction, deps, call.req);
  const facts = await factsOf(interaction, session, deps);
  const isNext = nextPage(facts) === name;
  if (!(isNext || may.behind) || !isFor(session)) return undefined;

  const { request, place } = interaction;
  const pages = deps.views.in(languagesOf(call.req, request.uiLocales));
  const common = {
    party: partyOf(interaction, pages),
    display: request.display,
    path: pathOfPage(name),
    request: place.handle,
    csrf: csrfToken(place.browser, formSubject(place.handle, session), version?.(interaction)),
    reference: call.requestId,
  };
  return { interaction, session, facts, pages, common };
}

const policyOf = ({ hasScript }: { readonly hasScript?: boolean }): Record<string, string> =>
  hasScript === true ? { "content-security-policy": SCRIPTED_PAGE_POLICY } : {};

async function follow(
  outcome: Outcome,
  headers: Readonly<Record<string, string>>,
  interaction: Waiting<AnyInteraction>,
  deps: Dependencies,
  call: Call,
) {
  if (outcome.kind === "refuse") return refuse(interaction, refused(), deps, call);
  if (outcome.kind === "leave") return call.redirect(outcome.to.href);

  if (outcome.progress !== undefined) {
    const { handle, browser } = interaction.place;
    await deps.parkedRequests.answer(handle, browser, interaction.parked, outcome.progress);
  }
  if (outcome.kind === "show") return call.page(outcome.page, { ...headers, ...outcome.headers }, outcome.status);
  toContinue(interaction, deps, call);
}

const refused = () => new ProtocolError("access_denied", "the request was refused");
