/** Clients: RFC 6749 §2. Their metadata may be stale for two seconds; whether one is disabled rides in each statement that issues. */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";
import { LRUCache } from "lru-cache";

const STALE_AFTER_MS = 2000;
const REMEMBERED_CLIENTS = 10_000;

export interface Logo {
  readonly mediaType: string;
  readonly image: Buffer;
}

export interface ClientStore {
  /** The client of this id; `undefined` for an id that no enabled client has. At most two seconds stale. */
  find(id: string | undefined): Promise<Client | undefined>;
  /** The logo that we keep of a client: never fetched while a page is shown. */
  logo(id: string): Promise<Logo | undefined>;
}

// RFC 6749 §A.1: a client identifier is visible ASCII; nothing else reaches the database.
const CLIENT_ID = /^[\x20-\x7E]{1,255}$/;

export function clientStore({ pool }: Pick<Database, "pool">): ClientStore {
  const recent = new LRUCache<string, { client: Client | undefined }>({ max: REMEMBERED_CLIENTS, ttl: STALE_AFTER_MS });

  return {
    async find(id) {
      if (id === undefined || !CLIENT_ID.test(id)) return undefined;
      const known = recent.get(id);
      if (known !== undefined) return known.client;

      const found = await pool.query<ClientRow>({ name: "client-find", text: FIND, values: [id] });
      const client = found.rows[0] === undefined ? undefined : clientOf(found.rows[0]);
      recent.set(id, { client });
      return client;
    },

    async logo(id) {
      if (!CLIENT_ID.test(id)) return undefined;
      const found = await pool.query<Logo>({ name: "client-logo", text: LOGO, values: [id] });
      return found.rows[0];
    },
  };
}

const FIND = `
  SELECT id, profile, name, application_type AS "applicationType",
         token_endpoint_auth_method AS "tokenEndpointAuthMethod", secret_hash AS "secretHash",
         redirect_uris AS "redirectUris", post_logout_redirect_uris AS "postLogoutRedirectUris",
         grant_types AS "grantTypes", response_types AS "responseTypes", scopes,
         id_token_signed_response_alg AS "idTokenSignedResponseAlg",
         client_uri AS "clientUri", policy_uri AS "policyUri", tos_uri AS "tosUri",
         EXISTS (SELECT FROM client_logo l WHERE l.client_id = client.id) AS "hasLogo"
    FROM client
   WHERE id = $1 AND disabled_at IS NULL`;

const LOGO = `
  SELECT l.media_type AS "mediaType", l.image
    FROM client_logo l JOIN client c ON c.id = l.client_id
   WHERE c.id = $1 AND c.disabled_at IS NULL`;

/** A row as the driver gives it: an absent value is null. */
type ClientRow = { [K in keyof Client]: undefined extends Client[K] ? Exclude<Client[K], undefined> | null : Client[K] };

function clientOf(row: ClientRow): Client {
  return Object.freeze({
    ...row,
    secretHash: row.secretHash ?? undefined,
    clientUri: row.clientUri ?? undefined,
    policyUri: row.policyUri ?? undefined,
    tosUri: row.tosUri ?? undefined,
  });
}
