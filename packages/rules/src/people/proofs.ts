/**
 * What a person proved, and what it amounts to: `acr`, `amr` and `auth_time` (OIDC Core §2). Proofs are no session: the
 * session is made once nothing is missing.
 */
import { ProtocolError } from "../errors.ts";

/** The ways to prove who one is. */
export type Factor = "password";

/** One thing that a person proved, and when. */
export interface Proof<F extends string = Factor> {
  readonly factor: F;
  readonly at: Date;
}

/** What proofs by all of these factors amount to. */
export interface Level<F extends string = Factor> {
  readonly factors: readonly F[];
  /** RFC 8176 §2. They are of a set of factors: `mfa` takes several, and some factors have no name there. */
  readonly amr: readonly string[];
  readonly acr: string;
}

/** Every level that a sign-in here can have, the weakest first. */
export const LEVELS: readonly Level[] = [{ factors: ["password"], amr: ["pwd"], acr: "urn:countersign:acr:password" }];

/** How and when a person proved who they are. */
export interface Authentication {
  /** The time of the newest proof. */
  readonly authenticatedAt: Date;
  readonly amr: readonly string[];
  readonly acr: string;
}

/** What proofs amount to, once no factor is missing. The person proves the first of those missing next. */
export type Assessment<F extends string = Factor> =
  | { readonly authentication: Authentication; readonly missing: readonly [] }
  | { readonly authentication: undefined; readonly missing: readonly F[] };

/**
 * Assesses proofs of one person: the strongest level that they reach among those accepted. Where they reach none, what
 * is missing for the level that takes the fewest proofs more. Throws `unmet_authentication_requirements` when no level
 * is accepted.
 *
 * @param accepted the values of an essential `acr` (OIDC Core §5.5.1.1); without them every level is accepted
 * @param levels the weakest first
 */
export function assessProofs<F extends string>(
  proofs: readonly Proof<F>[],
  accepted: readonly string[] | undefined,
  levels: readonly Level<F>[],
): Assessment<F> {
  const lacking = levels
    .filter(({ acr }) => accepted === undefined || accepted.includes(acr))
    .map((level) => ({ level, missing: missingFrom(proofs, level) }));

  const reached = lacking.findLast(({ missing }) => missing.length === 0);
  if (reached !== undefined) return { authentication: authenticationOf(reached.level, proofs), missing: [] };

  const [nearest] = lacking.toSorted((a, b) => a.missing.length - b.missing.length);
  if (nearest === undefined) throw unmetRequirements();
  return { authentication: undefined, missing: nearest.missing };
}

/**
 * OIDC Core §5.5.1.1: refuses a request for an essential `acr` that no way of signing in can reach, before anybody
 * signs in in vain. Throws `unmet_authentication_requirements`.
 */
export function assertReachableAcr(
  { essentialAcrs }: { readonly essentialAcrs: readonly string[] | undefined },
  supported: readonly string[],
): void {
  if (essentialAcrs !== undefined && !essentialAcrs.some((acr) => supported.includes(acr))) throw unmetRequirements();
}

/** A level was demanded that cannot be reached, or that was not. */
export const unmetRequirements = () =>
  new ProtocolError("unmet_authentication_requirements", "the requested acr cannot be reached");

function missingFrom<F extends string>(proofs: readonly Proof<F>[], { factors }: Level<F>): readonly F[] {
  return factors.filter((factor) => !proofs.some((proof) => proof.factor === factor));
}

function authenticationOf<F extends string>(level: Level<F>, proofs: readonly Proof<F>[]): Authentication {
  const times = proofs.filter(({ factor }) => level.factors.includes(factor)).map(({ at }) => at.getTime());
  return { authenticatedAt: new Date(Math.max(...times)), amr: level.amr, acr: level.acr };
}
