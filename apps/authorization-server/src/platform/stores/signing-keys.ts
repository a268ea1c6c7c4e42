/**
 * The keys of the service, including those that others encrypt to. For each key the table has the sealed private part,
 * the public part in plain form, and the times when the key signs.
 */
import type { Database } from "@countersign/database";
import type { EncryptionKeyAlg, PublicJwk, SigningAlg } from "@countersign/jwt";
import { type By, recordAudit } from "./audit/audit-events.ts";
import { inTransaction, type Query } from "./transaction.ts";

/** What a key is for. An encryption key "signs" while it is the key that others are told to use. */
export type RingAlg = SigningAlg | EncryptionKeyAlg;

export interface SealedSigningKey {
  readonly kid: string;
  readonly alg: RingAlg;
  readonly publicJwk: PublicJwk;
  readonly sealedPrivateJwk: Uint8Array;
  readonly keyEncryptionKeyId: string;
  readonly createdAt: Date;
  /** The key is published from its creation on, and signs from this time on. */
  readonly signsFrom: Date;
  readonly signsUntil: Date | null;
  /** Null while the key signs. After this time, nothing that it signed is accepted any more. */
  readonly publishedUntil: Date | null;
}

export type NewSigningKey = Omit<SealedSigningKey, "signsUntil" | "publishedUntil">;

export interface SigningKeyStore {
  /** Every key that is published now, including keys that do not sign yet; the newest first. */
  list(now: Date): Promise<readonly SealedSigningKey[]>;
  /** The same keys with their version, read at one moment: between two reads a key could be added and removed. */
  listWithVersion(now: Date): Promise<{ readonly version: string; readonly keys: readonly SealedSigningKey[] }>;
  /** A text that changes whenever `list` would. */
  version(now: Date): Promise<string>;
  /**
   * Adds the first key of an algorithm. By default the service itself is the actor. Returns false if the algorithm has
   * a key that signs or will sign. Of several racing replicas, one adds a key.
   */
  addFirst(key: NewSigningKey, by?: Pick<By, "actor">): Promise<boolean>;
  /**
   * Adds a successor. The keys before it sign until the successor takes over, and are published until `publishedUntil`.
   * Returns false, and does nothing, if another successor is already waiting.
   */
  rotate(next: NewSigningKey, publishedUntil: Date, by: Pick<By, "actor">): Promise<boolean>;
  /** Removes a key immediately, for example after a compromise. Returns false if there is no key with this kid. */
  remove(kid: string, by: By): Promise<boolean>;
  /** Deletes keys that are no longer published. Returns how many were deleted. */
  purge(now: Date): Promise<number>;
}

/** The default actor is the service itself. */
const BY_ITSELF: Pick<By, "actor"> = { actor: { kind: "system" } };

export function signingKeyStore({ pool }: Pick<Database, "pool">): SigningKeyStore {
  const listWithVersion: SigningKeyStore["listWithVersion"] = async (now) => {
    const { rows } = await pool.query<SealedSigningKey & { version: string }>({
      name: "signing-key-list",
      text: LIST,
      values: [now],
    });
    return { version: rows[0]?.version ?? "", keys: rows.map(({ version: _, ...key }) => key) };
  };

  return {
    list: async (now) => (await listWithVersion(now)).keys,
    listWithVersion,

    async version(now) {
      const found = await pool.query<{ version: string }>({
        name: "signing-key-version",
        text: VERSION,
        values: [now],
      });
      return found.rows[0]?.version ?? "";
    },

    addFirst: (key, { actor } = BY_ITSELF) =>
      inTransaction(pool, async (query) => {
        await query(LOCK, []);
        const known = await query("SELECT FROM signing_key WHERE alg = $1 AND signs_until IS NULL", [key.alg]);
        if (known.length > 0) return false;
        await insert(query, key);
        const detail = { kid: key.kid, alg: key.alg };
        await recordAudit(query, { type: "signing_key_added", actor, at: key.createdAt, detail });
        return true;
      }),

    rotate: (next, publishedUntil, { actor }) =>
      inTransaction(pool, async (query) => {
        await query(LOCK, []);
        const waiting = "SELECT FROM signing_key WHERE alg = $1 AND signs_from > $2";
        if ((await query(waiting, [next.alg, next.createdAt])).length > 0) return false;

        await query(RETIRE, [next.alg, next.signsFrom, publishedUntil]);
        await insert(query, next);
        const detail = { kid: next.kid, alg: next.alg };
        await recordAudit(query, { type: "signing_key_rotated", actor, at: next.createdAt, detail });
        return true;
      }),

    remove: (kid, { actor, at }) =>
      inTransaction(pool, async (query) => {
        await query(LOCK, []);
        const removed = await query("DELETE FROM signing_key WHERE kid = $1 RETURNING alg", [kid]);
        if (removed.length === 0) return false;
        await recordAudit(query, { type: "signing_key_removed", actor, at, detail: { kid } });
        return true;
      }),

    async purge(now) {
      const gone = await pool.query("DELETE FROM signing_key WHERE published_until <= $1", [now]);
      return gone.rowCount ?? 0;
    },
  };
}

// Only one change of the keys happens at a time, in all replicas and commands.
const LOCK = "SELECT pg_advisory_xact_lock(hashtext('countersign signing keys'))";

const VERSION = `
  SELECT COALESCE(
           string_agg(concat_ws(' ', kid, signs_from, signs_until, published_until), ',' ORDER BY kid), '') AS version
    FROM signing_key
   WHERE published_until IS NULL OR published_until > $1`;

const LIST = `
  SELECT kid, alg, public_jwk AS "publicJwk", sealed_private_jwk AS "sealedPrivateJwk",
         key_encryption_key_id AS "keyEncryptionKeyId", created_at AS "createdAt", signs_from AS "signsFrom",
         signs_until AS "signsUntil", published_until AS "publishedUntil", (${VERSION}) AS version
    FROM signing_key
   WHERE published_until IS NULL OR published_until > $1
   ORDER BY signs_from DESC, kid`;

const RETIRE = `
  UPDATE signing_key SET signs_until = $2, published_until = $3 WHERE alg = $1 AND signs_until IS NULL`;

async function insert(query: Query, key: NewSigningKey): Promise<void> {
  const { kid, alg, publicJwk, sealedPrivateJwk, keyEncryptionKeyId, createdAt, signsFrom } = key;
  await query(
    `INSERT INTO signing_key (kid, alg, public_jwk, sealed_private_jwk, key_encryption_key_id, created_at, signs_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [kid, alg, JSON.stringify(publicJwk), Buffer.from(sealedPrivateJwk), keyEncryptionKeyId, createdAt, signsFrom],
  );
}
