/** What stands between this request and a code. Pure: facts in, one step out. */
import { askedBy, type Consent, coveredClaims, coveredScopes, isAnswered, isGivenFor } from "../consent/consent.ts";
import { ProtocolError } from "../errors.ts";
import {
  type Authentication,
  assessProofs,
  type Factor,
  type Level,
  type Proof,
  unmetRequirements,
} from "../people/proofs.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { ClaimsByName } from "./claims-request.ts";

/** How and when a person last proved who they are. */
export interface SignIn extends Authentication {
  readonly userId: string;
}

/** What was done on our pages since this request was parked, and by whom. */
export interface Progress {
  /** Whom the proofs so far are of, while one is missing. Then a session takes their place. */
  readonly proving?: { readonly userId: string; readonly proofs: readonly Proof[] };
  readonly signedInUserId?: string;
  /** Whom the person chose to go on as. */
  readonly selectedUserId?: string;
  /** Chosen instead: whoever signs in next. */
  readonly another?: boolean;
  readonly consentedUserId?: string;
}

export interface Facts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "maxAgeSeconds" | "scopes" | "claims">;
  readonly signIn: SignIn | undefined;
  /** What this person agreed with this client before. */
  readonly consent: Consent | undefined;
  /** The host that the answer goes to, as consents keep it. */
  readonly host: string;
  readonly progress: Progress;
  /** RFC 8252 §8.6: nobody can tell who receives the answer, so a person must look each time. */
  readonly mustPrompt: boolean;
  /** Every level that a sign-in can have, the weakest first. */
  readonly levels: readonly Level[];
  readonly now: Date;
}

/** The pages, and what a request is told that forbids them (OIDC Core §3.1.2.6). */
const REQUIRED = {
  login: "login_required",
  "select-account": "account_selection_required",
  consent: "consent_required",
} as const;

/** The pages that a person can be asked on. */
export type PageName = keyof typeof REQUIRED;

/** The page on which a person proves each factor. */
const PROVED_ON: Readonly<Record<Factor, PageName>> = { password: "login" };
const FIRST_FACTOR: Factor = "password";

/** Only `issue` carries a sign-in: there is no way to issue a code to nobody. */
export type Step =
  | { readonly kind: "ask"; readonly page: PageName }
  | {
      readonly kind: "issue";
      readonly signIn: SignIn;
      readonly scopes: readonly string[];
      /** The claims that were requested by name, as far as they were granted. */
      readonly claims: ClaimsByName;
    };

/**
 * Decides what comes next: the checks in their order, the first that does not hold names its page.
 * Throws `login_required`, `account_selection_required` or `consent_required` where a page is needed and `prompt=none`
 * forbids one.
 */
export function nextStep(facts: Facts): Step {
  const step = decide(facts);
  if (step.kind === "ask" && facts.request.prompt.includes("none")) {
    // OIDC Core §3.1.2.6: the client asked us to show nothing.
    throw new ProtocolError(REQUIRED[step.page], "a person must be asked");
  }
  return step;
}

function decide(facts: Facts): Step {
  const { signIn, request, consent } = facts;
  if (signIn === undefined || mustSignInAgain(facts, signIn)) return { kind: "ask", page: signInPage(facts) };
  if (mustSelectAccount(facts, signIn)) return { kind: "ask", page: "select-account" };
  if (mustAskConsent(facts, signIn)) return { kind: "ask", page: "consent" };

  return {
    kind: "issue",
    signIn,
    scopes: coveredScopes(request.scopes, consent),
    claims: coveredClaims(request, consent),
  };
}

// Each factor has its page, and the first that is missing is asked for.
function signInPage({ request, progress, levels }: Facts): PageName {
  const { missing } = assessProofs(progress.proving?.proofs ?? [], request.claims.essentialAcrs, levels);
  return PROVED_ON[missing[0] ?? FIRST_FACTOR];
}

function mustSignInAgain({ request, progress, now }: Facts, signIn: SignIn): boolean {
  const acrs = request.claims.essentialAcrs;
  const lacksAcr = acrs !== undefined && !acrs.includes(signIn.acr);
  // OIDC Core §5.5.1.1: without an acr that is essential the authentication failed.
  if (lacksAcr && progress.signedInUserId === signIn.userId) throw unmetRequirements();

  // Answering counts, else prompt=login and max_age=0 would ask for ever.
  if (progress.signedInUserId === signIn.userId) return false;

  // OIDC Core §3.1.2.1: asked for by the client, or by the person who wants to go on as somebody else.
  if (lacksAcr || request.prompt.includes("login") || progress.another === true) return true;

  // OIDC Core §3.1.2.1: max_age counts from the last active authentication, and 0 is the same as prompt=login.
  const ageSeconds = (now.getTime() - signIn.authenticatedAt.getTime()) / 1000;
  const { maxAgeSeconds } = request;
  return maxAgeSeconds !== undefined && (maxAgeSeconds === 0 || ageSeconds > maxAgeSeconds);
}

// OIDC Core §3.1.2.1. Who just signed in, or chose, has selected an account: their own.
function mustSelectAccount({ request, progress }: Facts, { userId }: SignIn): boolean {
  const chosen = progress.signedInUserId === userId || progress.selectedUserId === userId;
  return request.prompt.includes("select_account") && !chosen;
}

function mustAskConsent({ request, consent, host, progress, mustPrompt }: Facts, signIn: SignIn): boolean {
  if (consent === undefined || !isAnswered(askedBy(request), consent)) return true;

  // The names of clients that registered themselves prove nothing: what a person relied on is the host that they read.
  if (!isGivenFor(host, consent)) return true;

  // Answering counts, else prompt=consent would ask for ever. It counts only for being asked again: what
  // was answered may be withdrawn since.
  if (progress.consentedUserId === signIn.userId) return false;

  return mustPrompt || request.prompt.includes("consent");
}
