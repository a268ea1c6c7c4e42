/** The statements about clients that registered themselves. */
import { metadataColumns, metadataPlaceholders, RECORD_COLUMNS, SECRET_COLUMNS } from "../client-rows.ts";

/** A condition on an initial access token: at the time of the second parameter it is not expired and has a use left. */
const HAS_USES = "token_hash = $1 AND expires_at > $2 AND (uses_remaining IS NULL OR uses_remaining > 0)";
const HAS_ROOM = `max_clients IS NULL
        OR max_clients > (SELECT count(*) FROM client c WHERE c.initial_access_token_id = initial_access_token.id)`;

export const HAS_USES_LEFT = `SELECT to_json(id) FROM initial_access_token WHERE ${HAS_USES} AND (${HAS_ROOM})`;

// RFC 7592 §5: the previous token is valid until the newest was used.
const OWNED = `id = $1 AND disabled_at IS NULL
   AND (registration_access_token_hash = $2 OR previous_registration_access_token_hash = $2)`;

export const FIND = `
  SELECT ${RECORD_COLUMNS}, ${SECRET_COLUMNS}, created_at AS "createdAt",
         registration_access_token_hash = $2 AS "isNewestToken",
         sealed_registration_access_token AS "sealedNewestToken", sealed_unused_secret AS "sealedUnusedSecret"
    FROM client WHERE ${OWNED}`;

/** Waits for authorizations that are being created. Those that are created later compare the revision. */
export const FIND_LOCKED = `${FIND} FOR UPDATE`;

export const TOKEN_USED = `
  UPDATE client SET previous_registration_access_token_hash = NULL, sealed_registration_access_token = NULL
   WHERE id = $1 AND registration_access_token_hash = $2 AND previous_registration_access_token_hash IS NOT NULL`;

export const FOLLOW_TOKEN = `
  UPDATE client
     SET previous_registration_access_token_hash = registration_access_token_hash, registration_access_token_hash = $3,
         sealed_registration_access_token = $4
   WHERE ${OWNED}`;

export const RENEW = `
  UPDATE client
     SET previous_secret_hash = CASE WHEN secret_expires_at > $8 AND sealed_secret IS NULL THEN secret_hash END,
         previous_secret_expires_at =
           CASE WHEN secret_expires_at > $8 AND sealed_secret IS NULL THEN secret_expires_at END,
         secret_hash = $3, sealed_secret = $4, secret_key_encryption_key_id = $5, secret_expires_at = $6,
         sealed_unused_secret = $9
   WHERE ${OWNED} AND secret_hash IS NOT NULL AND secret_expires_at = $7
  RETURNING id`;

// If the secret was renewed while the change was made, it stays: its owner has it already.
const STAYS = "NOT $6 AND $3::bytea IS NOT NULL AND secret_hash IS DISTINCT FROM $3";
const GOES = "$6 OR $3::bytea IS NULL";

export const REPLACE = `
  UPDATE client
     SET secret_hash = CASE WHEN ${STAYS} THEN secret_hash ELSE $3 END,
         sealed_secret = CASE WHEN ${STAYS} THEN sealed_secret ELSE $4 END,
         secret_key_encryption_key_id = CASE WHEN ${STAYS} THEN secret_key_encryption_key_id ELSE $5 END,
         secret_expires_at = CASE WHEN ${GOES} THEN $7 ELSE secret_expires_at END,
         previous_secret_hash = CASE WHEN ${GOES} THEN NULL ELSE previous_secret_hash END,
         previous_secret_expires_at = CASE WHEN ${GOES} THEN NULL ELSE previous_secret_expires_at END,
         sealed_unused_secret = $8, revision = revision + $9::integer,
         (${metadataColumns}) = ROW(${metadataPlaceholders(9)})
   WHERE ${OWNED} RETURNING id`;

export const REMOVE = `DELETE FROM client WHERE ${OWNED} RETURNING id`;
