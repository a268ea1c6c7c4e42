/**
 * Keys of ours, those that others encrypt to among them: their private parts sealed, their public parts in the open,
 * and when each signs.
 */
import type { Database } from "@countersign/database";
import type { EncryptionKeyAlg, PublicJwk, SigningAlg } from "@countersign/jwt";
import { type By, recordAudit } from "./audit-events.ts";
import { inTransaction, type Query } from "./transaction.ts";

/** What a key is for. One that others encrypt to "signs" while it is the one they are told to use. */
export type RingAlg = SigningAlg | EncryptionKeyAlg;

export interface SealedSigningKey {
  readonly kid: string;
  readonly alg: RingAlg;
  readonly publicJwk: PublicJwk;
  readonly sealedPrivateJwk: Uint8Array;
  readonly keyEncryptionKeyId: string;
  readonly createdAt: Date;
  /** Published from its creation on; signs from here. */
  readonly signsFrom: Date;
  readonly signsUntil: Date | null;
  /** Null while it signs. After it, nothing that it signed is accepted any more. */
  readonly publishedUntil: Date | null;
}

export type NewSigningKey = Omit<SealedSigningKey, "signsUntil" | "publishedUntil">;

export interface SigningKeyStore {
  /** Every key that is published now, those included that do not sign yet; the newest first. */
  list(now: Date): Promise<readonly SealedSigningKey[]>;
  /** The same, with their version: of one moment, else a key that comes and goes between two reads could stay. */
  listWithVersion(now: Date): Promise<{ readonly version: string; readonly keys: readonly SealedSigningKey[] }>;
  /** A text that changes whenever `list` would. */
  version(now: Date): Promise<string>;
  /**
   * Adds the first key of an algorithm, by the service itself unless told. False if it has one that signs or will: of
   * racing replicas one adds.
   */
  addFirst(key: NewSigningKey, by?: Pick<By, "actor">): Promise<boolean>;
  /**
   * Adds a successor, and lets the keys before it sign until it takes over and be published until `publishedUntil`.
   * False if another successor is waiting already: nothing was done.
   */
  rotate(next: NewSigningKey, publishedUntil: Date, by: Pick<By, "actor">): Promise<boolean>;
  /** Removes a key at once, as after a compromise. False if there is none of this kid. */
  remove(kid: string, by: By): Promise<boolean>;
  /** Deletes keys that are no longer published, and says how many. */
  purge(now: Date): Promise<number>;
}

/** Without a word of another, the service acts for itself. */
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

// One change of the ring at a time, by any replica or command.
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
