/** Clients that registered themselves: RFC 7591 §3, RFC 7592 §2. */
import type { Database } from "@countersign/database";
import { type Client, hashSecret, type SecretHash } from "@countersign/rules";
import { audited, type Origin } from "./audit-events.ts";
import { CLIENT_ID, metadataValues, present, type Row, secretValues } from "./client-rows.ts";
import type { KeptSecret } from "./client-secrets.ts";
import { ADD_LOGO, type NewClient } from "./clients.ts";
import { ADMITS, EXPIRES, FIND, LOCK, REGISTER, REMOVE, RENEW, REPLACE, SPEND } from "./registration-statements.ts";
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
  readonly requestObjectEncryptionAlg: string | undefined;
  readonly requestObjectEncryptionEnc: string | undefined;
  readonly contacts: readonly string[];
  readonly softwareId: string | undefined;
  readonly softwareVersion: string | undefined;
  readonly backchannelLogoutUri: string | undefined;
  readonly backchannelLogoutSessionRequired: boolean;
  readonly frontchannelLogoutUri: string | undefined;
  readonly frontchannelLogoutSessionRequired: boolean;
  readonly createdAt: Date;
}

/** What a client is from now on; its secret is the one that it had, or a new one. */
export interface Replacement extends Omit<NewClient, "id"> {
  readonly isNewSecret: boolean;
}

/** The next secret of a client. */
export interface SecretRenewal extends KeptSecret {
  readonly secretExpiresAt: Date | undefined;
  /** The end of the secret that it follows. */
  readonly before: Date;
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
  replace(registrant: Registrant, replacement: Replacement, origin: Origin): Promise<boolean>;
  /**
   * Gives a client the next secret, unless it was given one since `before` was read; the one before stays good until its own
   * end, if we know no more of it than its hash. Of racing callers exactly one is told true: only its secret counts.
   */
  renewSecret(registrant: Registrant, renewal: SecretRenewal, origin: Origin): Promise<boolean>;
  /** Ends the client and all it has: consents, authorizations, tokens (RFC 7592 §2.3). False as above. */
  remove(registrant: Registrant, origin: Origin): Promise<boolean>;
}

/** @param options.changed is told of each client that is another now, or gone */
export function registrationStore(
  { pool }: Pick<Database, "pool">,
  { changed }: { changed: (id: string) => void },
): RegistrationStore {
  const owned = ({ id, registrationAccessToken }: Registrant) => [id, hashSecret(registrationAccessToken)] as const;

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
        if (client.secretExpiresAt !== undefined) await query(EXPIRES, [id, client.secretExpiresAt]);
        await keepLogo(query, client);
        const detail = { name: metadata.client_name, initialAccessTokenId: spent[0].id };
        await audited(query, { type: "client_registered", actor: "client", clientId: id, ...origin, detail });
        return true;
      }),

    async find(registrant) {
      if (!CLIENT_ID.test(registrant.id)) return undefined;
      const found = await pool.query<Row<RegisteredClient>>(FIND, [...owned(registrant)]);
      return found.rows[0] === undefined ? undefined : present<RegisteredClient>(found.rows[0]);
    },

    async replace(registrant, replacement, origin) {
      const { id } = registrant;
      const { metadata, logo, isNewSecret, secretExpiresAt } = replacement;
      const replaced = await inTransaction(pool, async (query) => {
        const secret = [...secretValues(replacement), isNewSecret, secretExpiresAt ?? null];
        const values = [...owned(registrant), ...secret, ...metadataValues(metadata)];
        if ((await query(REPLACE, values)).length === 0) return false;

        await query("DELETE FROM client_logo WHERE client_id = $1", [id]);
        await keepLogo(query, { id, logo });
        await audited(query, { type: "client_updated", actor: "client", clientId: id, ...origin });
        return true;
      });
      if (replaced) changed(id);
      return replaced;
    },

    async renewSecret(registrant, renewal, origin) {
      const isRenewed = await inTransaction(pool, (query) => renew(query, owned(registrant), renewal, origin));
      if (isRenewed) changed(registrant.id);
      return isRenewed;
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

async function renew(
  query: Query,
  owned: readonly [id: string, tokenHash: SecretHash],
  renewal: SecretRenewal,
  origin: Origin,
): Promise<boolean> {
  const values = [...secretValues(renewal), renewal.secretExpiresAt ?? null, renewal.before, origin.at];
  if ((await query(RENEW, [...owned, ...values])).length === 0) return false;

  await audited(query, { type: "client_secret_rotated", actor: "client", clientId: owned[0], ...origin });
  return true;
}
