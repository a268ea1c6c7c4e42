/**
 * The audit log: who did what, when and from where. An audit row is written in the transaction of the act itself, so
 * neither exists without the other.
 */

import { type KeyOwner, markActed } from "../idempotency-keys.ts";
import { keyOfPerson, type PersonalDetail, sealPersonal } from "../person/person-keys.ts";
import type { Query } from "../transaction.ts";
import type { AuditType } from "./audit-types.ts";

/** Who performs an act. */
export type Actor =
  /** The person who runs a command. */
  | { readonly kind: "operator" }
  | { readonly kind: "administrator"; readonly userId: string }
  /** A client that manages itself. */
  | { readonly kind: "client"; readonly clientId: string }
  /** The directory of an organization, by one of its tokens for SCIM. */
  | { readonly kind: "directory"; readonly tokenId: string }
  /** The person concerned; `userId` is undefined if a sign-in failed for an unknown person. */
  | { readonly kind: "person"; readonly userId: string | undefined }
  /** The service itself, on its schedule or because a request needs something. */
  | { readonly kind: "system" };

/** When something happened, and the network address that it came from, as far as the service can tell. */
export interface Occurrence {
  readonly at: Date;
  readonly address: string;
  /** The reference of the request, by which the log has it. */
  readonly reference?: string | undefined;
}

/** Who does something, and when; also from where, if the request came over the network. */
export interface By extends Pick<Occurrence, "at">, Partial<Pick<Occurrence, "address" | "reference">> {
  readonly actor: Actor;
  /** The request that may be repeated: the act marks it as carried out. */
  readonly request?: KeyOwner | undefined;
}

/** An act that is recorded. */
export interface AuditEvent extends Omit<By, "address" | "reference"> {
  readonly type: AuditType;
  readonly address?: string | undefined;
  readonly reference?: string | undefined;
  /** The person and the client that the event is about. */
  readonly userId?: string | undefined;
  readonly clientId?: string | undefined;
  /** Further details; never a secret, and nothing that names a person. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Details that name the person of `userId`. They are sealed, and cannot be read once the person is erased. */
  readonly personal?: PersonalDetail;
}

/** The value of the column `actor` for each kind. */
export const ACTOR_NAMES: Readonly<Record<Actor["kind"], string>> = {
  operator: "operator",
  administrator: "administrator",
  client: "client",
  directory: "directory",
  person: "user",
  system: "schedule",
};

/** An event as the values of its columns. */
export function auditColumns({ type, actor, at, userId, clientId, address, reference, detail }: AuditEvent) {
  const subject = { userId: userId ?? null, clientId: clientId ?? null };
  const by = { actor: ACTOR_NAMES[actor.kind], actorId: idOf(actor) ?? null, address: address ?? null };
  return { at, type, ...by, ...subject, detail: detail ?? {}, reference: reference ?? null };
}

function idOf(actor: Actor): string | undefined {
  if (actor.kind === "client") return actor.clientId;
  if (actor.kind === "directory") return actor.tokenId;
  return actor.kind === "person" || actor.kind === "administrator" ? actor.userId : undefined;
}

/** Writes the audit row of an act, in the transaction of the act. */
export async function recordAudit(query: Query, event: AuditEvent): Promise<void> {
  const { at, type, actor, actorId, userId, clientId, address, detail, reference } = auditColumns(event);
  const values = [at, type, actor, actorId, userId, clientId, address, JSON.stringify(detail), reference];
  if (event.request !== undefined) await markActed(query, event.request, { at, userId });
  if (event.personal === undefined || userId === null) return void (await query(INSERT, [...values, null]));

  const key = await keyOfPerson(query, userId, at);
  await query(INSERT, [...values, key && sealPersonal(event.personal, { userId, key })]);
}

const INSERT = `
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference,
                           sealed_personal)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
