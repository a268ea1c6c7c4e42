/** Decides what must happen before this request gets a code. Pure: facts in, one step out. */
import { type Consent, coveredClaims, coveredScopes } from "../consent/consent.ts";
import { grantedResources } from "../consent/resource-consent.ts";
import { detailsByResource } from "../details/details.ts";
import type { GrantedDetails } from "../details/details-type.ts";
import { ProtocolError } from "../errors.ts";
import { type Demands, statedAcr } from "../people/demands.ts";
import type { Authentication, Factor, Level, Proof } from "../people/proofs.ts";
import type { GrantedResources } from "../token/audience.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { ClaimsByName } from "./claims-request.ts";
import { acceptedBy, consentStep } from "./consent-step.ts";
import type { Progress } from "./progress.ts";
import { demandsOf, mustSignIn, signInPage } from "./sign-in-step.ts";

/** How and when a person last proved their identity. */
export interface SignIn extends Authentication {
  readonly userId: string;
  /** The proofs of this sign-in. A stronger sign-in can build on them. */
  readonly proofs?: readonly Proof[] | undefined;
}

export interface Facts {
  readonly request: Pick<
    AuthorizationRequest,
    "prompt" | "maxAgeSeconds" | "scopes" | "claims" | "acrValues" | "named" | "details"
  > &
    Partial<Pick<AuthorizationRequest, "resource" | "requiredScopes">>;
  /** The least `acr` that the deployment and the client accept. */
  readonly required?: Pick<Demands, "deployment" | "client"> | undefined;
  readonly signIn: SignIn | undefined;
  /** The consent that this person gave this client before. */
  readonly consent: Consent | undefined;
  /** The consents for the other resource servers that the request names, by identifier. */
  readonly consents?: ReadonlyMap<string, Consent> | undefined;
  /** Whether the answer goes to a client. Our own pages need no consent. */
  readonly asksConsent: boolean;
  /** Whether the operator agreed for all people to what the client asks for. */
  readonly impliesConsent?: boolean | undefined;
  /** Whether the person has to accept terms. Our own pages are open without that. */
  readonly lacksTerms?: boolean | undefined;
  /** The host that receives the answer, in the form that consents keep. */
  readonly host: string;
  /** Whether the person must choose another password, because others know it. */
  readonly mustChangePassword?: boolean;
  readonly progress: Progress;
  /** RFC 8252 §8.6: it is unknown which app receives the answer, so a person must look each time. */
  readonly mustPrompt: boolean;
  /** Every level that a sign-in can have, the weakest first. */
  readonly levels: readonly Level[];
  /** The factors of the person that `personToProve` names; undefined if it names nobody. */
  readonly has?: readonly Factor[] | undefined;
  readonly now: Date;
}

/** The pages, and the error for a request that forbids them (OIDC Core §3.1.2.6). */
const REQUIRED = {
  login: "login_required",
  federated: "login_required",
  "sign-up": "login_required",
  "sign-up-code": "login_required",
  "sign-up-details": "login_required",
  "second-factor": "login_required",
  enrol: "login_required",
  "enrol-code": "login_required",
  "enrol-totp": "login_required",
  "enrol-passkey": "login_required",
  "enrol-recovery-codes": "interaction_required",
  "change-password": "interaction_required",
  terms: "interaction_required",
  "offer-passkey": "interaction_required",
  "select-account": "account_selection_required",
  consent: "consent_required",
} as const;

/** The pages that a person can be asked on. */
export type PageName = keyof typeof REQUIRED;

/** Only `issue` carries a sign-in: a code cannot be issued without a person. */
export type Step =
  | { readonly kind: "ask"; readonly page: PageName }
  /** The consent is recorded without a page: the operator agreed to all that is asked. Then the rule decides again. */
  | { readonly kind: "consent" }
  | {
      readonly kind: "issue";
      readonly signIn: SignIn;
      readonly scopes: readonly string[];
      /** The claims requested by name that were granted. */
      readonly claims: ClaimsByName;
      /** The resource servers that were granted; absent if the request names none besides /userinfo. */
      readonly resources?: GrantedResources;
      /** The authorization details that were granted; absent if there are none. */
      readonly details?: GrantedDetails;
    };

/**
 * Decides what comes next. The checks run in order, and the first that fails names its page. Throws the error of the
 * page, such as `login_required`, if a page is needed and `prompt=none` forbids one, and
 * `unmet_authentication_requirements` if no proof of the person can meet the demands.
 */
export function nextStep(facts: Facts): Step {
  const step = decide(facts);
  if (step.kind === "ask" && facts.request.prompt.includes("none")) {
    // OIDC Core §3.1.2.6: the client asked us to show no page.
    throw new ProtocolError(REQUIRED[step.page], "prompt is none, but a page is needed");
  }
  return step;
}

function decide(facts: Facts): Step {
  const signUp = signUpPage(facts);
  if (signUp !== undefined) return { kind: "ask", page: signUp };

  const { signIn, request, consent } = facts;
  if (signIn === undefined || mustSignIn(facts))
    return { kind: "ask", page: federatedPage(facts) ?? signInPage(facts) };
  if (mustKeepCodes(facts, signIn)) return { kind: "ask", page: "enrol-recovery-codes" };
  if (facts.mustChangePassword === true) return { kind: "ask", page: passwordPage(facts, signIn) };
  if (facts.asksConsent && facts.lacksTerms === true) return { kind: "ask", page: "terms" };
  if (mustOfferPasskey(facts, signIn)) return { kind: "ask", page: "offer-passkey" };
  if (mustSelectAccount(facts, signIn)) return { kind: "ask", page: "select-account" };
  const accepted = acceptedBy(facts, signIn);
  const consenting = consentStep(facts, signIn, accepted);
  if (consenting !== undefined) return consenting;

  const resources = grantedResources(request, facts, accepted ?? []);
  const details = detailsByResource(accepted ?? []);
  return {
    kind: "issue",
    signIn: { ...signIn, acr: statedAcr(signIn.acr, demandsOf(facts)) },
    scopes: coveredScopes(request.scopes, consent),
    claims: coveredClaims(request, consent),
    ...(resources && { resources }),
    ...(details && { details }),
  };
}

const SIGN_UP_PAGES = {
  address: "sign-up",
  code: "sign-up-code",
  details: "sign-up-details",
  left: undefined,
} as const;

// OIDC Prompt Create 1.0 §4: the client asked for a new account, or the person wants one. The sign-in with the new
// account ends this. A person who is signed in already is asked as well.
function signUpPage({ request, progress }: Facts): PageName | undefined {
  if (progress.signedInUserId !== undefined || progress.proving !== undefined) return undefined;
  if (progress.signUp !== undefined) return SIGN_UP_PAGES[progress.signUp.step];
  return request.prompt.includes("create") ? "sign-up" : undefined;
}

// Nobody knows whose the identity is, until the person says it.
const federatedPage = ({ progress }: Facts): PageName | undefined =>
  progress.federated?.step === "choose" && progress.proving === undefined ? "federated" : undefined;

// The codes of a factor that was just set up are shown once, and the person says that they keep them.
const mustKeepCodes = ({ progress: { enrolment } }: Facts, { userId }: SignIn) =>
  enrolment?.step === "recovery-codes" && enrolment.userId === userId;

const PASSWORD_CHANGE_SECONDS = 15 * 60;

// OWASP ASVS 6.2.3: only a person who signed in recently sets another password. Others sign in first.
function passwordPage({ now }: Facts, { authenticatedAt }: SignIn): PageName {
  const ageSeconds = (now.getTime() - authenticatedAt.getTime()) / 1000;
  return ageSeconds > PASSWORD_CHANGE_SECONDS ? "login" : "change-password";
}

// Only a person who signed in for this request is asked, so that no request is interrupted that needs no page.
const mustOfferPasskey = ({ progress }: Facts, { userId }: SignIn) =>
  progress.offersPasskey === true && progress.signedInUserId === userId;

// OIDC Core §3.1.2.1. A person who just signed in, or chose, has selected their own account.
function mustSelectAccount({ request, progress }: Facts, { userId }: SignIn): boolean {
  const chosen = progress.signedInUserId === userId || progress.selectedUserId === userId;
  return request.prompt.includes("select_account") && !chosen;
}
