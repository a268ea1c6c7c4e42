/** Identities at other providers that are connected to accounts (OIDC Core §5.7). */
import type { Database } from "@countersign/database";
import type { Factor } from "@countersign/rules";
import { FACTORS } from "../person/users.ts";
import type { Query } from "../transaction.ts";

/** An identity: the subject means something only together with its issuer, at the provider that was configured. */
export interface Identity {
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The account that an identity is connected to. */
export interface ConnectedAccount {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  /** Whether the person may sign in. */
  readonly isEnabled: boolean;
  readonly factors: readonly Factor[];
}

/** A connected identity as its person sees it. */
export interface ListedIdentity {
  readonly id: string;
  readonly providerId: string;
  /** The alias of the provider. */
  readonly alias: string;
  /** Its name. */
  readonly provider: string;
  readonly subject: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface FederatedIdentityStore {
  find(identity: Identity): Promise<ConnectedAccount | undefined>;
  /** The people who have identities at a provider, by the subjects of these. */
  peopleOf(
    provider: Pick<Identity, "providerId" | "issuer">,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  recordUse(id: string, at: Date): Promise<void>;
  /** The identities of a person, the oldest first. */
  listOf(userId: string): Promise<readonly ListedIdentity[]>;
  /** Whether an account has the address in canonical form, and whether its person proved it. */
  accountWith(canonical: string): Promise<{ readonly userId: string; readonly isProved: boolean } | undefined>;
}

export function federatedIdentityStore({ pool }: Pick<Database, "pool">): FederatedIdentityStore {
  return {
    async find({ providerId, issuer, subject }) {
      const values = [providerId, issuer, subject];
      const { rows } = await pool.query<ConnectedAccount>({ name: "federated-identity", text: FIND, values });
      return rows[0];
    },

    async peopleOf({ providerId, issuer }, subjects) {
      if (subjects.length === 0) return new Map();
      const values = [providerId, issuer, subjects];
      const { rows } = await pool.query<{ subject: string; userId: string }>(PEOPLE_OF, values);
      return new Map(rows.map(({ subject, userId }) => [subject, userId]));
    },

    async recordUse(id, at) {
      await pool.query("UPDATE federated_identity SET last_used_at = $2 WHERE id = $1", [id, at]);
    },

    async listOf(userId) {
      return (await pool.query<ListedIdentity>(LIST, [userId])).rows;
    },

    async accountWith(canonical) {
      const { rows } = await pool.query<{ userId: string; isProved: boolean }>(ACCOUNT_WITH, [canonical]);
      return rows[0];
    },
  };
}

/**
 * Connects an identity to an account. Returns false if it is connected already, to this account or another one. The
 * unique index decides between two browsers.
 */
export async function insertIdentity(
  query: Query,
  { id, userId, identity, at }: { id: string; userId: string; identity: Identity; at: Date },
): Promise<boolean> {
  const { providerId, issuer, subject } = identity;
  return (await query(INSERT, [id, providerId, issuer, subject, userId, at])).length > 0;
}

const FIND = `
  SELECT f.id, end_user.id AS "userId", username, disabled_at IS NULL AS "isEnabled", ${FACTORS}
    FROM federated_identity f JOIN end_user ON end_user.id = f.user_id
   WHERE f.provider_id = $1 AND f.issuer = $2 AND f.subject = $3`;

const PEOPLE_OF = `
  SELECT subject, user_id AS "userId" FROM federated_identity
   WHERE provider_id = $1 AND issuer = $2 AND subject = ANY($3::text[])`;

const LIST = `
  SELECT f.id, f.provider_id AS "providerId", p.alias, p.name AS provider, f.subject,
         f.created_at AS "createdAt", f.last_used_at AS "lastUsedAt"
    FROM federated_identity f JOIN identity_provider p ON p.id = f.provider_id
   WHERE f.user_id = $1 ORDER BY f.created_at, f.id`;

const ACCOUNT_WITH = `
  SELECT id AS "userId", email_verified_at IS NOT NULL AS "isProved" FROM end_user
   WHERE email_canonical = $1 ORDER BY email_verified_at NULLS LAST LIMIT 1`;

const INSERT = `
  INSERT INTO federated_identity (id, provider_id, issuer, subject, user_id, created_at, last_used_at)
  SELECT $1, p.id, $3, $4, $5, $6, $6 FROM identity_provider p WHERE p.id = $2 AND p.disabled_at IS NULL
  ON CONFLICT DO NOTHING RETURNING id`;
