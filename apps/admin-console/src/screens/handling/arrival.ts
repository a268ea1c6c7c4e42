/** How a request for a screen arrives: with a session, and by a person who may see it. Otherwise it signs in first. */
import { type AdminClient, ApiProblem } from "@countersign/admin-client";
import type { Call } from "@countersign/service";
import { demandedSignIn } from "../../api/problem.ts";
import { readOnce } from "../../api/read-once.ts";
import type { Dependencies } from "../../dependencies.ts";
import { Refusal } from "../../errors.ts";
import type { PendingSignIn } from "../../sign-in/pending.ts";
import type { KnownCaller, Session } from "../../sign-in/sessions.ts";
import { beginSignIn } from "../../sign-in/sign-in.ts";
import type { Screen, Visit } from "../screen.ts";

/**
 * A person whose tokens are no longer valid, or whose sign-in is too weak for an act, signs in again and comes back to
 * the page. A form that they sent is kept: an act that needs the proof is done when they gave it (decision 218), and
 * every other one when they send it again. Every other error goes to the error page.
 */
export async function againIfEnded(
  err: unknown,
  call: Call,
  deps: Dependencies,
  sent?: PendingSignIn["draft"],
): Promise<undefined> {
  const demanded = demandedSignIn(err);
  if (demanded === undefined && !(err instanceof ApiProblem && err.problem.status === 401)) throw err;
  const { organization } = deps.sessions.find(deps.cookies.session.read(call.req)) ?? {};
  const draft = sent && { ...sent, isGrave: demanded !== undefined };
  await beginSignIn(call, deps, { to: targetOf(call), draft, organization, ...demanded });
  return undefined;
}

export interface Arrived {
  readonly session: Session;
  readonly visit: Visit;
  /** Whether the API was not asked who the person is, because it said so before. */
  readonly isRemembered: boolean;
}

/**
 * The visit of a person who may see the screen; `undefined` if the browser was sent to sign in. `partOf` is the path of
 * the page that a file belongs to, or true for a picture, which several pages show. Neither ends what a page shows
 * once, and a picture begins no sign-in.
 */
export async function arrive(
  screen: Pick<Screen, "needs" | "largestFileBytes"> & { readonly partOf?: string | true },
  call: Call,
  deps: Dependencies,
): Promise<Arrived | undefined> {
  const session = deps.sessions.find(deps.cookies.session.read(call.req));
  const target = targetOf(call);
  if (session === undefined) {
    if (screen.partOf === true) call.end(401, { "cache-control": "no-store" });
    else await beginSignIn(call, deps, { to: target });
    return undefined;
  }
  const api = readOnce(deps.apiOf(session));
  // A right that was given since the last answer counts, and a long file is read of whom the API just knew.
  const isEnough =
    session.caller !== undefined && mayUse(screen, session.caller) && screen.largestFileBytes === undefined;
  if (!isEnough) session.caller = await askedCaller(api, call, deps);
  const { caller } = session;
  if (caller === undefined) return undefined;
  const may = (scope: string) => caller.scopes.includes(scope);
  if (!mayUse(screen, caller)) throw new Refusal("not_allowed", `it needs ${screen.needs}`);
  const query = new URLSearchParams(call.query);
  if (screen.partOf === undefined) endOtherPages(session, call.path);
  const { id: personId, name: person, role, organization, time_zone: zone } = caller;
  const { ISSUER: issuer } = deps.config;
  return {
    session,
    isRemembered: isEnough,
    visit: {
      api,
      issuer,
      now: deps.now,
      languages: deps.views.languages,
      personId,
      pageLanguages: () => deps.provider.languages().catch(() => deps.views.languages),
      person,
      role: role ?? undefined,
      zone: zone ?? undefined,
      organization,
      params: call.params,
      query,
      may,
      secret: session.made?.path === (screen.partOf ?? call.path) ? session.made.secret : undefined,
      documents: deps.config.DOCUMENTATION_URL,
      hidesChecklist: deps.cookies.checklist.read(call.req) !== undefined,
      isBackedUp: deps.cookies.backup.read(call.req) !== undefined,
    },
  };
}

/** What is shown once is gone when another page is opened. */
function endOtherPages(session: Session, path: string): void {
  if (session.made?.path !== path) session.made = undefined;
  if (session.undo?.shownAt !== path) session.undo = undefined;
}

const mayUse = ({ needs }: Pick<Screen, "needs">, { scopes }: KnownCaller) =>
  needs === undefined || scopes.includes(needs);

/** What the API says of the person; `undefined` if the browser was sent to sign in. */
async function askedCaller(api: AdminClient, call: Call, deps: Dependencies): Promise<KnownCaller | undefined> {
  const answer = await api.readCaller().catch(async (err: unknown) => {
    if (isForbidden(err)) throw new Refusal("no_role", "no role at the API");
    return againIfEnded(err, call, deps);
  });
  return answer?.body;
}

/** Whether the API says that the person may not do this. */
export const isForbidden = (err: unknown) => err instanceof ApiProblem && err.problem.status === 403;

/** The part of the page that is asked for, the text that is sought, and what the fields of a form depend on. */
const KEPT = new Set(["tab", "q", "resource", "alias"]);

/** Where the forms of a page go: the page with what it shows. */
export function actionOf({ path, query }: Call): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => KEPT.has(name));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

export const targetOf = ({ path, query }: Pick<Call, "path" | "query">) => (query === "" ? path : `${path}?${query}`);

/**
 * The first page of a list whose cursor the API does not take: one of before an upgrade, of another key, or of an
 * address that was put together. `undefined` if it refused something else.
 */
export function firstPageAfter(err: unknown, { path, query }: Call): string | undefined {
  const asked = new URLSearchParams(query);
  const { errors = [] } = err instanceof ApiProblem ? err.problem : {};
  if (!(asked.has("cursor") && errors.some(({ pointer }) => pointer === "#/query/cursor"))) return undefined;
  for (const name of ["cursor", "from"]) asked.delete(name);
  return targetOf({ path, query: asked.toString() });
}
