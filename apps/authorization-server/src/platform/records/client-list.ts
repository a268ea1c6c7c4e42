/** Clients, page by page, by name. */
import type { Database } from "@countersign/database";
import { containing } from "../stores/lists/part-of-text.ts";

/** A client in a list. */
export interface ClientSummary {
  readonly id: string;
  readonly name: string;
  readonly profile: string;
  readonly scopes: readonly string[];
  readonly applicationType: string;
  readonly tokenEndpointAuthMethod: string;
  readonly grantTypes: readonly string[];
  readonly disabledAt: Date | null;
  /** The configuration that declares it; null if there is none. */
  readonly managedBy: string | null;
  readonly createdAt: Date;
  readonly hasLogo: boolean;
  /** When someone last signed in to it, to five minutes. Null if no sign-in is known. */
  readonly lastSignInAt: Date | null;
  /** Its place in the order. */
  readonly key: string;
}

/** At most `most` clients after a place, by name: those with a part of a text in the name or id, if there is one. */
export async function pageOfClients(
  { pool }: Pick<Database, "pool">,
  { part, after, most }: { part: string | undefined; after: readonly string[] | undefined; most: number },
): Promise<readonly ClientSummary[]> {
  const [key, id] = after ?? [];
  return (await pool.query<ClientSummary>(PAGE, [patternOf(part), key ?? null, id ?? null, most])).rows;
}

/** How many clients have this part, up to `most`. */
export async function countClients(
  { pool }: Pick<Database, "pool">,
  { part, most }: { readonly part: string | undefined; readonly most: number },
): Promise<number> {
  return (await pool.query<{ count: number }>(COUNT, [patternOf(part), most])).rows[0]?.count ?? 0;
}

const patternOf = (part: string | undefined) => (part === undefined ? null : containing(part));

const PAGE = `
  SELECT id, name, profile, scopes, application_type AS "applicationType",
         token_endpoint_auth_method AS "tokenEndpointAuthMethod", grant_types AS "grantTypes",
         disabled_at AS "disabledAt", managed_by AS "managedBy",
         created_at AS "createdAt", EXISTS (SELECT FROM client_logo l WHERE l.client_id = client.id) AS "hasLogo",
         (SELECT last_at FROM client_sign_in s WHERE s.client_id = client.id) AS "lastSignInAt",
         lower(name) AS key
    FROM client
   WHERE ($1::text IS NULL OR lower(name || ' ' || id) LIKE lower($1))
     AND ($2::text IS NULL OR (lower(name) COLLATE "C", id) > ($2, $3))
   ORDER BY lower(name) COLLATE "C", id LIMIT $4`;
const COUNT = `
  SELECT count(*)::int FROM (
    SELECT FROM client WHERE $1::text IS NULL OR lower(name || ' ' || id) LIKE lower($1) LIMIT $2) AS those`;
