/**
 * The last refused requests of each client, which its operator reads for a day. They are noted in memory, and one run
 * of a job writes what was noted since the last: so no response waits for it, and a flood costs few writes and no
 * space.
 */
import { createHash } from "node:crypto";
import type { Database } from "@countersign/database";
import {
  type Client,
  isKept,
  type ProtocolError,
  type RefusedRequest,
  type RequestParameters,
  refusedRequest,
} from "@countersign/rules";
import { ALL, type Noted } from "../audit/noted.ts";

/** Where a request was refused. */
export type RefusedAt = "authorization" | "par" | "device_authorization" | "token" | "introspection" | "revocation";

export interface Refusal {
  readonly client: Pick<Client, "id">;
  readonly endpoint: RefusedAt;
  readonly error: ProtocolError;
  readonly parameters: RequestParameters;
  readonly at: Date;
}

export interface RefusedRequests extends Noted {
  /** Notes a refusal. It neither writes nor throws. Refusals that do not fit until the next run are not kept. */
  note(refusal: Refusal): void;
}

/** What is kept of each client. */
export const MOST_OF_CLIENT = 20;
/** What is noted of all clients until it is written. */
const MOST_NOTED = 1000;
const MOST_TIMES = 1_000_000_000;

interface NotedRefusal extends RefusedRequest {
  readonly clientId: string;
  readonly endpoint: RefusedAt;
  readonly firstAt: Date;
  lastAt: Date;
  times: number;
}

export function refusedRequests({ pool }: Pick<Database, "pool">): RefusedRequests {
  const noted = new Map<string, NotedRefusal>();
  const ofClients = new Map<string, number>();

  const some = (most: number, except: readonly string[]) => {
    const left = new Set(except);
    return Iterator.from(noted)
      .filter(([cause]) => left.size === 0 || !left.has(idOf(cause)))
      .take(most)
      .toArray();
  };

  const remove = (cause: string) => {
    const clientId = noted.get(cause)?.clientId ?? "";
    noted.delete(cause);
    const left = (ofClients.get(clientId) ?? 0) - 1;
    if (left > 0) ofClients.set(clientId, left);
    else ofClients.delete(clientId);
  };

  return {
    note({ client: { id: clientId }, endpoint, error, parameters, at }) {
      if (!isKept(error)) return;
      const cause = [clientId, endpoint, error.code, error.message, error.remedy ?? ""].join("\n");
      const known = noted.get(cause);
      if (known !== undefined) {
        known.times = Math.min(known.times + 1, MOST_TIMES);
        known.lastAt = at;
        return;
      }
      const ofClient = ofClients.get(clientId) ?? 0;
      if (noted.size >= MOST_NOTED || ofClient >= MOST_OF_CLIENT) return;
      ofClients.set(clientId, ofClient + 1);
      noted.set(cause, { ...refusedRequest(error, parameters), clientId, endpoint, firstAt: at, lastAt: at, times: 1 });
    },

    async flush({ most, except } = ALL) {
      const rows = some(most, except).map(([cause, row]) => ({ cause, times: row.times, row }));
      if (rows.length === 0) return 0;
      const written = JSON.stringify(rows.map(({ cause, row }) => ({ ...row, id: idOf(cause) })));
      await pool.query({ name: "refused-requests", text: WRITE, values: [written] });
      for (const { cause, times, row } of rows) {
        // It may have happened again in the meantime.
        row.times -= times;
        if (row.times === 0) remove(cause);
      }
      const clients = [...new Set(rows.map(({ row }) => row.clientId))];
      await pool.query({ name: "refused-requests-bound", text: BOUND, values: [clients, MOST_OF_CLIENT] });
      return rows.length;
    },

    first(except) {
      const [found] = some(1, except);
      return found && idOf(found[0]);
    },

    leaveOut(id) {
      for (const cause of noted.keys()) if (idOf(cause) === id) remove(cause);
    },
  };
}

const idOf = (cause: string) => createHash("sha256").update(cause).digest("hex");

// The clients are locked before any row, as a deletion locks them, and no lock is waited for. Rows are written
// in the order of their keys, so two replicas cannot wait for each other.
const WRITE = `
  WITH noted AS (
    SELECT decode(r.id, 'hex') AS key, r.*
      FROM jsonb_to_recordset($1::jsonb) AS r (
             id text, "clientId" text, endpoint text, error text, description text, detail text, remedy text,
             names jsonb, "values" jsonb, times integer, "firstAt" timestamptz, "lastAt" timestamptz)
  ), known AS MATERIALIZED (
    SELECT id FROM client WHERE id IN (SELECT "clientId" FROM noted) ORDER BY id FOR KEY SHARE SKIP LOCKED
  )
  INSERT INTO refused_request AS held
         (id, client_id, endpoint, error, description, detail, remedy, parameters, times, first_at, last_at)
  SELECT key, "clientId", endpoint, error, description, detail, remedy,
         jsonb_build_object('names', names, 'values', "values"), times, "firstAt", "lastAt"
    FROM noted JOIN known ON known.id = "clientId"
   ORDER BY key
      ON CONFLICT (id) DO UPDATE
     SET detail = excluded.detail, parameters = excluded.parameters,
         times = LEAST(held.times::bigint + excluded.times, ${MOST_TIMES})::integer,
         last_at = GREATEST(held.last_at, excluded.last_at)`;

// Older ones go. Those that another replica writes at this moment go the next time.
const BOUND = `
  DELETE FROM refused_request
   WHERE id IN (SELECT older.id
                  FROM unnest($1::text[]) AS c (id)
                 CROSS JOIN LATERAL (SELECT id FROM refused_request WHERE client_id = c.id
                                      ORDER BY last_at DESC, id OFFSET $2 FOR UPDATE SKIP LOCKED) AS older)`;
