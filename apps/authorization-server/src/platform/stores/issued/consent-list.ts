/** The consents to one client, page by page, the newest first (decision 275). */
import type { Database } from "@countersign/database";

/** What one person granted and declined to the client at one resource server. */
export interface ListedConsent {
  readonly userId: string;
  readonly username: string;
  readonly resource: string;
  readonly resourceName: string;
  readonly scopes: readonly string[];
  readonly claims: readonly string[];
  readonly declinedScopes: readonly string[];
  readonly declinedClaims: readonly string[];
  readonly updatedAt: Date;
  /** The time as it is stored: its place in the order. */
  readonly place: string;
}

/** At most `most` consents to a client after a place in the list. */
export async function pageOfConsents(
  { pool }: Pick<Database, "pool">,
  { clientId, after, most }: { readonly clientId: string; readonly after: Place | undefined; readonly most: number },
): Promise<readonly ListedConsent[]> {
  const [at, userId, resource] = after ?? [];
  const values = [clientId, at ?? null, userId ?? null, resource ?? null, most];
  return (await pool.query<ListedConsent>(PAGE, values)).rows;
}

/** How many consents to a client there are, up to `most`. */
export async function countConsents(
  { pool }: Pick<Database, "pool">,
  { clientId, most }: { readonly clientId: string; readonly most: number },
): Promise<number> {
  return (await pool.query<{ count: number }>(COUNT, [clientId, most])).rows[0]?.count ?? 0;
}

/** The time, the person and the resource server of the consent before. */
type Place = readonly string[];

// The walk reads a range of the index. Only the consents that it found are joined with their names.
const PAGE = `
  SELECT k.user_id AS "userId", u.username, k.resource, r.name AS "resourceName", k.granted_scopes AS scopes,
         k.granted_claims AS claims, k.declined_scopes AS "declinedScopes", k.declined_claims AS "declinedClaims",
         k.updated_at AS "updatedAt", k.updated_at::text AS place
    FROM (SELECT * FROM consent
           WHERE client_id = $1
             AND ($2::timestamptz IS NULL OR (updated_at, user_id, resource) < ($2::timestamptz, $3::uuid, $4::text))
           ORDER BY updated_at DESC, user_id DESC, resource DESC LIMIT $5) AS k
    JOIN end_user u ON u.id = k.user_id JOIN resource_server r ON r.identifier = k.resource
   ORDER BY k.updated_at DESC, k.user_id DESC, k.resource DESC`;
const COUNT = `
  SELECT count(*)::int FROM (SELECT FROM consent WHERE client_id = $1 LIMIT $2) AS those`;
