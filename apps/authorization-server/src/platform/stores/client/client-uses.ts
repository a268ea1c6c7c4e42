/**
 * Records when clients that registered themselves were last used, to the day, and to five minutes: when each secret of
 * a client was, and when someone last signed in to it. Clients that registered themselves and are not used are deleted
 * (`platform/jobs/purge/purge-clients.ts`).
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";
import { LRUCache } from "lru-cache";
import { ALL, type Noted } from "../audit/noted.ts";

const DAY_MS = 86_400_000;
/** What was noted less than this ago, of a secret or a sign-in, is not noted again. */
const PAUSE_MS = 300_000;
/** If this many uses are pending, a further client is recorded at its next use. */
const MOST_PENDING = 10_000;

export interface ClientUses extends Noted {
  /** Remembers that a client was used, if that was not yet written today. It does not write, so no request waits. */
  note(client: Pick<Client, "id" | "hasRegistrationToken" | "lastUsedAt">, at: Date): void;
  /** The same for one of its secrets, by its hash. */
  noteSecret(client: Pick<Client, "id">, secretHash: Uint8Array, at: Date): void;
  /** The same when someone signs in to a client. */
  noteSignIn(client: Pick<Client, "id">, at: Date): void;
}

/** What is noted of one client. */
interface Use {
  day?: Date;
  signedInAt?: Date;
  /** By their hashes in hexadecimal: up to two. */
  readonly secrets: Map<string, Date>;
}

/** If the process crashes, uses that were noted and not yet written are lost. */
export function clientUses({ pool }: Pick<Database, "pool">): ClientUses {
  const pending = new Map<string, Use>();
  /** When secrets were noted, by their hashes, and when sign-ins were, by their clients. */
  const recent = { secrets: openPauses(), signIns: openPauses() };
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
      if (isPaused(recent.secrets, hash, at)) return;
      if (useOf(id)?.secrets.set(hash, at) !== undefined) recent.secrets.set(hash, at.getTime());
    },

    noteSignIn({ id }, at) {
      if (isPaused(recent.signIns, id, at)) return;
      const use = useOf(id);
      if (use === undefined) return;
      use.signedInAt = at;
      recent.signIns.set(id, at.getTime());
    },

    async flush({ most, except } = ALL) {
      const noted = some(most, except);
      if (noted.length === 0) return 0;

      await write(pool, noted);
      // If a client was noted again in the meantime, that note is of the same day.
      for (const [id] of noted) pending.delete(id);
      return noted.length;
    },

    first: (except) => some(1, except)[0]?.[0],
    // It stays noted: another use of a client does not make it fail less.
    leaveOut: () => {},
  };
}

type Pauses = LRUCache<string, number>;

const openPauses = (): Pauses => new LRUCache({ max: MOST_PENDING });

const isPaused = (noted: Pauses, name: string, at: Date) =>
  at.getTime() - (noted.get(name) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS;

/** Writes what was noted of these clients, with a statement for each kind of note. */
async function write(pool: Database["pool"], noted: readonly (readonly [id: string, use: Use])[]): Promise<void> {
  const days = noted.flatMap(([id, { day }]) => (day === undefined ? [] : [[id, day] as const]));
  const secrets = noted.flatMap(([id, use]) => [...use.secrets].map(([hash, at]) => [id, hash, at] as const));
  const signIns = noted.flatMap(([id, { signedInAt: at }]) => (at === undefined ? [] : [[id, at] as const]));
  if (days.length > 0) {
    const values = [days.map(([id]) => id), days.map(([, at]) => at)];
    await pool.query({ name: "client-uses", text: WRITE, values });
  }
  if (secrets.length > 0) {
    const values = [secrets.map(([id]) => id), secrets.map(([, hash]) => hash), secrets.map(([, , at]) => at)];
    await pool.query({ name: "client-secret-uses", text: WRITE_SECRETS, values });
  }
  if (signIns.length > 0) {
    const values = [signIns.map(([id]) => id), signIns.map(([, at]) => at)];
    await pool.query({ name: "client-sign-ins", text: WRITE_SIGN_INS, values });
  }
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

// A client that is gone meanwhile has none. Every replica has the same order, so that none waits for another in turn.
const WRITE_SIGN_INS = `
  INSERT INTO client_sign_in AS held (client_id, last_at)
  SELECT c.id, noted.at FROM unnest($1::text[], $2::timestamptz[]) AS noted (id, at) JOIN client c ON c.id = noted.id
   ORDER BY c.id
  ON CONFLICT (client_id) DO UPDATE SET last_at = EXCLUDED.last_at WHERE held.last_at < EXCLUDED.last_at`;
