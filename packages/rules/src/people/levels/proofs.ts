/**
 * The proofs of a person's identity, and the resulting `acr`, `amr` and `auth_time` (OIDC Core §2). Proofs are not a
 * session: the session begins when none is missing. Which `acr` is enough is decided in demands.ts.
 */
import { ProtocolError } from "../../errors.ts";

/**
 * The ways to prove one's identity. `remembered-device` is a browser in which the person proved a second factor before,
 * and chose not to be asked again there. `federated` is a sign-in at another provider, `federated-mfa` says that the
 * person proved several factors there, and `federated-phr` that this resisted phishing. A code sent by
 * email is not a factor (NIST SP 800-63B-4 §3.1.3.1).
 */
export const FACTORS = [
  "password",
  "passkey",
  "totp",
  "recovery-code",
  "security-key",
  "federated",
  "federated-mfa",
  "federated-phr",
  "remembered-device",
] as const;

export type Factor = (typeof FACTORS)[number];

/** The ID token of a provider, sealed, with which it can be asked to end its session (OIDC RP-Initiated Logout §2). */
export interface SealedHint {
  /** In base64url. */
  readonly sealed: string;
  readonly keyEncryptionKeyId: string;
}

/** One thing that a person proved, and when. */
export interface Proof<F extends string = Factor> {
  readonly factor: F;
  readonly at: Date;
  readonly provider?: ProviderProof;
}

/** The provider that proved something, and its own session (`sid`). When it says that this one ended, so does ours. */
export interface ProviderProof {
  readonly id: string;
  readonly sid?: string;
  readonly logoutHint?: SealedHint;
}

/** The result of proofs by all of these factors. */
export interface Level<F extends string = Factor> {
  readonly factors: readonly F[];
  /** RFC 8176 §2. They describe a set of factors: `mfa` needs several, and some factors have no name there. */
  readonly amr: readonly string[];
  readonly acr: string;
}

const PASSWORD = "urn:countersign:acr:password";
const MFA = "urn:countersign:acr:mfa";

/** The factors with which a sign-in begins. They are proved on the sign-in page. */
export const BEGINNINGS: readonly Factor[] = ["password", "passkey", "federated"];

/**
 * Every `acr`, the weakest first. A sign-in at one of them meets those before it. `phr` (phishing-resistant) and `phrh`
 * (the same with a key that cannot leave its hardware) are of OpenID Connect Extended Authentication Profile ACR
 * Values 1.0 §4. `phrh` needs an attestation that was verified, so no level here has it.
 */
export const ACRS = [PASSWORD, MFA, "phr", "phrh"] as const;

export type Acr = (typeof ACRS)[number];

/** Every level that a sign-in can have, the weakest first. `pop` is of the same profile, §5. */
export const LEVELS: readonly Level[] = [
  { factors: ["password"], amr: ["pwd"], acr: PASSWORD },
  { factors: ["password", "remembered-device"], amr: ["pwd"], acr: PASSWORD },
  { factors: ["federated"], amr: ["federated"], acr: PASSWORD },
  { factors: ["federated", "remembered-device"], amr: ["federated"], acr: PASSWORD },
  { factors: ["federated", "federated-mfa"], amr: ["federated", "mfa"], acr: MFA },
  { factors: ["federated", "recovery-code"], amr: ["federated", "mfa"], acr: MFA },
  { factors: ["federated", "totp"], amr: ["federated", "otp", "mfa"], acr: MFA },
  { factors: ["password", "recovery-code"], amr: ["pwd", "mfa"], acr: MFA },
  { factors: ["password", "totp"], amr: ["pwd", "otp", "mfa"], acr: MFA },
  { factors: ["federated", "federated-phr"], amr: ["federated", "pop", "mfa"], acr: "phr" },
  { factors: ["federated", "security-key"], amr: ["federated", "pop", "user", "mfa"], acr: "phr" },
  { factors: ["password", "security-key"], amr: ["pwd", "pop", "user", "mfa"], acr: "phr" },
  { factors: ["passkey"], amr: ["pop", "user", "mfa"], acr: "phr" },
];

/** The levels that these factors can reach, the weakest first. */
export const levelsBy = (factors: readonly Factor[], levels: readonly Level[] = LEVELS): readonly Level[] =>
  levels.filter((level) => level.factors.every((factor) => factors.includes(factor)));

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
 * @param levels those that are accepted, the weakest first
 */
export function assessProofs<F extends string>(
  proofs: readonly Proof<F>[],
  levels: readonly Level<F>[],
): Assessment<F> {
  const lacking = levels.map((level) => ({ level, missing: missingFrom(proofs, level) }));

  const reached = lacking.findLast(({ missing }) => missing.length === 0);
  if (reached !== undefined) return { authentication: authenticationOf(reached.level, proofs), missing: [] };

  const [nearest] = lacking.toSorted((a, b) => a.missing.length - b.missing.length);
  if (nearest === undefined) throw unmetRequirements();
  return { authentication: undefined, missing: nearest.missing };
}

/** The factors of a level that were not proved. */
export function missingFrom<F extends string>(proofs: readonly Proof<F>[], { factors }: Level<F>): readonly F[] {
  return factors.filter((factor) => !proofs.some((proof) => proof.factor === factor));
}

/** The required level cannot be reached, or was not reached. */
export const unmetRequirements = () =>
  new ProtocolError("unmet_authentication_requirements", "the requested acr cannot be reached");

function authenticationOf<F extends string>(level: Level<F>, proofs: readonly Proof<F>[]): Authentication {
  const times = proofs.filter(({ factor }) => level.factors.includes(factor)).map(({ at }) => at.getTime());
  return { authenticatedAt: new Date(Math.max(...times)), amr: level.amr, acr: level.acr };
}
