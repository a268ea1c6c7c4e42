/** Tokens that the database lost, because it went back by some seconds (decision 194). */
import { type Database, inTime } from "@countersign/database";
import { hashSecret, type Lineage } from "@countersign/rules";
import type { Occurrence } from "../audit/audit-events.ts";

/** `unknown` is no token of ours. `ended` is one that stays lost, or that another caller brought back just before. */
export type ResumeVerdict = "live" | "ended" | "unknown";

export interface Resumed {
  readonly verdict: ResumeVerdict;
  /** The hash of the newest known token, if it has another successor than those that the lost token comes from. */
  readonly forkedAt?: Uint8Array;
}

/** A lost token and those before it by their names. Its client shows it, and knows its secret. */
export type Resume = (token: string, clientId: string, by: Occurrence) => Promise<Resumed>;

/**
 * The newest token that the database still knows is spent, and the lost one is its successor. Of two callers one does
 * it, and both succeed. It lives as long as the known one would have lived.
 */
export function resumption(pipelined: Database["pipelined"], lineage: Pick<Lineage, "before">): Resume {
  return async (token, clientId, { at, address, reference }) => {
    const before = lineage.before(token);
    if (before.length === 0) return { verdict: "unknown" };

    const hash = hashSecret(token);
    const values = [hash, before, clientId, at, address, reference ?? null];
    const { rows } = await pipelined.change<Newest>({ name: "refresh-resume", text: RESUME, values });
    const [newest] = rows;
    if (newest === undefined) return { verdict: "ended" };
    const { position, wasResumed, tokenHash } = newest;
    const successor = newest.successorHash === null ? undefined : Buffer.from(newest.successorHash, "base64");
    if (wasResumed || successor?.equals(hash)) return { verdict: "live" };

    // The token that followed the known one is the lost one, or stands before it in the list.
    const following = before[position - 2];
    const isForked = successor && !(following?.equals(successor.subarray(0, following.length)) ?? false);
    return { verdict: "ended", ...(isForked && { forkedAt: Buffer.from(tokenHash, "base64") }) };
  };
}

/** The newest known token. */
interface Newest {
  /** Its place among the names, from 1. */
  readonly position: number;
  readonly tokenHash: string;
  /** The successor that it had before; null if there was none. */
  readonly successorHash: string | null;
  readonly wasResumed: boolean;
}

const RESUME = `
  WITH newest AS MATERIALIZED (
    SELECT name.position, t.token_hash, t.authorization_id, t.spent_at, t.successor_hash, t.idle_expires_at, a.user_id
      FROM unnest($2::bytea[]) WITH ORDINALITY AS name (beginning, position)
      JOIN refresh_token t ON t.token_hash >= beginning AND t.token_hash < beginning || decode(repeat('ff', 24), 'hex')
      JOIN "authorization" a ON a.id = t.authorization_id
     WHERE a.client_id IS NOT DISTINCT FROM $3 AND a.revoked_at IS NULL AND a.expires_at > $4
       AND NOT EXISTS (SELECT FROM refresh_token k WHERE k.token_hash = $1)
     ORDER BY name.position LIMIT 1
       FOR KEY SHARE OF a FOR NO KEY UPDATE OF t
  ), spent AS (
    UPDATE refresh_token t SET spent_at = clock_timestamp(), successor_hash = $1 FROM newest
     WHERE t.token_hash = newest.token_hash AND newest.spent_at IS NULL AND newest.idle_expires_at > $4
    RETURNING newest.*
  ), made AS (
    INSERT INTO refresh_token (token_hash, authorization_id, predecessor_hash, created_at, idle_expires_at)
    SELECT $1, authorization_id, token_hash, $4, idle_expires_at FROM spent
  ), told AS (
    INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
    SELECT $4, 'refresh_token_resumed', 'client', $3, user_id, $3, $5,
           jsonb_build_object('authorizationId', authorization_id, 'lost', position), $6::text
      FROM spent
  )
  SELECT json_build_object(
           'position', position, 'tokenHash', encode(token_hash, 'base64'),
           'successorHash', encode(successor_hash, 'base64'),
           'wasResumed', EXISTS (SELECT FROM spent)) AS newest
    FROM newest WHERE ${inTime(7)}`;
