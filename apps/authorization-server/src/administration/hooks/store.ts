/** Hooks, as administrators see them. Their keys are sealed, and are not among this. */
import type { Database } from "@countersign/database";
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type Hook, hookFields } from "./entity.ts";

/** The hooks by name. There are never many. */
export const listHooks = async ({ pool }: Pick<Database, "pool">): Promise<readonly Hook[]> =>
  (await pool.query<Hook>(`SELECT ${COLUMNS} FROM hook h ORDER BY name`)).rows;

export const findHook = async ({ pool }: Pick<Database, "pool">, id: string): Promise<Hook | undefined> =>
  (await pool.query<Hook>(`SELECT ${COLUMNS} FROM hook h WHERE id = $1`, [id])).rows[0];

/** Locks a hook: no other transaction changes it until that of `query` ends. */
export async function lockHook(query: Query, id: string): Promise<Hook | undefined> {
  const [row] = await query(`SELECT ${COLUMNS} FROM hook h WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  return row as Hook | undefined;
}

const COLUMNS = selected(hookFields, "h");
