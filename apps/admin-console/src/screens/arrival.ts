/** How a request for a screen arrives: with a session, and by a person who may see it. Otherwise it signs in first. */
import { ApiProblem } from "@countersign/admin-client";
import type { Call } from "@countersign/service";
import { demandedSignIn } from "../api/problem.ts";
import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../errors.ts";
import type { PendingSignIn } from "../sign-in/pending.ts";
import type { Session } from "../sign-in/sessions.ts";
import { beginSignIn } from "../sign-in/sign-in.ts";
import type { Screen, Visit } from "./screen.ts";

/**
 * A person whose tokens are no longer valid, or whose sign-in is too weak for an act, signs in again and comes back to
 * the page: nothing acts by a redirect. Every other error goes to the error page.
 */
export async function againIfEnded(
  err: unknown,
  call: Call,
  deps: Dependencies,
  draft?: PendingSignIn["draft"],
): Promise<undefined> {
  const demanded = demandedSignIn(err);
  if (demanded === undefined && !(err instanceof ApiProblem && err.problem.status === 401)) throw err;
  const { organization } = deps.sessions.find(deps.cookies.session.read(call.req)) ?? {};
  await beginSignIn(call, deps, { to: targetOf(call), draft, organization, ...demanded });
  return undefined;
}

export interface Arrived {
  readonly session: Session;
  readonly visit: Visit;
}

/** The visit of a person who may see the screen; `undefined` if the browser was sent to sign in. */
export async function arrive(
  screen: Pick<Screen, "needs">,
  call: Call,
  deps: Dependencies,
): Promise<Arrived | undefined> {
  const session = deps.sessions.find(deps.cookies.session.read(call.req));
  const target = targetOf(call);
  if (session === undefined) {
    await beginSignIn(call, deps, { to: target });
    return undefined;
  }
  const api = deps.apiOf(session);
  const caller = await api.readCaller().catch(async (err: unknown) => {
    if (err instanceof ApiProblem && err.problem.status === 403) throw new Refusal("no_role", "no role at the API");
    return againIfEnded(err, call, deps);
  });
  if (caller === undefined) return undefined;
  const may = (scope: string) => caller.body.scopes.some((one) => one === scope);
  if (screen.needs !== undefined && !may(screen.needs)) throw new Refusal("not_allowed", `it needs ${screen.needs}`);
  const query = new URLSearchParams(call.query);
  const { name: person, organization } = caller.body;
  const { ISSUER: issuer } = deps.config;
  return { session, visit: { api, issuer, person, organization, params: call.params, query, may } };
}

export const targetOf = ({ path, query }: Call) => (query === "" ? path : `${path}?${query}`);
