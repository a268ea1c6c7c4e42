/** Decides what must happen before this request gets a code. Pure: facts in, one step out. */
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

/** How and when a person last proved their identity. */
export interface SignIn extends Authentication {
  readonly userId: string;
}

/** What was done on our pages since this request was parked, and by whom. */
export interface Progress {
  /** The person whose proofs these are, while a proof is missing. After that, a session replaces them. */
  readonly proving?: { readonly userId: string; readonly proofs: readonly Proof[] };
  readonly signedInUserId?: string;
  /** The account that the person chose to go on with. */
  readonly selectedUserId?: string;
  /** The person chose to sign in with another account. */
  readonly another?: boolean;
  readonly consentedUserId?: string;
}

export interface Facts {
  readonly request: Pick<AuthorizationRequest, "prompt" | "maxAgeSeconds" | "scopes" | "claims">;
  readonly signIn: SignIn | undefined;
  /** The consent that this person gave this client before. */
  readonly consent: Consent | undefined;
  /** Whether the answer goes to a client. Our own pages need no consent. */
  readonly asksConsent: boolean;
  /** The host that receives the answer, in the form that consents keep. */
  readonly host: string;
  readonly progress: Progress;
  /** RFC 8252 §8.6: it is unknown which app receives the answer, so a person must look each time. */
  readonly mustPrompt: boolean;
  /** Every level that a sign-in can have, the weakest first. */
  readonly levels: readonly Level[];
  readonly now: Date;
}

/** The pages, and the error for a request that forbids them (OIDC Core §3.1.2.6). */
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

/** Only `issue` carries a sign-in: a code cannot be issued without a person. */
export type Step =
  | { readonly kind: "ask"; readonly page: PageName }
  | {
      readonly kind: "issue";
      readonly signIn: SignIn;
      readonly scopes: readonly string[];
      /** The claims requested by name that were granted. */
      readonly claims: ClaimsByName;
    };

/**
 * Decides what comes next. The checks run in order, and the first that fails names its page. Throws `login_required`,
 * `account_selection_required` or `consent_required` if a page is needed and `prompt=none` forbids one.
 */
export function nextStep(facts: Facts): Step {
  const step = decide(facts);
  if (step.kind === "ask" && facts.request.prompt.includes("none")) {
    // OIDC Core §3.1.2.6: the client asked us to show no page.
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

// Each factor has its page. The page of the first missing factor comes first.
function signInPage({ request, progress, levels }: Facts): PageName {
  const { missing } = assessProofs(progress.proving?.proofs ?? [], request.claims.essentialAcrs, levels);
  return PROVED_ON[missing[0] ?? FIRST_FACTOR];
}

function mustSignInAgain({ request, progress, now }: Facts, signIn: SignIn): boolean {
  const acrs = request.claims.essentialAcrs;
  const lacksAcr = acrs !== undefined && !acrs.includes(signIn.acr);
  // OIDC Core §5.5.1.1: without an essential acr, the authentication failed.
  if (lacksAcr && progress.signedInUserId === signIn.userId) throw unmetRequirements();

  // A sign-in for this request counts; otherwise prompt=login and max_age=0 would ask forever.
  if (progress.signedInUserId === signIn.userId) return false;

  // OIDC Core §3.1.2.1: the client asked for it, or the person wants to use another account.
  if (lacksAcr || request.prompt.includes("login") || progress.another === true) return true;

  // OIDC Core §3.1.2.1: max_age counts from the last active authentication, and 0 is the same as prompt=login.
  const ageSeconds = (now.getTime() - signIn.authenticatedAt.getTime()) / 1000;
  const { maxAgeSeconds } = request;
  return maxAgeSeconds !== undefined && (maxAgeSeconds === 0 || ageSeconds > maxAgeSeconds);
}

// OIDC Core §3.1.2.1. A person who just signed in, or chose, has selected their own account.
function mustSelectAccount({ request, progress }: Facts, { userId }: SignIn): boolean {
  const chosen = progress.signedInUserId === userId || progress.selectedUserId === userId;
  return request.prompt.includes("select_account") && !chosen;
}

function mustAskConsent(facts: Facts, signIn: SignIn): boolean {
  const { request, consent, host, progress, mustPrompt } = facts;
  if (!facts.asksConsent) return false;
  if (consent === undefined || !isAnswered(askedBy(request), consent)) return true;

  // The name of a client that registered itself proves nothing: the person relied on the host that was shown.
  if (!isGivenFor(host, consent)) return true;

  // An answer for this request counts; otherwise prompt=consent would ask forever. It only prevents another question:
  // the consent may have been withdrawn since.
  if (progress.consentedUserId === signIn.userId) return false;

  return mustPrompt || request.prompt.includes("consent");
}
