/**
 * Creates clients that register themselves, each with its logo and its audit row, all or nothing. Those of one turn
 * share a statement (decision 262).
 */
import {
  asBytea,
  type BatchedUpdate,
  batchedUpdate,
  type Database,
  singleUpdateSql,
  updateSql,
} from "@countersign/database";
import { hashSecret, type SecretHash } from "@countersign/rules";
import type { Occurrence } from "../../audit/audit-events.ts";
import { inTransaction, type Query } from "../../transaction.ts";
import { metadataColumns, newRow } from "../client-rows.ts";
import type { NewClient } from "../clients.ts";

export interface NewRegistration extends NewClient {
  readonly registrationAccessTokenHash: SecretHash;
}

/**
 * Spends one use of an initial access token and creates the client, or does neither. Even racing requests cannot
 * register more clients with a token than it has uses, or more than may exist at a time. Returns false if the token has
 * no use or no place left, is expired, or is unknown.
 */
export type Register = (client: NewRegistration, initialAccessToken: string, origin: Occurrence) => Promise<boolean>;

export function registering({ pool, pipelined }: Pick<Database, "pool" | "pipelined">): Register {
  const register = batchedUpdate<Registering, true>(pipelined, REGISTER);

  return async (client, token, origin) => {
    const asked = registeringOf(client, token, origin);
    return (await register(asked)) ?? inTransaction(pool, (query) => registerLocked(query, asked));
  };
}

interface Registering {
  readonly token_hash: string;
  readonly at: Date;
  /** The row of the client. */
  readonly client: Readonly<Record<string, unknown>>;
  readonly media_type: string | undefined;
  readonly image: string | undefined;
  readonly address: string;
  readonly reference: string | undefined;
}

const registeringOf = (
  client: NewRegistration,
  token: string,
  { at, address, reference }: Occurrence,
): Registering => ({
  token_hash: asBytea(hashSecret(token)),
  at,
  client: newRow(client, at),
  media_type: client.logo?.mediaType,
  image: client.logo && asBytea(Buffer.from(client.logo.image)),
  address,
  reference,
});

async function registerLocked(query: Query, asked: Registering): Promise<boolean> {
  // A caller that waited for the lock counts again: a statement sees what was committed before it began.
  const [locked] = await query(LOCK, [asked.token_hash]);
  if (locked === undefined) return false;
  return (await query(REGISTER_LOCKED, [JSON.stringify([asked])])).length === 1;
}

const ASKED = `token_hash bytea, at timestamptz, client jsonb, media_type text, image bytea, address text,
       reference text`;

const KNOWN = "t.token_hash = asked.token_hash AND t.expires_at > asked.at";

const LOCK = "SELECT FROM initial_access_token WHERE token_hash = $1 FOR UPDATE";

const WRITTEN = `id, secret_hash, sealed_secret, secret_key_encryption_key_id, secret_expires_at, created_at,
         registration_access_token_hash, ${metadataColumns}`;

/** @param token the parts of a WITH that end with `token`: those asked whose token has a use left, which is spent */
const making = (token: string) => `${token}, made AS (
    INSERT INTO client (initial_access_token_id, ${WRITTEN})
    SELECT token.token_id, ${WRITTEN.replaceAll(/\w+/g, "new.$&")}
      FROM token, jsonb_populate_record(NULL::client, token.client) AS new
  ), logo AS (
    INSERT INTO client_logo (client_id, media_type, image)
    SELECT client ->> 'id', media_type, image FROM token WHERE image IS NOT NULL
  ), recorded AS (
    INSERT INTO audit_event (at, type, actor, actor_id, client_id, address, detail, reference)
    SELECT at, 'client_registered', 'client', client ->> 'id', client ->> 'id', address,
           jsonb_build_object('name', client -> 'name', 'initialAccessTokenId', token_id), reference
      FROM token
  ), changed AS (SELECT ordinality, to_json(true) AS "row" FROM token)`;

/** @param room a condition on the token: how many clients it may have */
const spending = (room: string) =>
  making(`spent AS (
    UPDATE initial_access_token t SET uses_remaining = uses_remaining - 1 FROM asked
     WHERE ${KNOWN} AND uses_remaining > 0 AND (${room}) RETURNING t.id
  ), unlimited AS (
    SELECT t.id FROM initial_access_token t, asked WHERE ${KNOWN} AND uses_remaining IS NULL AND (${room})
       FOR KEY SHARE OF t
  ), token AS (
    SELECT asked.*, usable.id AS token_id
      FROM asked, (SELECT id FROM spent UNION ALL SELECT id FROM unlimited) AS usable
  )`);

/** For tokens of which nothing is counted: any number of clients may be registered with one at the same time. */
const COUNTLESS = making(`token AS MATERIALIZED (
    SELECT asked.*, t.id AS token_id
      FROM asked CROSS JOIN LATERAL (
        SELECT t.id FROM initial_access_token t
         WHERE ${KNOWN} AND t.uses_remaining IS NULL AND t.max_clients IS NULL
        OFFSET 0 FOR KEY SHARE SKIP LOCKED) t
  )`);

/**
 * The single form is for a token whose clients are not counted. If it had to wait for another registration, PostgreSQL
 * checks the remaining uses of the token again. It would not count the clients again.
 */
const REGISTER: BatchedUpdate = {
  batch: { name: "client-register-many", text: updateSql(ASKED, COUNTLESS) },
  single: { name: "client-register", text: singleUpdateSql(ASKED, spending("max_clients IS NULL")) },
};

/** For any token, in the transaction that locked it. */
const REGISTER_LOCKED = `
  WITH asked AS (SELECT *, 1 AS ordinality FROM json_to_recordset($1) AS (${ASKED})),
       ${spending(`max_clients IS NULL
         OR max_clients > (SELECT count(*) FROM client c WHERE c.initial_access_token_id = t.id)`)}
  SELECT FROM changed`;
