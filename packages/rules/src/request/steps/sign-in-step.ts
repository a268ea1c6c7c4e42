/**
 * The sign-in of an authorization request: which proofs of the person count for it, which are missing, and on which
 * page the next one is given.
 */
import {
  acceptedLevels,
  assertReachable,
  type Demands,
  meetsDemands,
  preferredLevels,
  withAccount,
} from "../../people/levels/demands.ts";
import { factorsToEnrol, provableLevels, strongestLevels } from "../../people/levels/enrolment.ts";
import {
  type Authentication,
  assessProofs,
  BEGINNINGS,
  type Factor,
  type Level,
  missingFrom,
  type Proof,
  unmetRequirements,
} from "../../people/levels/proofs.ts";
import type { Facts, SignIn } from "./facts.ts";

/** How long proofs of a request count while another one is missing. */
const PROVING_SECONDS = 300;
/** The same while the person sets up a factor: they wait for a mail and install an app. */
const ENROLLING_SECONDS = 25 * 60;
/** How old a proof of the session may be to count for a stronger sign-in (OWASP ASVS 5.0 §7.2.4). */
const STEP_UP_SECONDS = 12 * 60 * 60;

/** What one person proved for a request. */
export interface Proving {
  readonly userId: string;
  readonly proofs: readonly Proof[];
}

type Asked = Pick<Facts, "request" | "required" | "signIn" | "progress" | "levels" | "now">;

/** Every demand upon the sign-in for a request. */
export const demandsOf = ({ request, required }: Pick<Facts, "request" | "required">): Demands => ({
  ...required,
  essentialAcrs: request.claims.essentialAcrs,
  acrValues: request.acrValues,
});

/** Whether the person has to prove something before the request can continue. */
export function mustSignIn(facts: Asked): boolean {
  const { signIn, progress } = facts;
  if (signIn === undefined || progress.proving !== undefined) return true;

  const lacksAcr = !meetsDemands(signIn, demandsOf(facts));
  const justNow = progress.signedInUserId === signIn.userId;
  // OIDC Core §5.5.1.1: without an essential acr, the authentication failed.
  if (lacksAcr && justNow) throw unmetRequirements();
  return lacksAcr || mustBeAnew(facts, signIn);
}

/**
 * The person whose factors `nextStep` needs to know: a proof is missing, and it is known whose. Undefined if no proof
 * is missing, or if there is no proof.
 */
export function personToProve(facts: Asked): string | undefined {
  return mustSignIn(facts) ? provingOf(facts)?.userId : undefined;
}

/**
 * The proofs that count for this request: those given for it within five minutes, and those of the session if it may
 * become a stronger one (RFC 9470 §5). Undefined if there are none. One of `BEGINNINGS` begins a sign-in: proofs of the
 * session do not count beside it. Otherwise a second factor of long ago would become part of a recent sign-in.
 */
export function provingOf({ signIn, ...facts }: Asked): Proving | undefined {
  const { progress, request, now } = facts;
  const given = progress.proving;
  const userId = given?.userId ?? signIn?.userId;
  if (userId === undefined) return undefined;

  const begins = given?.proofs.some(({ factor }) => BEGINNINGS.includes(factor)) === true;
  const counts = !begins && signIn?.userId === userId && !mustBeAnew(facts, signIn);
  const oldest = Math.min(STEP_UP_SECONDS, request.maxAgeSeconds ?? STEP_UP_SECONDS);
  const proofs = [
    ...(counts ? youngerThan(oldest, signIn.proofs ?? [], now) : []),
    ...youngerThan(
      progress.enrolment?.userId === userId ? ENROLLING_SECONDS : PROVING_SECONDS,
      given?.proofs ?? [],
      now,
    ),
  ];
  return proofs.length === 0 ? undefined : { userId, proofs };
}

/**
 * The sign-in that these proofs amount to; undefined while one is missing.
 *
 * @param has the factors of the person
 */
export function authenticationBy(
  proofs: readonly Proof[],
  has: readonly Factor[],
  facts: Pick<Facts, "request" | "required" | "levels">,
): Authentication | undefined {
  const accepted = acceptedLevels(facts.levels, withAccount(demandsOf(facts), has));
  return accepted.length === 0 ? undefined : assessProofs(proofs, accepted).authentication;
}

/** A sign-in with one more proof, at the level of all of them. */
export function strongerBy(signIn: SignIn, proof: Proof, levels: readonly Level[]): SignIn {
  const proofs = [...(signIn.proofs ?? []).filter(({ factor }) => factor !== proof.factor), proof];
  const { authentication = signIn } = assessProofs(proofs, levels);
  return { ...signIn, ...authentication, proofs };
}

/**
 * The page on which the person gives the next proof, or sets up a factor that is missing. Throws
 * `unmet_authentication_requirements` if none can help.
 */
export function signInPage(facts: Asked & Pick<Facts, "has">): SignInPage {
  const proving = provingOf(facts);
  assertReachable(facts.levels, demandsOf(facts));
  if (proving === undefined) return "login";
  const ways = waysToProve(facts);
  if (ways.length === 0 && waysToEnrol(facts).length > 0) return enrolmentPage(facts, proving);
  return ways.some((factor) => !BEGINNINGS.includes(factor)) ? "second-factor" : "login";
}

/**
 * The factors each of which would complete the sign-in, those of the most preferred level first. If the person must set
 * up a factor, those that they have to prove before that.
 */
export function waysToProve(facts: Asked & Pick<Facts, "has">): readonly Factor[] {
  const { proofs = [] } = provingOf(facts) ?? {};
  const has = knownFactors(facts);
  if (waysToEnrol(facts).length > 0) return completing(proofs, strongestLevels(has, facts.levels));
  const accepted = acceptedLevels(provableLevels(has, facts.levels), withAccount(demandsOf(facts), has));
  if (accepted.length === 0) throw unmetRequirements();
  return completing(proofs, [...preferredLevels(accepted, demandsOf(facts)), ...accepted]);
}

/** The factors of which the person must set up one, because those that they have do not meet the demands. */
export function waysToEnrol(facts: Pick<Asked, "request" | "required" | "levels"> & Pick<Facts, "has">) {
  const has = knownFactors(facts);
  return factorsToEnrol(has, facts.levels, withAccount(demandsOf(facts), has));
}

const ENROLMENT_PAGES = {
  code: "enrol-code",
  totp: "enrol-totp",
  passkey: "enrol-passkey",
  "recovery-codes": "enrol",
} as const;

type SignInPage = "login" | "second-factor" | (typeof ENROLMENT_PAGES)[keyof typeof ENROLMENT_PAGES];

// A factor is added only just after a sign-in that is as strong as the account can be (OWASP ASVS 5.0 §7.5.1). So older
// proofs of the session do not count here.
function enrolmentPage(facts: Asked & Pick<Facts, "has">, { userId, proofs }: Proving): SignInPage {
  const recent = youngerThan(ENROLLING_SECONDS, proofs, facts.now);
  const strongest = strongestLevels(knownFactors(facts), facts.levels);
  if (!strongest.some((level) => missingFrom(recent, level).length === 0)) return "login";
  const { enrolment } = facts.progress;
  return enrolment?.userId === userId ? ENROLMENT_PAGES[enrolment.step] : "enrol";
}

// Whether no proof of the session counts. A sign-in for this request counts; otherwise prompt=login and max_age=0
// would ask forever.
function mustBeAnew({ request, progress, now }: Omit<Asked, "signIn">, signIn: SignIn): boolean {
  if (progress.signedInUserId === signIn.userId) return false;

  // OIDC Core §3.1.2.1: the client asked for it, or the person wants to use another account.
  if (request.prompt.includes("login") || progress.another === true) return true;

  // OIDC Core §3.1.2.1: max_age counts from the last active authentication, and 0 is the same as prompt=login.
  const ageSeconds = (now.getTime() - signIn.authenticatedAt.getTime()) / 1000;
  const { maxAgeSeconds } = request;
  return maxAgeSeconds !== undefined && (maxAgeSeconds === 0 || ageSeconds > maxAgeSeconds);
}

function knownFactors({ has }: Pick<Facts, "has">): readonly Factor[] {
  if (has === undefined) throw new Error("the factors of the person are not known");
  return has;
}

/** No page asks for these as a further proof. */
const SIGN_IN_ONLY: readonly Factor[] = ["password", "federated"];

function completing(proofs: readonly Proof[], levels: readonly Level[]): readonly Factor[] {
  const missing = levels.map((level) => missingFrom(proofs, level));
  const single = missing.flatMap((factors) => (factors.length === 1 ? factors : []));
  return [...new Set(single)].filter((factor) => !SIGN_IN_ONLY.includes(factor));
}

const youngerThan = (seconds: number, proofs: readonly Proof[], now: Date) =>
  proofs.filter(({ at }) => now.getTime() - at.getTime() <= seconds * 1000);
