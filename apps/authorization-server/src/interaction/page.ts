/**
 * A page on the way of a request. The file of a page says what it shows, and what an act of the person comes to. Here
 * is the rest: what waits is found, the page is open only while it is the next one, its form is bound to browser,
 * request and person, and the browser returns to the continue step.
 */
import { type PageName, type Progress, ProtocolError } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { assertOwnForm, csrfToken } from "../http/csrf.ts";
import { languagesOf } from "../http/languages.ts";
import { type FormParameters, formOf, queryOf } from "../http/parameters.ts";
import type { Session } from "../stores/sessions.ts";
import type { RequestModel } from "../views/pages.ts";
import type { Views } from "../views/views.ts";
import type { AnyInteraction } from "./answer/kinds.ts";
import { clientDisplay } from "./client-display.ts";
import { findWaiting } from "./find.ts";
import type { Waiting } from "./interaction.ts";
import { nextPage, refuse, toContinue } from "./next.ts";
import { findSession } from "./session.ts";

/** What a page shows and acts on. */
export interface Asked<S> {
  readonly interaction: Waiting;
  /** Who is signed in at this browser. */
  readonly session: S;
  /** The pages in the language of the person. */
  readonly pages: ReturnType<Views["in"]>;
  /** What every page of a request shows: who asks, and the fields of the form. */
  readonly common: RequestModel;
}

/** What an act of the person comes to. */
export type Outcome =
  /** The request goes on: with this progress, or as it was. */
  | { readonly kind: "continue"; readonly progress?: Progress }
  /** RFC 6749 §4.1.2.1: the person said no, and the client is told so. The request ends. */
  | { readonly kind: "refuse" }
  /** The page is shown again. */
  | {
      readonly kind: "show";
      readonly page: string;
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface PageDefinition<S extends Session | undefined> {
  readonly name: PageName;
  /** Whom the page is for: `anybody`, or who is `signedIn`. */
  readonly isFor: (session: Session | undefined) => session is S;
  /** What a form of this page is about. With it, and no other, its token fits. */
  readonly formSubject: (handle: string, session: S) => string;
  /** The version of what the page shows; its form brings it back. */
  readonly version?: (interaction: Waiting) => number;
  readonly show: (asked: Asked<S>, deps: Dependencies) => string | Promise<string>;
  readonly act: (asked: Asked<S>, form: FormParameters, deps: Dependencies, call: Call) => Promise<Outcome>;
}

export const anybody = (_: Session | undefined): _ is Session | undefined => true;
export const signedIn = (session: Session | undefined): session is Session => session !== undefined;

/** Names the person whom a form was shown to: one person's yes is not another's. */
export const subjectOf = (handle: string, { signIn }: Session) => `${handle} ${signIn.userId}`;

/** The handlers of a page: GET shows it, POST acts. */
export function definePage<S extends Session | undefined>(page: PageDefinition<S>) {
  return (deps: Dependencies): { readonly GET: Handler; readonly POST: Handler } => ({
    async GET(call) {
      const interaction = await findWaiting(queryOf(call).get("request"), deps, call);
      const asked = await open(page, interaction, deps, call);
      // An address typed by hand, or the back button: the continue step knows better.
      if (asked === undefined) return toContinue(interaction, deps, call);
      call.page(await page.show(asked, deps));
    },

    async POST(call) {
      const form = await formOf(call);
      const interaction = await findWaiting(form.get("request"), deps, call);
      const asked = await open(page, interaction, deps, call);
      if (asked === undefined) return toContinue(interaction, deps, call);

      const { handle, browser } = interaction.place;
      const about = page.formSubject(handle, asked.session);
      assertOwnForm(call.req, form, { browser, about, issuer: deps.issuer });
      await follow(await page.act(asked, form, deps, call), interaction, deps, call);
    },
  });
}

/** What the page is asked about, when it is the next one. */
async function open<S extends Session | undefined>(
  { name, isFor, formSubject, version }: PageDefinition<S>,
  interaction: Waiting<AnyInteraction>,
  deps: Dependencies,
  call: Call,
): Promise<Asked<S> | undefined> {
  const session = await findSession(interaction, deps, call.req);
  if (nextPage(interaction, session, deps) !== name || !isFor(session)) return undefined;

  const { request, place } = interaction;
  const pages = deps.views.in(languagesOf(call.req, request.uiLocales));
  const common = {
    party: clientDisplay(interaction, pages.range),
    display: request.display,
    request: place.handle,
    csrf: csrfToken(place.browser, formSubject(place.handle, session), version?.(interaction)),
  };
  return { interaction, session, pages, common };
}

async function follow(outcome: Outcome, interaction: Waiting<AnyInteraction>, deps: Dependencies, call: Call) {
  if (outcome.kind === "show") return call.page(outcome.page, outcome.headers, outcome.status);
  if (outcome.kind === "refuse") return refuse(interaction, refused(), deps, call);

  if (outcome.progress !== undefined) {
    const { handle, browser } = interaction.place;
    await deps.parkedRequests.answer(handle, browser, interaction.parked, outcome.progress);
  }
  toContinue(interaction, deps, call);
}

const refused = () => new ProtocolError("access_denied", "the request was refused");
