/**
 * The one place that decides what comes after a request was checked: a page, or the answer (OIDC Core §3.1.2.3 to
 * §3.1.2.5).
 */
import {
  type Consent,
  coveredScopes,
  newSecret,
  nextStep,
  type PageName,
  ProtocolError,
  type Step,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { expiredRequest } from "../http/errors.ts";
import { pathBelow, paths } from "../paths.ts";
import type { Session } from "../stores/sessions.ts";
import * as kinds from "./answer/kinds.ts";
import type { Interaction, Place, Waiting } from "./interaction.ts";
import { findSession } from "./session.ts";

/** Where each page is. */
const PAGE_PATHS: Readonly<Record<PageName, string>> = {
  login: paths.login,
  "select-account": paths.selectAccount,
  consent: paths.consent,
};

type Deciding = Pick<Dependencies, "levels" | "now">;

/**
 * Sends the browser to the page that is missing, or to the client with its answer. Throws what is shown: a limit, and a
 * request that was completed in another tab, where the client has its answer already and may get no second one.
 */
export async function proceed(interaction: kinds.AnyInteraction, deps: Dependencies, call: Call): Promise<void> {
  const session = await findSession(interaction, deps, call.req);
  const step = stepOrError(interaction, session, deps);
  if (step instanceof ProtocolError) return refuse(interaction, step, deps, call);
  if (step.kind === "ask") return ask(step.page, interaction, deps, call);

  // Spent before anything is issued: of two tabs, or two requests in a race, one completes.
  await complete(interaction, deps);
  if (session === undefined) throw new Error("there is nobody to issue to");
  await kinds.issue(interaction, { ...step, session }, deps, call);
  deps.log.info({ clientId: interaction.client.id, userId: step.signIn.userId, address: call.address }, "authorized");
}

/** Ends an interaction with an error. Nobody goes on with one that waited from the browser's history. */
export async function refuse(
  interaction: kinds.AnyInteraction,
  error: ProtocolError,
  deps: Dependencies,
  call: Call,
): Promise<void> {
  if (interaction.place !== undefined) await complete(interaction, deps);
  await kinds.refuse(interaction, error, deps, call);
}

/** Sends the browser to the continue step, where it is decided anew what comes next. */
export function toContinue({ place }: Waiting, { issuer }: Pick<Dependencies, "issuer">, call: Call): void {
  call.redirect(addressOf(paths.authorizationContinue, place, issuer));
}

/** The page that the person is asked on next; none where the request can be answered. */
export function nextPage(interaction: Interaction, session: Session | undefined, deps: Deciding): PageName | undefined {
  const step = nextStepOf(interaction, session, deps);
  return step.kind === "ask" ? step.page : undefined;
}

// The decision, or what goes to the client: a page is needed where it forbade one, or another person signed in than it
// asked for.
function stepOrError(interaction: Interaction, session: Session | undefined, deps: Deciding): Step | ProtocolError {
  const signedIn = session?.signIn.userId;
  if (signedIn !== undefined && !isIntended(interaction, signedIn)) {
    const justNow = interaction.parked.progress.signedInUserId === signedIn;
    if (justNow) return new ProtocolError("login_required", "another person signed in");
  }
  try {
    return nextStepOf(interaction, session, deps);
  } catch (err) {
    if (err instanceof ProtocolError) return err;
    throw err;
  }
}

function nextStepOf(interaction: Interaction, session: Session | undefined, { levels, now }: Deciding): Step {
  const { request, recipient, parked } = interaction;
  const isTheirs = session !== undefined && isIntended(interaction, session.signIn.userId);
  return nextStep({
    request,
    signIn: isTheirs ? session.signIn : undefined,
    consent: consentThatGrants(session?.consent, request.scopes),
    host: recipient.agreedHost,
    progress: parked.progress,
    mustPrompt: recipient.isImpersonable,
    levels,
    now: now(),
  });
}

// OIDC Core §3.1.2.2: an answer is about the person that the client asked for, whoever else is signed in.
function isIntended({ request: { intended } }: Interaction, userId: string): boolean {
  return intended === undefined || intended.userIds.includes(userId);
}

// Who declined all that is asked for gave no consent to anything: there is nothing to issue, so they are asked again.
function consentThatGrants(consent: Consent | undefined, scopes: readonly string[]): Consent | undefined {
  return scopes.length > 0 && coveredScopes(scopes, consent).length === 0 ? undefined : consent;
}

// Only a request that needs a page is parked, bound to the browser that came with it.
async function ask(page: PageName, { place, parked }: Interaction, deps: Dependencies, call: Call): Promise<void> {
  call.redirect(addressOf(PAGE_PATHS[page], place ?? (await park(parked, deps, call)), deps.issuer));
}

async function park(parked: Interaction["parked"], deps: Dependencies, call: Call): Promise<Place> {
  const browser = deps.cookies.browser(call.req) ?? newSecret();
  const handle = await deps.parkedRequests.park(parked, browser, deps.limits.parking.steps(call.address));
  deps.cookies.ensureBrowser(call.req, call.res, browser);
  return { browser, handle };
}

async function complete(
  { place, parked }: Interaction,
  { parkedRequests }: Pick<Dependencies, "parkedRequests">,
): Promise<void> {
  const { requestUri } = parked.request;
  const isFirst =
    place === undefined
      ? requestUri === undefined || (await parkedRequests.spend(requestUri))
      : await parkedRequests.complete(place.handle, place.browser, parked);
  if (!isFirst) throw expiredRequest("completed before");
}

const addressOf = (path: string, { handle }: Place, issuer: string) =>
  `${pathBelow(issuer, path)}?${new URLSearchParams({ request: handle })}`;
