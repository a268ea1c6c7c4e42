/** Whether a person has to be asked for their consent before a request is answered: OIDC Core §3.1.2.4. */
import { type Consent, isGivenFor, isGranted } from "../../consent/consent.ts";
import { acceptedDetails } from "../../consent/details-consent.ts";
import { isAgreed, questionsOf } from "../../consent/resource-consent.ts";
import type { Detail } from "../../details/details-type.ts";
import type { Facts, SignIn } from "./facts.ts";
import type { Step } from "./step.ts";

/** The authorization details that the person accepted; undefined if some are not answered. */
export function acceptedBy({ request, progress, consents, host }: Facts, { userId }: SignIn) {
  return acceptedDetails({ details: request.details ?? [], userId, answer: progress.details, consents, host });
}

/** The confirmation or consent that is missing, or undefined if the request can be answered. */
export function consentStep(facts: Facts, signIn: SignIn, accepted: readonly Detail[] | undefined): Step | undefined {
  if (mustConfirmDevice(facts, signIn)) return { kind: "ask", page: "device-confirm" };
  if (isImplied(facts)) return mustRecordConsent(facts) ? { kind: "consent" } : undefined;
  return mustAskConsent(facts, signIn, accepted) ? { kind: "ask", page: "consent" } : undefined;
}

// RFC 8628 §3.3.1 and §5.4: a link by itself approves nothing, regardless of what the person agreed to before.
const mustConfirmDevice = ({ isOfDevice, progress }: Facts, { userId }: SignIn) =>
  isOfDevice === true && progress.confirmedUserId !== userId;

// A person looks each time where another app could get the answer, and decides about each authorization detail.
const isImplied = ({ impliesConsent, mustPrompt, request: { details = [] } }: Facts) =>
  impliesConsent === true && !mustPrompt && details.length === 0;

// The operator's policy goes before a refusal of earlier days: no page would let the person change it.
const mustRecordConsent = (facts: Facts) =>
  questionsOf(facts.request, facts).some(
    ({ asked, consent }) => !(isGranted(asked, consent) && isGivenFor(facts.host, consent)),
  );

function mustAskConsent(facts: Facts, signIn: SignIn, accepted: readonly Detail[] | undefined): boolean {
  const { request, host, progress, mustPrompt } = facts;
  if (!facts.asksConsent) return false;
  if (accepted === undefined || !isAgreed(request, facts, accepted)) return true;

  // The name of a client that registered itself proves nothing: the person relied on the host that was shown.
  const isForHost = ({ consent }: { consent: Consent | undefined }) =>
    consent === undefined || isGivenFor(host, consent);
  if (!questionsOf(request, facts).every(isForHost)) return true;

  // An answer for this request counts; otherwise prompt=consent would ask forever. It only prevents another question:
  // the consent may have been withdrawn since.
  if (progress.consentedUserId === signIn.userId) return false;

  return mustPrompt || request.prompt.includes("consent");
}
