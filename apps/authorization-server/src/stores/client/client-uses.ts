/**
 * Records when clients that registered themselves were last used, to the day. Clients that are not used are deleted
 * (`jobs/purge-clients.ts`).
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";

const DAY_MS = 86_400_000;
/** If this many uses are pending, a further client is recorded at its next use. */
const MOST_PENDING = 10_000;

export interface ClientUses {
  /** Remembers that a client was used, if that was not yet written today. It does not write, so no request waits. */
  note(client: Pick<Client, "id" | "hasRegistrationToken" | "lastUsedAt">, at: Date): void;
  /** Writes the remembered uses in one statement. If the process crashes before that, only these notes are lost. */
  flush(): Promise<number>;
}

export function clientUses({ pool }: Pick<Database, "pool">): ClientUses {
  const pending = new Map<string, Date>();

  return {
    note({ id, hasRegistrationToken, lastUsedAt }, at) {
      if (!hasRegistrationToken || pending.size >= MOST_PENDING) return;
      if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < DAY_MS) return;
      pending.set(id, at);
    },

    async flush() {
      const noted = [...pending];
      if (noted.length === 0) return 0;

      const values = [noted.map(([id]) => id), noted.map(([, at]) => at)];
      const written = await pool.query({ name: "client-uses", text: WRITE, values });
      // If a client was noted again meanwhile, that note is of the same day.
      for (const [id] of noted) pending.delete(id);
      return written.rowCount ?? 0;
    },
  };
}

const WRITE = `
  UPDATE client c SET last_used_at = used.at
    FROM unnest($1::text[], $2::timestamptz[]) AS used (id, at)
   WHERE c.id = used.id AND (c.last_used_at IS NULL OR c.last_used_at < used.at)`;
