/** Clients, page by page, by name. */
import type { Database } from "@countersign/database";

/** A client in a list. */
export interface ClientSummary {
  readonly id: string;
  readonly name: string;
  readonly profile: string;
  readonly scopes: readonly string[];
  readonly disabledAt: Date | null;
  /** The configuration that declares it; null if there is none. */
  readonly managedBy: string | null;
  readonly createdAt: Date;
  /** Its place in the order. */
  readonly key: string;
}

/** At most `most` clients after a place, whose names begin with a prefix in any case. */
export async function pageOfClients(
  { pool }: Pick<Database, "pool">,
  { prefix, after, most }: { prefix: string | undefined; after: readonly string[] | undefined; most: number },
): Promise<readonly ClientSummary[]> {
  const folded = prefix?.toLowerCase() ?? "";
  const [key, id] = after ?? [];
  const values = [folded, prefix === undefined ? null : `${folded}${LAST}`, key ?? null, id ?? null, most];
  return (await pool.query<ClientSummary>(PAGE, values)).rows;
}

/** The last code point: it ends the range of texts that begin with a prefix. */
const LAST = "\u{10FFFF}";

const PAGE = `
  SELECT id, name, profile, scopes, disabled_at AS "disabledAt", managed_by AS "managedBy",
         created_at AS "createdAt", lower(name) AS key
    FROM client
   WHERE lower(name) COLLATE "C" >= $1 AND ($2::text IS NULL OR lower(name) COLLATE "C" < $2)
     AND ($3::text IS NULL OR (lower(name) COLLATE "C", id) > ($3, $4))
   ORDER BY lower(name) COLLATE "C", id LIMIT $5`;
