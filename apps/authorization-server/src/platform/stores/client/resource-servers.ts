/** Resource servers: the audiences of access tokens (RFC 8707), and the scopes that each of them defines. */
import type { Database } from "@countersign/database";
import type { AccessTokenAlg, AccessTokenTyp } from "@countersign/jwt";
import { foldResource, OFFLINE_ACCESS, type Resource, type ScopeTexts } from "@countersign/rules";
import { MEMBERSHIP_SCOPES, SCOPE_CLAIMS } from "@countersign/rules/claims";
import { LRUCache } from "lru-cache";

const STALE_AFTER_MS = 2000;
const REMEMBERED_RESOURCES = 1000;

export interface ResourceServer {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly accessTokenSigningAlg: AccessTokenAlg;
  readonly accessTokenTtlSeconds: number;
  /** The `typ` of its access tokens; "at+jwt" (RFC 9068 §2.1) if absent. */
  readonly accessTokenTyp?: AccessTokenTyp;
  /** Whether only tokens that are bound to a key are issued for it; false if absent. */
  readonly dpopBoundAccessTokensRequired?: boolean;
  /** Those of its scopes that a person gets only by a role; none if absent. */
  readonly roleScopes?: readonly string[];
  /** The client that tokens of people name as the one that may act for them (RFC 8693 §4.4). */
  readonly mayAct?: string | null;
  /** What its scopes are called for people; nothing if absent. `scopeTexts` of the store reads them. */
  readonly scopeTexts?: ScopeTexts;
}

export interface ResourceServerStore {
  /** Creates the resource server of /userinfo, or updates its row to what this release and configuration define. */
  upsert(resource: ResourceServer): Promise<void>;
  /**
   * The enabled resource server of this identifier, compared as `foldResource` says; `undefined` if there is none. At
   * most two seconds stale.
   */
  find(identifier: string): Promise<ResourceServer | undefined>;
  /** Those among these identifiers that are known and enabled, by one statement at most. */
  findAll(identifiers: readonly string[]): Promise<readonly ResourceServer[]>;
  /**
   * Those enabled ones that define one of these scopes, by one statement at most: those that define the most of them
   * first, and no more than 64. At most two seconds stale.
   */
  findByScopes(scopes: readonly string[]): Promise<readonly ResourceServer[]>;
  /** What the scopes of these resource servers are called for people, by identifier as it is stored. */
  scopeTexts(identifiers: readonly string[]): Promise<ReadonlyMap<string, ScopeTexts>>;
  /** The identifiers of the enabled resource servers that the operator wants listed, in order. */
  listed(): Promise<readonly string[]>;
  /** Makes the next look-ups read the database again. */
  forget(): void;
}

export function resourceServerStore({ pool }: Pick<Database, "pool">): ResourceServerStore {
  const recent = new LRUCache<string, { resource: ResourceServer | undefined }>({
    max: REMEMBERED_RESOURCES,
    ttl: STALE_AFTER_MS,
  });
  const recentByScopes = new LRUCache<string, readonly ResourceServer[]>({
    max: REMEMBERED_RESOURCES,
    ttl: STALE_AFTER_MS,
  });

  const findAll: ResourceServerStore["findAll"] = async (identifiers) => {
    const folded = [...new Set(identifiers.flatMap((identifier) => foldResource(identifier) ?? []))];
    const known = new Map(folded.map((one) => [one, recent.get(one)]));
    const missing = folded.filter((one) => known.get(one) === undefined);
    if (missing.length > 0) {
      const spellings = missing.flatMap((one) => [one, `${one}/`]);
      const found = await pool.query<ResourceServer>({ name: "resource-find", text: FIND, values: [spellings] });
      for (const one of missing) {
        const entry = { resource: found.rows.find(({ identifier }) => foldResource(identifier) === one) };
        recent.set(one, entry);
        known.set(one, entry);
      }
    }
    return [...known.values()].flatMap((entry) => entry?.resource ?? []);
  };

  return {
    async upsert(resource) {
      await pool.query(UPSERT, valuesOf(resource));
    },
    findAll,
    async findByScopes(scopes) {
      const key = scopes.toSorted().join(" ");
      const known = recentByScopes.get(key);
      if (known !== undefined) return known;
      const { rows } = await pool.query<ResourceServer>({
        name: "resource-of-scopes",
        text: OF_SCOPES,
        values: [scopes],
      });
      recentByScopes.set(key, rows);
      return rows;
    },
    async scopeTexts(identifiers) {
      if (identifiers.length === 0) return new Map();
      const { rows } = await pool.query<{ identifier: string; texts: ScopeTexts }>(SCOPE_TEXTS, [identifiers]);
      return new Map(rows.map(({ identifier, texts }) => [identifier, texts]));
    },
    listed: async () => (await pool.query<{ identifier: string }>(LISTED)).rows.map(({ identifier }) => identifier),
    forget() {
      recent.clear();
      recentByScopes.clear();
    },
    // Clients mostly send the folded form, which is the key.
    find: async (identifier) => recent.get(identifier)?.resource ?? (await findAll([identifier]))[0],
  };
}

/** The settings of the resource server of /userinfo, by the names that operators know. */
export interface UserinfoResourceSettings {
  readonly USERINFO_RESOURCE: string;
  readonly ACCESS_TOKEN_SIGNING_ALG: AccessTokenAlg;
  readonly ACCESS_TOKEN_TTL_SECONDS: number;
}

/** What clients can request of /userinfo. */
export const USERINFO_SCOPES = [...Object.keys(SCOPE_CLAIMS), OFFLINE_ACCESS, ...MEMBERSHIP_SCOPES];

/** Creates the resource server of /userinfo, or updates it. Returns what clients can request of it. */
export async function ensureUserinfoResource(
  resources: Pick<ResourceServerStore, "upsert">,
  settings: UserinfoResourceSettings,
): Promise<Resource> {
  const resource = { identifier: settings.USERINFO_RESOURCE, scopes: USERINFO_SCOPES };
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

const LISTED = "SELECT identifier FROM resource_server WHERE listed AND disabled_at IS NULL ORDER BY identifier";

const SCOPE_TEXTS = "SELECT identifier, scope_texts AS texts FROM resource_server WHERE identifier = ANY($1)";

const COLUMNS = `
  identifier, name, scopes, access_token_signing_alg AS "accessTokenSigningAlg",
  access_token_ttl_seconds AS "accessTokenTtlSeconds", access_token_typ AS "accessTokenTyp",
  dpop_bound_access_tokens_required AS "dpopBoundAccessTokensRequired", role_scopes AS "roleScopes",
  (SELECT x.client_id FROM exchange_policy x
    WHERE x.source = identifier AND x.may_act AND x.disabled_at IS NULL) AS "mayAct"`;

const FIND = `SELECT ${COLUMNS} FROM resource_server WHERE identifier = ANY($1) AND disabled_at IS NULL`;

const OF_SCOPES = `
  SELECT ${COLUMNS} FROM resource_server r
   WHERE r.scopes && $1::text[] AND r.disabled_at IS NULL
   ORDER BY (SELECT count(*) FROM unnest($1::text[]) asked (scope) WHERE scope = ANY(r.scopes)) DESC, identifier
   LIMIT 64`;
