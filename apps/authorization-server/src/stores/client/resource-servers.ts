/** Resource servers: the audiences of access tokens (RFC 8707), and the scopes that each of them defines. */
import type { Database } from "@countersign/database";
import type { AccessTokenAlg } from "@countersign/jwt";
import { OFFLINE_ACCESS, type Resource } from "@countersign/rules";
import { SCOPE_CLAIMS } from "@countersign/rules/claims";
import { LRUCache } from "lru-cache";

const STALE_AFTER_MS = 2000;
const REMEMBERED_RESOURCES = 1000;
/** Longer than any address of an API. An identifier beyond this length is not sent to the database. */
const LONGEST_IDENTIFIER = 2000;

export interface ResourceServer {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly accessTokenSigningAlg: AccessTokenAlg;
  readonly accessTokenTtlSeconds: number;
}

export interface ResourceServerStore {
  /** Creates the resource server of /userinfo, or updates its row to what this release and configuration define. */
  upsert(resource: ResourceServer): Promise<void>;
  /**
   * The resource server of this identifier, compared byte for byte; `undefined` if it is unknown. At most two seconds
   * stale.
   */
  find(identifier: string): Promise<ResourceServer | undefined>;
}

export function resourceServerStore({ pool }: Pick<Database, "pool">): ResourceServerStore {
  const recent = new LRUCache<string, { resource: ResourceServer | undefined }>({
    max: REMEMBERED_RESOURCES,
    ttl: STALE_AFTER_MS,
  });

  return {
    async upsert(resource) {
      await pool.query(UPSERT, valuesOf(resource));
    },

    async find(identifier) {
      if (identifier.length > LONGEST_IDENTIFIER || identifier.includes("\0")) return undefined;
      const known = recent.get(identifier);
      if (known !== undefined) return known.resource;

      const found = await pool.query<ResourceServer>({ name: "resource-find", text: FIND, values: [identifier] });
      const resource = found.rows[0];
      recent.set(identifier, { resource });
      return resource;
    },
  };
}

/** The settings of the resource server of /userinfo, by the names that operators know. */
export interface UserinfoResourceSettings {
  readonly USERINFO_RESOURCE: string;
  readonly ACCESS_TOKEN_SIGNING_ALG: AccessTokenAlg;
  readonly ACCESS_TOKEN_TTL_SECONDS: number;
}

/** Creates the resource server of /userinfo, or updates it. Returns what clients can request of it. */
export async function ensureUserinfoResource(
  resources: Pick<ResourceServerStore, "upsert">,
  settings: UserinfoResourceSettings,
): Promise<Resource> {
  const resource = { identifier: settings.USERINFO_RESOURCE, scopes: [...Object.keys(SCOPE_CLAIMS), OFFLINE_ACCESS] };
  await resources.upsert({
    ...resource,
    name: "userinfo",
    accessTokenSigningAlg: settings.ACCESS_TOKEN_SIGNING_ALG,
    accessTokenTtlSeconds: settings.ACCESS_TOKEN_TTL_SECONDS,
  });
  return resource;
}

const valuesOf = (resource: ResourceServer) => [
  resource.identifier,
  resource.name,
  resource.scopes,
  resource.accessTokenSigningAlg,
  resource.accessTokenTtlSeconds,
];

const UPSERT = `
  INSERT INTO resource_server (identifier, name, scopes, access_token_signing_alg, access_token_ttl_seconds)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (identifier) DO UPDATE SET scopes = $3, access_token_signing_alg = $4, access_token_ttl_seconds = $5`;

const FIND = `
  SELECT identifier, name, scopes, access_token_signing_alg AS "accessTokenSigningAlg",
         access_token_ttl_seconds AS "accessTokenTtlSeconds"
    FROM resource_server WHERE identifier = $1`;
