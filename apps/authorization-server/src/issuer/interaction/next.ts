/**
 * The one place that decides what follows a checked request: a page, or the response (OIDC Core §3.1.2.3 to §3.1.2.5).
 */
import {
  type Facts,
  invalidRequest,
  newSecret,
  nextStep,
  organizationIn,
  type PageName,
  ProtocolError,
  refusedOrganization,
  type Step,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { pathBelow, paths } from "../../paths.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import * as kinds from "./answer/kinds.ts";
import { type Deciding, factsOf, isIntended } from "./facts.ts";
import { implyConsent } from "./imply-consent.ts";
import type { Interaction, Place, Waiting } from "./interaction.ts";
import { answeredLastRequest, keepLastRequest, overRequest } from "./last-request.ts";
import { findSession } from "./session.ts";

/** The path of each page. */
const PAGE_PATHS: Readonly<Record<PageName, string>> = {
  login: paths.login,
  federated: paths.federated,
  "sign-up": paths.signUp,
  "sign-up-code": paths.signUpCode,
  "sign-up-details": paths.signUpDetails,
  "second-factor": paths.secondFactor,
  enrol: paths.enrol,
  "enrol-code": paths.enrolCode,
  "enrol-totp": paths.enrolTotp,
  "enrol-passkey": paths.enrolPasskey,
  "enrol-recovery-codes": paths.enrolRecoveryCodes,
  "change-password": paths.changePassword,
  terms: paths.terms,
  "offer-passkey": paths.offerPasskey,
  "select-account": paths.selectAccount,
  "device-confirm": paths.deviceConfirm,
  consent: paths.consent,
};

/**
 * Sends the browser to the next required page, or to the client with the response. Throws errors that are shown to the
 * person: at a limit, and for a request that was completed in another tab. In that case the client already has its
 * response and may receive no second one.
 */
export async function proceed(interaction: kinds.AnyInteraction, deps: Dependencies, call: Call): Promise<void> {
  let { session, step } = await decided(interaction, deps, call);
  if (isConsent(step) && session !== undefined) {
    await implyConsent(interaction, { session, facts: await factsOf(interaction, session, deps) }, deps, call);
    ({ session, step } = await decided(interaction, deps, call));
  }
  if (isConsent(step)) step = invalidRequest("the client or the consent changed meanwhile");
  if (step instanceof ProtocolError) return refuse(interaction, step, deps, call);
  if (step.kind === "ask") return ask(step.page, interaction, deps, call);

  // The parked request is completed before anything is issued. Of two tabs or two racing requests, one completes it.
  await complete(interaction, deps, call);
  if (session === undefined) throw new Error("there is no person to issue to");
  await kinds.issue(interaction, { ...step, session }, deps, call);
}

async function decided(interaction: kinds.AnyInteraction, deps: Dependencies, call: Call) {
  const session = await findSession(interaction, deps, call.req);
  return { session, step: await stepOrError(interaction, session, deps) };
}

const isConsent = (step: Step | ProtocolError): step is Extract<Step, { kind: "consent" }> =>
  !(step instanceof ProtocolError) && step.kind === "consent";

/**
 * Ends an interaction with an error. A parked request cannot be continued from the browser's history, and its request
 * URI cannot be used again (RFC 9126 §7.3).
 */
export async function refuse(
  interaction: kinds.AnyInteraction,
  error: ProtocolError,
  deps: Dependencies,
  call: Call,
): Promise<void> {
  await complete(interaction, deps, call);
  await kinds.refuse(interaction, error, deps, call);
}

/** The path of a page, below the issuer. */
export const pathOfPage = (page: PageName): string => PAGE_PATHS[page];

/** Sends the browser to the continue step, which decides again what comes next. */
export function toContinue({ place }: Waiting, { issuer }: Pick<Dependencies, "issuer">, call: Call): void {
  call.redirect(addressOf(paths.authorizationContinue, place, issuer));
}

/** The next page for the person; undefined when the request can be answered. */
export function nextPage(facts: Facts): PageName | undefined {
  const step = nextStep(facts);
  return step.kind === "ask" ? step.page : undefined;
}

// Returns the next step. Returns an error for the client if a page is needed and the client forbade pages, or if
// another person is signed in than the one that the client requested.
async function stepOrError(
  interaction: Interaction,
  session: Session | undefined,
  deps: Deciding,
): Promise<Step | ProtocolError> {
  const signedIn = session?.signIn.userId;
  if (signedIn !== undefined && !isIntended(interaction, signedIn)) {
    const justNow = interaction.parked.progress.signedInUserId === signedIn;
    if (justNow) return new ProtocolError("login_required", "another person signed in");
  }
  try {
    const step = nextStep(await factsOf(interaction, session, deps));
    if (signedIn !== undefined && (step.kind !== "ask" || step.page === "consent"))
      await assertMember(interaction, signedIn, deps);
    return step;
  } catch (err) {
    if (err instanceof ProtocolError) return err;
    throw err;
  }
}

// A request for an organization learns only whether the person who signed in belongs to it.
async function assertMember({ request }: Interaction, userId: string, { organizations }: Deciding): Promise<void> {
  const slug = organizationIn(request.scopes);
  if (slug !== undefined && (await organizations.find(userId, slug)) === undefined) throw refusedOrganization(slug);
}

// Only a request that needs a page is parked. It is bound to the browser that sent it.
async function ask(page: PageName, { place, parked }: Interaction, deps: Dependencies, call: Call): Promise<void> {
  call.redirect(addressOf(PAGE_PATHS[page], place ?? (await park(parked, deps, call)), deps.issuer));
}

async function park(parked: Interaction["parked"], deps: Dependencies, call: Call): Promise<Place> {
  const browser = deps.cookies.browser(call.req) ?? newSecret();
  const handle = await deps.parkedRequests.park(parked, browser, deps.limits.parking.steps(call.address));
  deps.cookies.ensureBrowser(call.req, call.res, browser);
  keepLastRequest({ browser, handle }, parked, deps, call);
  return { browser, handle };
}

async function complete(
  { place, parked }: Interaction,
  deps: Pick<Dependencies, "parkedRequests" | "cookies" | "clients" | "views" | "issuer">,
  call: Call,
): Promise<void> {
  const { requestUri, pushed } = parked.request;
  const isFirst =
    place === undefined
      ? requestUri === undefined || (await deps.parkedRequests.spend({ requestUri, pushed }))
      : await deps.parkedRequests.complete(place.handle, place.browser, parked);
  if (!isFirst) throw await overRequest(place?.handle, deps, call);
  if (place !== undefined) answeredLastRequest(place, deps, call);
}

const addressOf = (path: string, { handle }: Place, issuer: string) =>
  `${pathBelow(issuer, path)}?${new URLSearchParams({ request: handle })}`;
