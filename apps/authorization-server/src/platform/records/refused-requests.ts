/** How operators read why requests of a client were refused. */
import type { Database } from "@countersign/database";
import { MOST_OF_CLIENT } from "../stores/client/refused-requests.ts";

/** A refused request, with all those of the same cause. */
export interface RefusedRecord {
  readonly endpoint: string;
  readonly error: string;
  readonly description: string;
  readonly detail: string | null;
  readonly remedy: string | null;
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const DAY_MS = 86_400_000;

/** The last refused requests of a client, the newest first, of one day. */
export async function refusedRequestsOf(
  { pool }: Pick<Database, "pool">,
  clientId: string,
  now: Date,
): Promise<readonly RefusedRecord[]> {
  const values = [clientId, new Date(now.getTime() - DAY_MS), MOST_OF_CLIENT];
  const { rows } = await pool.query<Stored>(LIST, values);
  return rows.map(({ parameters, ...row }) => ({ ...row, ...parameters }));
}

interface Stored extends Omit<RefusedRecord, "names" | "values"> {
  readonly parameters: Pick<RefusedRecord, "names" | "values">;
}

const LIST = `
  SELECT endpoint, error, description, detail, remedy, parameters, times, first_at AS "firstAt", last_at AS "lastAt"
    FROM refused_request WHERE client_id = $1 AND last_at > $2 ORDER BY last_at DESC, id LIMIT $3`;
