/**
 * What a sign-in must reach: the demands of the deployment, the client, the request and the account. Each is an `acr`,
 * or a choice of several, and all of them must be met. So the strictest decides. A stronger `acr` meets a weaker one.
 */
import { ACRS, type Acr, type Factor, type Level, type Proof, unmetRequirements } from "./proofs.ts";

export interface Demands {
  /** The least `acr` that the deployment accepts. A remembered device meets any value of it. */
  readonly deployment?: string | undefined;
  /** The least `acr` that the client accepts, as its operator set it. */
  readonly client?: string | undefined;
  /** OIDC Core §5.5.1.1: the request needs one of these. */
  readonly essentialAcrs?: readonly string[] | undefined;
  /** OIDC Core §3.1.2.1, RFC 9470 §5: the request needs one of these, the most preferred first. */
  readonly acrValues?: readonly Acr[] | undefined;
}

/** What decides whether a sign-in or a level is enough. */
interface Reached {
  readonly acr: string;
  readonly isRemembered: boolean;
}

/** Whether an `acr` is as strong as another one. An unknown `acr` is comparable only to itself. */
export function isAtLeast(acr: string, other: string): boolean {
  const [at, least] = [rankOf(acr), rankOf(other)];
  return acr === other || (least !== -1 && at >= least);
}

/** The known values of `acr_values`, the most preferred first. Unknown values are ignored: they are wishes. */
export function knownAcrs(values: readonly string[]): readonly Acr[] {
  return [...new Set(values)].filter((value): value is Acr => rankOf(value) !== -1);
}

/** Fast path of most requests: whether nothing is demanded. Then every sign-in and level is accepted unseen. */
const demandsNothing = ({ deployment, client, essentialAcrs, acrValues = [] }: Demands) =>
  deployment === undefined && client === undefined && essentialAcrs === undefined && acrValues.length === 0;

/** The levels that meet every demand, the weakest first. */
export const acceptedLevels = (levels: readonly Level[], demands: Demands): readonly Level[] =>
  demandsNothing(demands) ? levels : levels.filter((level) => isAccepted(ofLevel(level), demands));

/** Whether a person can reach an `acr` at a sign-in, and not only by a browser that is remembered. */
export const isReachable = (levels: readonly Level[], acr: string): boolean =>
  acceptedLevels(levels, { client: acr }).some(({ factors }) => !factors.includes("remembered-device"));

/** The levels that meet the demands of the deployment and the client. */
export const levelsByPolicy = (levels: readonly Level[], { deployment, client }: Demands): readonly Level[] =>
  acceptedLevels(levels, { deployment, client });

/** Whether a sign-in meets every demand. */
export function meetsDemands(
  { acr, proofs = [] }: { readonly acr: string; readonly proofs?: readonly Proof[] | undefined },
  demands: Demands,
): boolean {
  if (demandsNothing(demands)) return true;
  return isAccepted({ acr, isRemembered: proofs.some(({ factor }) => factor === "remembered-device") }, demands);
}

/**
 * The demands with that of the account: a person who set up a second factor proves one at each sign-in with a password.
 * A further factor never lowers this.
 *
 * @param has the factors of the person
 */
export function withAccount(demands: Demands, has: readonly Factor[]): Demands {
  const [, mfa] = ACRS;
  if (!has.some((factor) => factor === "totp" || factor === "security-key")) return demands;
  const { deployment = mfa } = demands;
  return { ...demands, deployment: isAtLeast(deployment, mfa) ? deployment : mfa };
}

/**
 * The `acr` that the answer to a request states. OIDC Core §5.5.1.1: it is one of the requested values. A sign-in that
 * is stronger satisfies the requested class too.
 */
export function statedAcr(acr: string, { essentialAcrs, acrValues = [] }: Demands): string {
  const requested: readonly string[] = essentialAcrs ?? acrValues;
  if (requested.includes(acr)) return acr;
  const met = requested.filter((value) => isAtLeast(acr, value));
  return met.toSorted((a, b) => rankOf(b) - rankOf(a))[0] ?? acr;
}

/**
 * Of these levels, those for the most preferred of `acr_values` that any of them reaches; all of them if none was
 * requested.
 */
export function preferredLevels(levels: readonly Level[], { acrValues = [] }: Demands): readonly Level[] {
  const preferred = acrValues.find((value) => levels.some(({ acr }) => isAtLeast(acr, value)));
  return preferred === undefined ? levels : levels.filter(({ acr }) => isAtLeast(acr, preferred));
}

/**
 * OIDC Core §5.5.1.1, RFC 9470 §5: refuses a request with demands that no way of signing in can meet, before a person
 * signs in. Throws `unmet_authentication_requirements`.
 */
export function assertReachable(levels: readonly Level[], demands: Demands): void {
  const isReachable = (level: Level) => {
    const reached = ofLevel(level);
    return !reached.isRemembered && isAccepted(reached, demands);
  };
  if (!levels.some(isReachable)) throw unmetRequirements();
}

function isAccepted({ acr, isRemembered }: Reached, demands: Demands): boolean {
  const { deployment, client, essentialAcrs, acrValues = [] } = demands;
  const meets = (least: string) => isAtLeast(acr, least);
  return (
    (deployment === undefined || isRemembered || meets(deployment)) &&
    (client === undefined || meets(client)) &&
    (essentialAcrs === undefined || essentialAcrs.some(meets)) &&
    (acrValues.length === 0 || acrValues.some(meets))
  );
}

const ofLevel = ({ acr, factors }: Level): Reached => ({ acr, isRemembered: factors.includes("remembered-device") });

const rankOf = (acr: string) => (ACRS as readonly string[]).indexOf(acr);
