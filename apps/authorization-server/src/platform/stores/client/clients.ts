/**
 * Clients: RFC 6749 §2 and §2.2. Their metadata may be stale for two seconds. Each statement that issues something
 * checks whether the client is disabled.
 */
import type { Database } from "@countersign/database";
import type { Client, ClientMembers, SecretHash, StoredMetadata } from "@countersign/rules";
import { LRUCache } from "lru-cache";
import { CLIENT_COLUMNS, CLIENT_ID, clientOf, type Row, SECRET_COLUMNS } from "./client-rows.ts";

const STALE_AFTER_MS = 2000;
const REMEMBERED_CLIENTS = 10_000;

export interface Logo {
  readonly mediaType: string;
  readonly image: Buffer;
}

export interface ClientStore {
  /** The client of this id; `undefined` if no enabled client has this id. At most two seconds stale. */
  find(id: string | undefined): Promise<Client | undefined>;
  /** The stored logo of a client. It is never fetched while a page is shown. */
  logo(id: string): Promise<Logo | undefined>;
  /**
   * Writes into the audit log that a source failed to authenticate too often. The claimed client id is recorded only
   * if there is such a client. Otherwise it could be anything, for example a secret in the wrong field.
   */
  recordLimited(attempt: { clientId: string; source: string; at: Date }): Promise<void>;
  /**
   * Records that a client has received its renewed secret, so that it is not sent again. This writes only between a
   * renewal and the first use.
   */
  noteSecretUse(client: Pick<Client, "id" | "secretHash">): Promise<void>;
  /** Makes the next `find` read the client again, because it changed. Other replicas see it within two seconds. */
  forget(id: string): void;
}

export interface NewClient {
  readonly id: string;
  readonly metadata: StoredMetadata;
  /** The fields of this metadata, if they were computed for more than the row. */
  readonly fields?: ClientMembers | undefined;
  /** Undefined for a public client. */
  readonly secretHash: SecretHash | undefined;
  /** When the secret expires; only if there is a secret. */
  readonly secretExpiresAt?: Date | undefined;
  /** Set if the secret is the key of an HMAC. */
  readonly sealedSecret?: Uint8Array | undefined;
  readonly secretKeyEncryptionKeyId?: string | undefined;
  readonly logo: Logo | undefined;
  /** The resource server to which it belongs. Only an operator sets it. */
  readonly resourceServer?: string | undefined;
}

export function clientStore({ pool }: Pick<Database, "pool">): ClientStore {
  const remembered = { max: REMEMBERED_CLIENTS, ttl: STALE_AFTER_MS };
  const recent = new LRUCache<string, { client: Client | undefined }>(remembered);
  /** Reads without an answer yet. No request joins one that began too long ago. */
  const underWay = new LRUCache<string, Promise<Client | undefined>>(remembered);

  async function read(id: string): Promise<Client | undefined> {
    const found = await pool.query<Row<Client>>({ name: "client-find", text: FIND, values: [id] });
    return found.rows[0] === undefined ? undefined : clientOf(found.rows[0]);
  }

  // When a remembered client becomes too old, all requests that need it share one read.
  async function readOnce(id: string): Promise<Client | undefined> {
    const reading = read(id);
    underWay.set(id, reading);
    const isNewest = () => underWay.get(id) === reading;
    try {
      const client = await reading;
      if (isNewest()) recent.set(id, { client }); // unless the client was forgotten meanwhile
      return client;
    } finally {
      if (isNewest()) underWay.delete(id);
    }
  }

  function forget(id: string): void {
    recent.delete(id);
    underWay.delete(id);
  }

  return {
    async find(id) {
      if (id === undefined || !CLIENT_ID.test(id)) return undefined;
      const known = recent.get(id);
      if (known !== undefined) return known.client;
      return underWay.get(id) ?? readOnce(id);
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
      forget(id);
    },

    forget,
  };
}

const FIND = `SELECT ${CLIENT_COLUMNS}, ${SECRET_COLUMNS} FROM client WHERE id = $1 AND disabled_at IS NULL`;

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

export const ADD_LOGO = "INSERT INTO client_logo (client_id, media_type, image) VALUES ($1, $2, $3)";
