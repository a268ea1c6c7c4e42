/**
 * The one place that decides what comes after a request was checked: a page, or the answer (OIDC Core §3.1.2.3 to
 * §3.1.2.5).
 */
import type { IncomingMessage } from "node:http";
import {
  agreedHost,
  type Client,
  type Consent,
  coveredScopes,
  isPublicClient,
  isUnowned,
  newSecret,
  nextStep,
  ProtocolError,
  type Step,
  type TrustedRedirectUri,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { expiredRequest } from "../http/errors.ts";
import { pathBelow } from "../paths.ts";
import type { ParkedRequest } from "../stores/parked-requests.ts";
import type { Session } from "../stores/sessions.ts";
import { deliver } from "./answer/deliver.ts";
import { issueResponse } from "./answer/issue-response.ts";
import type { IntendedRequest } from "./request/read-request.ts";
import type { TrustedClient } from "./request/trust-client.ts";

/** A checked request on its way; with a handle once it waits for a person. */
export interface Interaction extends TrustedClient {
  readonly request: IntendedRequest;
  readonly parked: ParkedRequest;
  readonly handle: string | undefined;
}

/** What comes next for a request, and the session that this was decided for. */
export interface Decision {
  readonly interaction: Interaction;
  readonly session: Session | undefined;
  readonly step: Step;
}

/**
 * Decides what comes next. Throws what goes to the client: a page is needed where the client forbade one, or another
 * person signed in than it asked for.
 */
export async function decide(interaction: Interaction, deps: Dependencies, req: IncomingMessage): Promise<Decision> {
  const session = await findSession(interaction, deps, req);
  const another = session !== undefined && !isIntended(interaction, session);
  if (another && interaction.parked.answers.signedInUserId === session.signIn.userId) {
    throw new ProtocolError("login_required", "another person signed in");
  }
  return { interaction, session, step: stepOf(interaction, session, deps.now()) };
}

/**
 * Sends the browser to the page that is missing, or to the client with its answer. Throws what is shown: a limit, and a
 * request that was completed in another tab, where the client has its answer already and may get no second one.
 */
export async function proceed({ interaction, session, step }: Decision, deps: Dependencies, call: Call): Promise<void> {
  if (step.kind === "ask") {
    const handle = interaction.handle ?? (await park(interaction.parked, deps, call));
    call.redirect(`${pathBelow(deps.issuer, `/${step.page}`)}?${new URLSearchParams({ request: handle })}`);
    return;
  }

  // Spent before anything is issued: of two tabs, or two requests in a race, one completes.
  if (!(await complete(interaction, deps, call.req))) throw expiredRequest("completed before");

  if (session === undefined) throw new Error("there is nobody to issue to");
  const parameters = await issueResponse({ ...interaction, ...step, session }, deps);
  deliver(interaction.responder.success(parameters), interaction, deps, call);
  deps.log.info({ clientId: interaction.client.id, userId: step.signIn.userId, address: call.address }, "authorized");
}

/** The session of this browser, with what its person agreed with this client. */
export function findSession(
  { client, request }: Pick<Interaction, "client" | "request">,
  { sessions, cookies, now }: Pick<Dependencies, "sessions" | "cookies" | "now">,
  req: IncomingMessage,
): Promise<Session | undefined> {
  return sessions.find(cookies.session(req), { clientId: client.id, resource: request.resource }, now());
}

/** Whether somebody is signed in at this browser, where the request itself could not be read. */
export async function hasSession(
  { client }: Pick<TrustedClient, "client">,
  { sessions, cookies, now, userinfoResource }: Pick<Dependencies, "sessions" | "cookies" | "now" | "userinfoResource">,
  req: IncomingMessage,
): Promise<boolean> {
  const about = { clientId: client.id, resource: userinfoResource.identifier };
  return (await sessions.find(cookies.session(req), about, now())) !== undefined;
}

/** What this request needs next, from what is known now. */
export function stepOf(interaction: Interaction, session: Session | undefined, now: Date): Step {
  return nextStep({
    request: interaction.request,
    signIn: session !== undefined && isIntended(interaction, session) ? session.signIn : undefined,
    consent: consentThatGrants(session?.consent, interaction.request.scopes),
    host: agreedHost(interaction.redirectUri),
    progress: interaction.parked.answers,
    mustPrompt: isImpersonable(interaction.client, interaction.redirectUri),
    now,
  });
}

// OIDC Core §3.1.2.2: an answer is about the person that the client asked for, whoever else is signed in.
function isIntended({ request: { intended } }: Interaction, { signIn }: Session): boolean {
  return intended === undefined || intended.userIds.includes(signIn.userId);
}

// Who declined all that is asked for gave no consent to anything: there is nothing to issue, so they are asked again.
function consentThatGrants(consent: Consent | undefined, scopes: readonly string[]): Consent | undefined {
  return scopes.length > 0 && coveredScopes(scopes, consent).length === 0 ? undefined : consent;
}

// RFC 8252 §8.6: any app on the machine could be at the other end, and the client cannot prove that it is not.
function isImpersonable(client: Client, redirectUri: TrustedRedirectUri): boolean {
  return (isPublicClient(client) || client.applicationType === "native") && isUnowned(redirectUri);
}

// Only a request that needs a page is parked, bound to the browser that came with it.
async function park(parked: ParkedRequest, deps: Dependencies, call: Call): Promise<string> {
  const browser = deps.cookies.browser(call.req) ?? newSecret();
  const handle = await deps.parkedRequests.park(parked, browser, deps.limits.parking.steps(call.address));
  deps.cookies.ensureBrowser(call.req, call.res, browser);
  return handle;
}

async function complete({ handle, parked }: Interaction, deps: Dependencies, req: IncomingMessage): Promise<boolean> {
  if (handle !== undefined) return deps.parkedRequests.complete(handle, deps.cookies.browser(req) ?? "", parked);
  return parked.requestUri === undefined || deps.parkedRequests.spend(parked.requestUri);
}
