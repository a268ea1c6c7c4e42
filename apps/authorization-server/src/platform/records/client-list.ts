/** Clients, page by page, by name or the newest first. */
import type { Database } from "@countersign/database";
import { patternOf } from "../stores/lists/part-of-text.ts";

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

/** What a client is to those who sign in: how it runs, or that it needs no person. */
export const CLIENT_KINDS = ["browser", "web", "native", "device", "machine"] as const;

export interface ClientFilter {
  /** A part of the name or id. */
  readonly part?: string | undefined;
  readonly status?: "enabled" | "disabled" | undefined;
  readonly kind?: (typeof CLIENT_KINDS)[number] | undefined;
}

/** The orders of clients. An index has each of them. */
export const CLIENT_SORTS = ["client_name", "-created_at"] as const;

interface PageOfClients extends ClientFilter {
  readonly sort?: (typeof CLIENT_SORTS)[number] | undefined;
  readonly after: readonly string[] | undefined;
  readonly most: number;
}

/** At most `most` clients that match, after a place, by name unless another order is asked for. */
export async function pageOfClients(
  { pool }: Pick<Database, "pool">,
  { sort = "client_name", after, most, ...filter }: PageOfClients,
): Promise<readonly ClientSummary[]> {
  const [key, id] = after ?? [];
  return (await pool.query<ClientSummary>(PAGES[sort], [...valuesOf(filter), key ?? null, id ?? null, most])).rows;
}

/** How many clients match, up to `most`. */
export async function countClients(
  { pool }: Pick<Database, "pool">,
  { most, ...filter }: ClientFilter & { readonly most: number },
): Promise<number> {
  return (await pool.query<{ count: number }>(COUNT, [...valuesOf(filter), most])).rows[0]?.count ?? 0;
}

const valuesOf = ({ part, status, kind }: ClientFilter) => [
  patternOf(part),
  status === undefined ? null : status === "disabled",
  kind ?? null,
];

const KIND = `
  CASE WHEN 'urn:ietf:params:oauth:grant-type:device_code' = ANY (grant_types) THEN 'device'
       WHEN 'client_credentials' = ANY (grant_types) AND NOT 'authorization_code' = ANY (grant_types) THEN 'machine'
       WHEN application_type = 'native' THEN 'native'
       WHEN token_endpoint_auth_method = 'none' THEN 'browser' ELSE 'web' END`;

const MATCHES = `
  ($1::text IS NULL OR lower(name || ' ' || id) LIKE lower($1))
     AND ($2::boolean IS NULL OR (disabled_at IS NOT NULL) = $2) AND ($3::text IS NULL OR ${KIND} = $3)`;

const page = (key: string, order: string) => `
  SELECT id, name, profile, scopes, application_type AS "applicationType",
         token_endpoint_auth_method AS "tokenEndpointAuthMethod", grant_types AS "grantTypes",
         disabled_at AS "disabledAt", managed_by AS "managedBy",
         created_at AS "createdAt", EXISTS (SELECT FROM client_logo l WHERE l.client_id = client.id) AS "hasLogo",
         (SELECT last_at FROM client_sign_in s WHERE s.client_id = client.id) AS "lastSignInAt",
         ${key} AS key
    FROM client
   WHERE ${MATCHES} AND ${order} LIMIT $6`;
const PAGES = {
  client_name: page(
    "lower(name)",
    `($4::text IS NULL OR (lower(name) COLLATE "C", id) > ($4, $5)) ORDER BY lower(name) COLLATE "C", id`,
  ),
  "-created_at": page(
    "created_at::text",
    "($4::text IS NULL OR (created_at, id) < ($4::timestamptz, $5)) ORDER BY created_at DESC, id DESC",
  ),
} as const;
const COUNT = `
  SELECT count(*)::int FROM (SELECT FROM client WHERE ${MATCHES} LIMIT $4) AS those`;
