/**
 * Records when clients that registered themselves were last used, to the day. Clients that are not used are deleted
 * (`platform/jobs/purge-clients.ts`).
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";
import { ALL, type Noted } from "../audit/noted.ts";

const DAY_MS = 86_400_000;
/** If this many uses are pending, a further client is recorded at its next use. */
const MOST_PENDING = 10_000;

export interface ClientUses extends Noted {
  /** Remembers that a client was used, if that was not yet written today. It does not write, so no request waits. */
  note(client: Pick<Client, "id" | "hasRegistrationToken" | "lastUsedAt">, at: Date): void;
}

/** If the process crashes, what was noted and not yet written is lost. */
export function clientUses({ pool }: Pick<Database, "pool">): ClientUses {
  const pending = new Map<string, Date>();
  const some = (most: number, except: readonly string[]) => {
    const left = new Set(except);
    return Iterator.from(pending)
      .filter(([id]) => !left.has(id))
      .take(most)
      .toArray();
  };

  return {
    note({ id, hasRegistrationToken, lastUsedAt }, at) {
      if (!hasRegistrationToken || pending.size >= MOST_PENDING) return;
      if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < DAY_MS) return;
      pending.set(id, at);
    },

    async flush({ most, except } = ALL) {
      const noted = some(most, except);
      if (noted.length === 0) return 0;

      const values = [noted.map(([id]) => id), noted.map(([, at]) => at)];
      await pool.query({ name: "client-uses", text: WRITE, values });
      // If a client was noted again in the meantime, that note is of the same day.
      for (const [id] of noted) pending.delete(id);
      return noted.length;
    },

    first: (except) => some(1, except)[0]?.[0],
    // It stays noted: who uses a client again does not make it fail less.
    leaveOut: () => {},
  };
}

const WRITE = `
  UPDATE client c SET last_used_at = used.at
    FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
   WHERE c.id = used.id AND (c.last_used_at IS NULL OR c.last_used_at < used.at)`;
