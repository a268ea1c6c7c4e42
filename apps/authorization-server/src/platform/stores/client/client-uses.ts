/**
 * Records when clients that registered themselves were last used, to the day, and when each secret of a client was, to
 * five minutes. Clients that are not used are deleted (`platform/jobs/purge/purge-clients.ts`).
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";
import { LRUCache } from "lru-cache";
import { ALL, type Noted } from "../audit/noted.ts";

const DAY_MS = 86_400_000;
/** A secret that was used less than this ago is not noted again. */
const SECRET_PAUSE_MS = 300_000;
/** If this many uses are pending, a further client is recorded at its next use. */
const MOST_PENDING = 10_000;

export interface ClientUses extends Noted {
  /** Remembers that a client was used, if that was not yet written today. It does not write, so no request waits. */
  note(client: Pick<Client, "id" | "hasRegistrationToken" | "lastUsedAt">, at: Date): void;
  /** The same for one of its secrets, by its hash. */
  noteSecret(client: Pick<Client, "id">, secretHash: Uint8Array, at: Date): void;
}

/** What is noted of one client. */
interface Use {
  day?: Date;
  /** By their hashes in hexadecimal: up to two. */
  readonly secrets: Map<string, Date>;
}

/** If the process crashes, uses that were noted and not yet written are lost. */
export function clientUses({ pool }: Pick<Database, "pool">): ClientUses {
  const pending = new Map<string, Use>();
  /** When secrets were noted, by their hashes. */
  const recent = new LRUCache<string, number>({ max: MOST_PENDING });
  const some = (most: number, except: readonly string[]) => {
    const left = new Set(except);
    return Iterator.from(pending)
      .filter(([id]) => !left.has(id))
      .take(most)
      .toArray();
  };
  const useOf = (id: string): Use | undefined => {
    const known = pending.get(id);
    if (known !== undefined || pending.size >= MOST_PENDING) return known;
    const use: Use = { secrets: new Map() };
    pending.set(id, use);
    return use;
  };

  return {
    note({ id, hasRegistrationToken, lastUsedAt }, at) {
      if (!hasRegistrationToken) return;
      if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < DAY_MS) return;
      const use = useOf(id);
      if (use !== undefined) use.day = at;
    },

    noteSecret({ id }, secretHash, at) {
      const hash = Buffer.from(secretHash).toString("hex");
      if (at.getTime() - (recent.get(hash) ?? Number.NEGATIVE_INFINITY) < SECRET_PAUSE_MS) return;
      if (useOf(id)?.secrets.set(hash, at) !== undefined) recent.set(hash, at.getTime());
    },

    async flush({ most, except } = ALL) {
      const noted = some(most, except);
      if (noted.length === 0) return 0;

      const days = noted.flatMap(([id, { day }]) => (day === undefined ? [] : [[id, day] as const]));
      const secrets = noted.flatMap(([id, use]) => [...use.secrets].map(([hash, at]) => [id, hash, at] as const));
      if (days.length > 0) {
        const values = [days.map(([id]) => id), days.map(([, at]) => at)];
        await pool.query({ name: "client-uses", text: WRITE, values });
      }
      if (secrets.length > 0) {
        const values = [secrets.map(([id]) => id), secrets.map(([, hash]) => hash), secrets.map(([, , at]) => at)];
        await pool.query({ name: "client-secret-uses", text: WRITE_SECRETS, values });
      }
      // If a client was noted again in the meantime, that note is of the same day.
      for (const [id] of noted) pending.delete(id);
      return noted.length;
    },

    first: (except) => some(1, except)[0]?.[0],
    // It stays noted: another use of a client does not make it fail less.
    leaveOut: () => {},
  };
}

const WRITE = `
  UPDATE client c SET last_used_at = used.at
    FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
   WHERE c.id = used.id AND (c.last_used_at IS NULL OR c.last_used_at < used.at)`;

// The uses of secrets that the client has no more go.
const WRITE_SECRETS = `
  WITH used AS (
    SELECT c.id, u.hash, u.at, c.secret_hash, c.previous_secret_hash
      FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS sent (id, hex, at)
     CROSS JOIN LATERAL (SELECT decode(sent.hex, 'hex') AS hash, sent.at) AS u
      JOIN client c ON c.id = sent.id
  ), gone AS (
    DELETE FROM client_secret_use held USING used
     WHERE held.client_id = used.id AND held.secret_hash IS DISTINCT FROM used.secret_hash
       AND held.secret_hash IS DISTINCT FROM used.previous_secret_hash
  )
  INSERT INTO client_secret_use AS held (client_id, secret_hash, last_used_at)
  SELECT id, hash, at FROM used WHERE hash = secret_hash OR hash = previous_secret_hash
  ON CONFLICT (client_id, secret_hash) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
   WHERE held.last_used_at < EXCLUDED.last_used_at`;
