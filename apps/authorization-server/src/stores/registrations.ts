/** Clients that registered themselves: RFC 7591 §3, RFC 7592 §2. */
import type { Database } from "@countersign/database";
import { type Client, hashSecret, type SecretHash } from "@countersign/rules";
import { audited, type Origin } from "./audit-events.ts";
import {
  CLIENT_COLUMNS,
  CLIENT_ID,
  metadataColumns,
  metadataPlaceholders,
  metadataValues,
  present,
  type Row,
  SECRET_COLUMNS,
  secretValues,
} from "./client-rows.ts";
import { ADD_LOGO, type NewClient } from "./clients.ts";
import { inTransaction, type Query } from "./transaction.ts";

export interface NewRegistration extends NewClient {
  readonly registrationAccessTokenHash: SecretHash;
}

/** A client with all that it said of itself. */
export interface RegisteredClient extends Client {
  readonly secretHash: SecretHash | undefined;
  readonly requireAuthTime: boolean;
  /** Wishes for `acr`, like `acr_values`: one way of signing in leaves nothing to choose. */
  readonly defaultAcrValues: readonly string[];
  readonly initiateLoginUri: string | undefined;
  readonly logoUri: string | undefined;
  readonly sectorIdentifierUri: string | undefined;
  readonly contacts: readonly string[];
  readonly softwareId: string | undefined;
  readonly softwareVersion: string | undefined;
  readonly backchannelLogoutUri: string | undefined;
  readonly backchannelLogoutSessionRequired: boolean;
  readonly frontchannelLogoutUri: string | undefined;
  readonly frontchannelLogoutSessionRequired: boolean;
  readonly createdAt: Date;
}

/** Who changes or ends a registration: the client, by the token that it was given for that. */
export interface Registrant {
  readonly id: string;
  readonly registrationAccessToken: string;
}

export interface RegistrationStore {
  /** Whether a client could be registered with this initial access token now. Spends nothing. */
  admits(initialAccessToken: string, at: Date): Promise<boolean>;
  /**
   * Spends one use of an initial access token and makes the client, both or neither: no race gets more clients out of
   * a token than it has uses, or leaves more of them alive at a time than it may have. False when the token has no use or
   * no place left, expired or is unknown.
   */
  register(client: NewRegistration, initialAccessToken: string, origin: Origin): Promise<boolean>;
  /** The client of this id, if it is enabled and the token is its own. */
  find(registrant: Registrant): Promise<RegisteredClient | undefined>;
  /** Replaces all that was registered (RFC 7592 §2.2). False when the token is not the client's own: nothing changed. */
  replace(registrant: Registrant, replacement: Omit<NewClient, "id">, origin: Origin): Promise<boolean>;
  /** Ends the client and all it has: consents, authorizations, tokens (RFC 7592 §2.3). False as above. */
  remove(registrant: Registrant, origin: Origin): Promise<boolean>;
}

/** @param options.changed is told of each client that is another now, or gone */
export function registrationStore(
  { pool }: Pick<Database, "pool">,
  { changed }: { changed: (id: string) => void },
): RegistrationStore {
  const owned = ({ id, registrationAccessToken }: Registrant) => [id, hashSecret(registrationAccessToken)];

  return {
    async admits(token, at) {
      const found = await pool.query(`SELECT FROM initial_access_token WHERE ${ADMITS}`, [hashSecret(token), at]);
      return found.rowCount === 1;
    },

    register: (client, token, origin) =>
      inTransaction(pool, async (query) => {
        const { id, metadata, registrationAccessTokenHash } = client;
        // Whoever waited for the lock counts anew: a statement sees what was committed before it began.
        await query(LOCK, [hashSecret(token)]);
        const spent = await query(SPEND, [hashSecret(token), origin.at]);
        if (spent[0] === undefined) return false;

        const keys = [id, ...secretValues(client), origin.at, registrationAccessTokenHash, spent[0].id];
        await query(REGISTER, [...keys, ...metadataValues(metadata)]);
        await keepLogo(query, client);
        const detail = { name: metadata.client_name, initialAccessTokenId: spent[0].id };
        await audited(query, { type: "client_registered", actor: "client", clientId: id, ...origin, detail });
        return true;
      }),

    async find(registrant) {
      if (!CLIENT_ID.test(registrant.id)) return undefined;
      const found = await pool.query<Row<RegisteredClient>>(FIND, owned(registrant));
      return found.rows[0] === undefined ? undefined : present<RegisteredClient>(found.rows[0]);
    },

    async replace(registrant, replacement, origin) {
      const { id } = registrant;
      const { metadata, logo } = replacement;
      const replaced = await inTransaction(pool, async (query) => {
        const values = [...owned(registrant), ...secretValues(replacement), ...metadataValues(metadata)];
        if ((await query(REPLACE, values)).length === 0) return false;

        await query("DELETE FROM client_logo WHERE client_id = $1", [id]);
        await keepLogo(query, { id, logo });
        await audited(query, { type: "client_updated", actor: "client", clientId: id, ...origin });
        return true;
      });
      if (replaced) changed(id);
      return replaced;
    },

    async remove(registrant, origin) {
      const { id } = registrant;
      const removed = await inTransaction(pool, async (query) => {
        if ((await query(REMOVE, owned(registrant))).length === 0) return false;

        await audited(query, { type: "client_deleted", actor: "client", clientId: id, ...origin });
        return true;
      });
      if (removed) changed(id);
      return removed;
    },
  };
}

async function keepLogo(query: Query, { id, logo }: Pick<NewClient, "id" | "logo">): Promise<void> {
  if (logo !== undefined) await query(ADD_LOGO, [id, logo.mediaType, logo.image]);
}

const ADMITS = `token_hash = $1 AND expires_at > $2 AND (uses_remaining IS NULL OR uses_remaining > 0)
   AND (max_clients IS NULL
        OR max_clients > (SELECT count(*) FROM client c WHERE c.initial_access_token_id = initial_access_token.id))`;

const LOCK = "SELECT FROM initial_access_token WHERE token_hash = $1 FOR UPDATE";

const SPEND = `UPDATE initial_access_token SET uses_remaining = uses_remaining - 1 WHERE ${ADMITS} RETURNING id`;

const REGISTER = `
  INSERT INTO client (id, secret_hash, sealed_secret, secret_key_encryption_key_id, created_at, registration_access_token_hash,
         initial_access_token_id, ${metadataColumns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, ${metadataPlaceholders(7)})`;

const OWNED = "id = $1 AND registration_access_token_hash = $2 AND disabled_at IS NULL";

const FIND = `
  SELECT ${CLIENT_COLUMNS}, ${SECRET_COLUMNS}, require_auth_time AS "requireAuthTime", default_acr_values AS "defaultAcrValues",
         initiate_login_uri AS "initiateLoginUri", logo_uri AS "logoUri", sector_identifier_uri AS "sectorIdentifierUri", contacts, software_id AS "softwareId",
         software_version AS "softwareVersion",
         backchannel_logout_uri AS "backchannelLogoutUri", frontchannel_logout_uri AS "frontchannelLogoutUri",
         backchannel_logout_session_required AS "backchannelLogoutSessionRequired",
         frontchannel_logout_session_required AS "frontchannelLogoutSessionRequired", created_at AS "createdAt"
    FROM client WHERE ${OWNED}`;

const REPLACE = `
  UPDATE client SET secret_hash = $3, sealed_secret = $4, secret_key_encryption_key_id = $5,
         (${metadataColumns}) = ROW(${metadataPlaceholders(5)})
   WHERE ${OWNED} RETURNING id`;

const REMOVE = `DELETE FROM client WHERE ${OWNED} RETURNING id`;
