/** The terms that people accept, as administrators see them. */
import type { Query } from "../../platform/stores/transaction.ts";
import { selected } from "../entity-values.ts";
import { type Terms, termsFields } from "./entity.ts";

const SELECT = `SELECT ${selected(termsFields, "terms_document")} FROM terms_document`;

/** Every version of every name; the newest first. */
export const listTerms = async (query: Query): Promise<readonly Terms[]> =>
  (await query(`${SELECT} ORDER BY name, required_from DESC, created_at DESC`, [])) as unknown as readonly Terms[];

export const findTerms = async (query: Query, id: string): Promise<Terms | undefined> =>
  (await query(`${SELECT} WHERE id = $1`, [id]))[0] as Terms | undefined;
