/**
 * The audit trail: who did what, when and from where. Written in the transaction of the act itself, so neither exists
 * without the other.
 */
import type { Database } from "@countersign/database";
import type { Query } from "./transaction.ts";
import { FIRST_BY_USERNAME, HAS_USERNAME, usernameValues } from "./usernames.ts";

/** Everything that leaves a row. */
export const ACT_TYPES = [
  "sign_in",
  "sign_in_failed",
  "sign_in_limited",
  "client_authentication_limited",
  "sign_out",
  "session_ended",
  "logout_not_delivered",
  "consent",
  "consent_withdrawn",
  "user_added",
  "user_disabled",
  "user_enabled",
  "password_changed",
  "client_added",
  "client_disabled",
  "client_enabled",
  "client_secret_rotated",
  "client_moved",
  "client_registered",
  "client_updated",
  "client_deleted",
  "client_expired",
  "resource_server_added",
  "resource_server_removed",
  "initial_access_token_added",
  "initial_access_token_revoked",
  "signing_key_added",
  "signing_key_rotated",
  "signing_key_removed",
  "keys_resealed",
  "code_replayed",
  "refresh_token_replayed",
  "token_revoked",
  "authorizations_revoked",
] as const;

export type ActType = (typeof ACT_TYPES)[number];

/** When an act happened, and where it came from. */
export interface Origin {
  readonly at: Date;
  readonly address: string;
}

export interface Act {
  readonly type: ActType;
  /**
   * Who did it: the person concerned, whoever runs the operator's command, a client that manages itself, or the clock.
   */
  readonly actor: "user" | "operator" | "client" | "schedule";
  readonly at: Date;
  readonly userId?: string | undefined;
  readonly clientId?: string | undefined;
  /** The network address it came from, as far as we can tell. */
  readonly address?: string | undefined;
  /** What else there is to know; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Writes the audit row of an act, through the transaction the act is part of. */
export async function audited(query: Query, act: Act): Promise<void> {
  const values = [act.at, act.type, act.actor, act.userId ?? null, act.clientId ?? null, act.address ?? null];
  await query(INSERT, [...values, JSON.stringify(act.detail ?? {})]);
}

const INSERT = `
  INSERT INTO audit_event (at, type, actor, user_id, client_id, address, detail) VALUES ($1, $2, $3, $4, $5, $6, $7)`;

export interface AuditEvent {
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly userId: string | null;
  readonly clientId: string | null;
  readonly address: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Which events to list; what is undefined restricts nothing. */
export interface AuditQuestion {
  readonly since: Date | undefined;
  readonly type: string | undefined;
  /** The id or the username of a person. */
  readonly user: string | undefined;
  readonly clientId: string | undefined;
  readonly limit: number;
}

/** The events that a question is about, the newest first. */
export async function listAuditEvents(
  { pool }: Pick<Database, "pool">,
  { since, type, user, clientId, limit }: AuditQuestion,
): Promise<readonly AuditEvent[]> {
  const [folded, written] = (user === undefined ? undefined : usernameValues(user)) ?? [null, user ?? null];
  const values = [folded, written, since ?? null, type ?? null, clientId ?? null, limit];
  return (await pool.query<AuditEvent>(LIST, values)).rows;
}

const LIST = `
  SELECT at, type, actor, user_id AS "userId", client_id AS "clientId", address, detail
    FROM audit_event
   WHERE ($3::timestamptz IS NULL OR at >= $3) AND ($4::text IS NULL OR type = $4)
     AND ($2::text IS NULL OR user_id::text = lower($2)
          OR user_id = (SELECT id FROM end_user WHERE ${HAS_USERNAME} ${FIRST_BY_USERNAME}))
     AND ($5::text IS NULL OR client_id = $5)
   ORDER BY id DESC LIMIT $6`;
