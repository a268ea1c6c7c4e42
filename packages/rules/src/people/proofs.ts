/**
 * The proofs of a person's identity, and the resulting `acr`, `amr` and `auth_time` (OIDC Core §2). Proofs are not a
 * session: the session begins when none is missing.
 */
import { ProtocolError } from "../errors.ts";

/** The ways to prove one's identity. */
export type Factor = "password";

/** One thing that a person proved, and when. */
export interface Proof<F extends string = Factor> {
  readonly factor: F;
  readonly at: Date;
}

/** The result of proofs by all of these factors. */
export interface Level<F extends string = Factor> {
  readonly factors: readonly F[];
  /** RFC 8176 §2. They describe a set of factors: `mfa` needs several, and some factors have no name there. */
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

/** The assessment of proofs. The person next proves the first missing factor. */
export type Assessment<F extends string = Factor> =
  | { readonly authentication: Authentication; readonly missing: readonly [] }
  | { readonly authentication: undefined; readonly missing: readonly F[] };

/**
 * Assesses proofs of one person: the strongest accepted level that they reach. If they reach none, the missing factors
 * for the accepted level that needs the fewest further proofs. Throws `unmet_authentication_requirements` when no level
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
 * OIDC Core §5.5.1.1: refuses a request for an essential `acr` that no way of signing in can reach, before a person
 * signs in. Throws `unmet_authentication_requirements`.
 */
export function assertReachableAcr(
  { essentialAcrs }: { readonly essentialAcrs: readonly string[] | undefined },
  supported: readonly string[],
): void {
  if (essentialAcrs !== undefined && !essentialAcrs.some((acr) => supported.includes(acr))) throw unmetRequirements();
}

/** The required level cannot be reached, or was not reached. */
export const unmetRequirements = () =>
  new ProtocolError("unmet_authentication_requirements", "the requested acr cannot be reached");

function missingFrom<F extends string>(proofs: readonly Proof<F>[], { factors }: Level<F>): readonly F[] {
  return factors.filter((factor) => !proofs.some((proof) => proof.factor === factor));
}

function authenticationOf<F extends string>(level: Level<F>, proofs: readonly Proof<F>[]): Authentication {
  const times = proofs.filter(({ factor }) => level.factors.includes(factor)).map(({ at }) => at.getTime());
  return { authenticatedAt: new Date(Math.max(...times)), amr: level.amr, acr: level.acr };
}
