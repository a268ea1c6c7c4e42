/** Issuers whose assertions give access, as requests see them: RFC 7523 §2.1. */
import type { Database } from "@countersign/database";
import type { ClientJwks, ClientSigningAlg, WorkloadRule } from "@countersign/rules";

/** What the audience of an assertion must be, exactly. */
export const ASSERTION_AUDIENCES = ["issuer", "token_endpoint"] as const;
/** Whom assertions stand for: a person, or a program that acts as a client. */
export const ASSERTION_SUBJECTS = ["person", "workload"] as const;

/** A trusted issuer that is enabled. */
export interface TrustedIssuer {
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly issuer: string;
  readonly jwksUri: string | null;
  readonly jwks: ClientJwks | null;
  readonly signingAlgs: readonly ClientSigningAlg[];
  readonly audience: (typeof ASSERTION_AUDIENCES)[number];
  readonly maxLifetimeSeconds: number;
  readonly subject: (typeof ASSERTION_SUBJECTS)[number];
  /** The alias of the provider whose connections say who a subject is. */
  readonly provider: string | null;
  readonly clients: readonly string[];
  readonly withoutConsent: boolean;
  readonly workloads: readonly WorkloadRule[];
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
}

export interface TrustedIssuerStore {
  /** The enabled one of this `iss`, as it is now. */
  find(issuer: string): Promise<TrustedIssuer | undefined>;
  /** Whether it is still as it was found. */
  isUnchanged(found: Pick<TrustedIssuer, "id" | "revision">): Promise<boolean>;
}

export function trustedIssuerStore({ pool }: Pick<Database, "pool">): TrustedIssuerStore {
  return {
    async find(issuer) {
      const { rows } = await pool.query<TrustedIssuer>({ name: "trusted-issuer", text: FIND, values: [issuer] });
      return rows[0];
    },

    async isUnchanged({ id, revision }) {
      const values = [id, revision];
      return (await pool.query({ name: "trusted-issuer-unchanged", text: UNCHANGED, values })).rowCount === 1;
    },
  };
}

const FIND = `
  SELECT id, revision, name, issuer, jwks_uri AS "jwksUri", jwks, signing_algs AS "signingAlgs", audience,
         max_lifetime_seconds AS "maxLifetimeSeconds", subject, provider, clients,
         without_consent AS "withoutConsent", workloads, resources, scopes
    FROM trusted_issuer WHERE issuer = $1 AND disabled_at IS NULL`;

const UNCHANGED = "SELECT FROM trusted_issuer WHERE id = $1 AND revision = $2 AND disabled_at IS NULL";
