/** Decides what must happen before this request gets a code. Pure: facts in, one step out. */
import { coveredClaims, coveredScopes } from "../../consent/consent.ts";
import { grantedResources } from "../../consent/resource-consent.ts";
import { detailsByResource } from "../../details/details.ts";
import { ProtocolError } from "../../errors.ts";
import { statedAcr } from "../../people/levels/demands.ts";
import { acceptedBy, consentStep } from "./consent-step.ts";
import type { Facts, SignIn } from "./facts.ts";
import { demandsOf, mustSignIn, signInPage } from "./sign-in-step.ts";
import { type PageName, REQUIRED, type Step } from "./step.ts";

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

// The identity belongs to no account, until the person says which.
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
