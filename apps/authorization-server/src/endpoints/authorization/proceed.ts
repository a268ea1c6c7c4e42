/** The one place that decides what comes after a request was checked: a page, or the answer (OIDC Core §3.1.2.3 to §3.1.2.5). */
import {
  type AuthorizationRequest,
  belongsToNobody,
  type Client,
  invalidRequest,
  isPublicClient,
  nextStep,
  type Step,
  type TrustedRedirectUri,
  tooManyRequests,
} from "@countersign/rules";
import type { Request, Response } from "express";
import type { Dependencies } from "../../dependencies.ts";
import { addressOf, sourceOf } from "../../http/address.ts";
import { seeOther } from "../../http/redirect.ts";
import type { ParkedRequest } from "../../stores/parked-requests.ts";
import type { Session } from "../../stores/sessions.ts";
import type { TrustedClient } from "./trust-client.ts";

/** A checked request on its way; with a handle once it waits for a person. */
export interface OngoingRequest extends TrustedClient {
  readonly request: AuthorizationRequest;
  readonly parked: ParkedRequest;
  readonly handle: string | undefined;
}

/** Sends the browser to the page that is missing, or to the client with a code. Throws what goes to the client. */
export async function proceed(ongoing: OngoingRequest, deps: Dependencies, req: Request, res: Response): Promise<void> {
  const session = await findSession(ongoing, deps, req);
  const step = stepOf(ongoing, session, deps.now());

  if (step.kind === "ask") {
    const handle = ongoing.handle ?? (await park(ongoing.parked, deps, req, res));
    seeOther(res, `/${step.page}?${new URLSearchParams({ request: handle })}`);
    return;
  }

  // Spent before anything is issued: of two tabs, or two requests in a race, one completes.
  if (!(await complete(ongoing, deps, req))) throw invalidRequest("the request was completed before");

  const code = await deps.authorizations.create({
    ...ongoing.request,
    clientId: ongoing.client.id,
    redirectUri: ongoing.redirectUri,
    sessionId: session?.id ?? "",
    signIn: step.signIn,
    scopes: step.scopes,
    createdAt: deps.now(),
    codeTtlSeconds: deps.lifetimes.codeTtlSeconds,
    sessionIdleSeconds: deps.lifetimes.sessionIdleSeconds,
  });
  if (code === undefined) throw invalidRequest("the session ended");

  deps.log.info({ clientId: ongoing.client.id, userId: step.signIn.userId, address: addressOf(req) }, "code issued");
  seeOther(res, ongoing.responses.code(code));
}

/** The session of this browser, with what its person agreed with this client. */
export function findSession(
  { client, request }: Pick<OngoingRequest, "client" | "request">,
  { sessions, cookies, now }: Pick<Dependencies, "sessions" | "cookies" | "now">,
  req: Request,
): Promise<Session | undefined> {
  return sessions.find(cookies.session(req), { clientId: client.id, resource: request.resource }, now());
}

/** What this request needs next, from what is known now. */
export function stepOf(ongoing: OngoingRequest, session: Session | undefined, now: Date): Step {
  return nextStep({
    request: ongoing.request,
    signIn: session?.signIn,
    consent: session?.consent,
    answers: ongoing.parked.answers,
    neverSilent: cannotBeToldApart(ongoing.client, ongoing.redirectUri),
    now,
  });
}

// RFC 8252 §8.6: any app on the machine could be at the other end, and the client cannot prove that it is not.
function cannotBeToldApart(client: Client, redirectUri: TrustedRedirectUri): boolean {
  return (isPublicClient(client) || client.applicationType === "native") && belongsToNobody(redirectUri);
}

// Only a request that needs a page is parked, bound to the browser that came with it.
async function park(parked: ParkedRequest, deps: Dependencies, req: Request, res: Response): Promise<string> {
  const { allowed, retryAfterSeconds } = await deps.limits.parking.consume(sourceOf(req));
  if (!allowed) throw tooManyRequests(retryAfterSeconds);

  return deps.parkedRequests.park(parked, deps.cookies.ensureBrowser(req, res));
}

async function complete({ handle, parked }: OngoingRequest, deps: Dependencies, req: Request): Promise<boolean> {
  if (handle !== undefined) return deps.parkedRequests.complete(handle, deps.cookies.browser(req) ?? "", parked);
  return parked.requestUri === undefined || deps.parkedRequests.spend(parked.requestUri);
}
