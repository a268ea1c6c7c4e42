/** The audit trail: who did what, when and from where. Written in the transaction of the act itself, so neither exists without the other. */
import type { Query } from "./transaction.ts";

export type ActType =
  | "sign_in"
  | "sign_in_failed"
  | "sign_out"
  | "consent"
  | "user_added"
  | "user_disabled"
  | "user_enabled"
  | "password_changed"
  | "client_added"
  | "client_disabled"
  | "client_enabled"
  | "client_secret_rotated"
  | "client_moved"
  | "client_registered"
  | "client_updated"
  | "client_deleted"
  | "initial_access_token_added"
  | "initial_access_token_revoked"
  | "signing_key_rotated"
  | "signing_key_removed";

export interface Act {
  readonly type: ActType;
  /** Who did it: the person concerned, whoever runs the operator's command, a client that manages itself, or the clock. */
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
