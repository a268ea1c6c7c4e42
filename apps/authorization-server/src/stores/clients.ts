/**
 * Clients: RFC 6749 §2 and §2.2. Their metadata may be stale for two seconds; whether one is disabled rides in each
 * statement that issues.
 */
import type { Database } from "@countersign/database";
import type { Client, ClientRecord, SecretHash, StoredMetadata } from "@countersign/rules";
import { LRUCache } from "lru-cache";
import { type ActType, audited } from "./audit-events.ts";
import { disableClient } from "./client-disabling.ts";
import {
  CLIENT_COLUMNS,
  CLIENT_ID,
  clientOf,
  metadataColumns,
  metadataPlaceholders,
  metadataValues,
  present,
  RECORD_COLUMNS,
  type Row,
  SECRET_COLUMNS,
  secretValues,
} from "./client-rows.ts";
import type { KeptSecret } from "./client-secrets.ts";
import { follow, type Whereabouts } from "./client-whereabouts.ts";
import { END_STANDING } from "./standing-authorizations.ts";
import { inTransaction } from "./transaction.ts";

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
  /**
   * Writes into the audit trail that a source failed to authenticate too often. What it claimed to be is named only
   * where there is such a client: else it could be anything, a secret in the wrong place among it.
   */
  recordLimited(attempt: { clientId: string; source: string; at: Date }): Promise<void>;
  /**
   * Notes that a client has the secret that it was given in place of another: it is not told again. A write, in the
   * time between a renewal and the first use alone.
   */
  noteSecretUse(client: Pick<Client, "id" | "secretHash">): Promise<void>;
  /** Reads the client anew next time: it changed. Other replicas see it within two seconds. */
  forget(id: string): void;
}

export interface NewClient {
  readonly id: string;
  readonly metadata: StoredMetadata;
  /** None for a public client. */
  readonly secretHash: SecretHash | undefined;
  /** When the secret ends; never without it. */
  readonly secretExpiresAt?: Date | undefined;
  /** Where the secret is the key of an HMAC. */
  readonly sealedSecret?: Uint8Array | undefined;
  readonly secretKeyEncryptionKeyId?: string | undefined;
  readonly logo: Logo | undefined;
}

/** A client as operators see it: with its times, and without anything of its secret. */
export type ListedClient = Omit<ClientRecord, "secretHash" | "sealedSecret" | "secretKeyEncryptionKeyId"> & {
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
};

/**
 * What an operator may do. Each act and its audit row are one transaction; much that an act ends is ended in others.
 */
export interface ClientAdministration {
  /** Makes a client. False when there is one of this id: then nothing changed. */
  add(client: NewClient, at: Date): Promise<boolean>;
  /** Every client, by name. */
  list(): Promise<readonly ListedClient[]>;
  find(id: string): Promise<ListedClient | undefined>;
  /**
   * Stops a client and then revokes what was issued to it, so that enabling it again brings nothing of that back. False
   * when it was disabled before; what an earlier act left is revoked all the same.
   */
  disable(id: string, at: Date): Promise<boolean>;
  /** False when it was not disabled. */
  enable(id: string, at: Date): Promise<boolean>;
  /**
   * Replaces the secret: the one before ends within two seconds, and what the client got for itself at once. One that
   * has an end is good for 30 days at least. False when no confidential client has this id.
   */
  rotateSecret(id: string, secret: KeptSecret, at: Date): Promise<boolean>;
  /**
   * Gives a client the secret and the logout address it has where it runs now, and adds its other addresses there.
   * False when it had them all.
   */
  follow(id: string, whereabouts: Whereabouts, at: Date): Promise<boolean>;
}

export function clientStore({ pool }: Pick<Database, "pool">): ClientStore {
  const recent = new LRUCache<string, { client: Client | undefined }>({ max: REMEMBERED_CLIENTS, ttl: STALE_AFTER_MS });

  return {
    async find(id) {
      if (id === undefined || !CLIENT_ID.test(id)) return undefined;
      const known = recent.get(id);
      if (known !== undefined) return known.client;

      const found = await pool.query<Row<Client>>({ name: "client-find", text: FIND, values: [id] });
      const client = found.rows[0] === undefined ? undefined : clientOf(found.rows[0]);
      recent.set(id, { client });
      return client;
    },

    async logo(id) {
      if (!CLIENT_ID.test(id)) return undefined;
      const found = await pool.query<Logo>({ name: "client-logo", text: LOGO, values: [id] });
      return found.rows[0];
    },

    async recordLimited({ clientId, source, at }) {
      await pool.query(RECORD_LIMITED, [at, CLIENT_ID.test(clientId) ? clientId : "", source]);
    },

    async noteSecretUse({ id, secretHash }) {
      await pool.query({ name: "client-secret-used", text: SECRET_USED, values: [id, secretHash] });
      recent.delete(id);
    },

    forget: (id) => void recent.delete(id),
  };
}

export function clientAdministration({ pool }: Pick<Database, "pool">): ClientAdministration {
  /** Runs a statement that returns a row if it changed something, and in that case writes the audit row. */
  const act = (type: ActType, clientId: string, at: Date, statement: string, values: readonly unknown[]) =>
    inTransaction(pool, async (query) => {
      if ((await query(statement, [clientId, ...values])).length === 0) return false;

      if (type === "client_secret_rotated") await query(END_STANDING, [clientId]);
      await audited(query, { type, actor: "operator", at, clientId });
      return true;
    });

  const read = async (condition: string, values: readonly unknown[]) =>
    (await pool.query<Row<ListedClient>>(`${LISTED} ${condition}`, [...values])).rows.map(present<ListedClient>);

  return {
    add: (client, at) =>
      inTransaction(pool, async (query) => {
        const { id, metadata, logo } = client;
        const added = await query(ADD, [id, ...secretValues(client), at, ...metadataValues(metadata)]);
        if (added.length === 0) return false;

        if (logo !== undefined) await query(ADD_LOGO, [id, logo.mediaType, logo.image]);
        const detail = { name: metadata.client_name };
        await audited(query, { type: "client_added", actor: "operator", at, clientId: id, detail });
        return true;
      }),

    list: () => read("ORDER BY lower(name), id", []),
    find: async (id) => (CLIENT_ID.test(id) ? (await read("WHERE id = $1", [id]))[0] : undefined),
    disable: (id, at) => disableClient(pool, id, at),
    enable: (id, at) => act("client_enabled", id, at, ENABLE, []),
    rotateSecret: (id, secret, at) =>
      act("client_secret_rotated", id, at, ROTATE_SECRET, [...secretValues(secret), at]),

    follow: (id, whereabouts, at) => follow(pool, id, whereabouts, at),
  };
}

const FIND = `SELECT ${CLIENT_COLUMNS}, ${SECRET_COLUMNS} FROM client WHERE id = $1 AND disabled_at IS NULL`;

const LISTED = `SELECT ${RECORD_COLUMNS}, disabled_at AS "disabledAt", created_at AS "createdAt" FROM client`;

const LOGO = `
  SELECT l.media_type AS "mediaType", l.image
    FROM client_logo l JOIN client c ON c.id = l.client_id
   WHERE c.id = $1 AND c.disabled_at IS NULL`;

const SECRET_USED = `
  UPDATE client SET sealed_unused_secret = NULL
   WHERE id = $1 AND secret_hash = $2 AND sealed_unused_secret IS NOT NULL`;

const RECORD_LIMITED = `
  INSERT INTO audit_event (at, type, actor, client_id, address, detail)
  VALUES ($1, 'client_authentication_limited', 'client', (SELECT id FROM client WHERE id = $2), $3, '{}')`;

const ADD = `
  INSERT INTO client (id, secret_hash, sealed_secret, secret_key_encryption_key_id, created_at, ${metadataColumns})
  VALUES ($1, $2, $3, $4, $5, ${metadataPlaceholders(5)})
  ON CONFLICT (id) DO NOTHING RETURNING id`;

export const ADD_LOGO = "INSERT INTO client_logo (client_id, media_type, image) VALUES ($1, $2, $3)";

const ENABLE = "UPDATE client SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL RETURNING id";

const ROTATE_SECRET = `
  UPDATE client
     SET secret_hash = $2, sealed_secret = $3, secret_key_encryption_key_id = $4,
         previous_secret_hash = NULL, previous_secret_expires_at = NULL, sealed_unused_secret = NULL,
         secret_expires_at =
           CASE WHEN secret_expires_at IS NOT NULL
                THEN GREATEST(secret_expires_at, $5::timestamptz + interval '30 days') END
   WHERE id = $1 AND secret_hash IS NOT NULL RETURNING id`;
