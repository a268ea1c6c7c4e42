/** Changes what is registered for a client, by another than the client itself. */
import type { Database } from "@countersign/database";
import type { StoredMetadata } from "@countersign/rules";
import { type ClientRecord, changedMembers, clientFields, concernsRequests, endsAgreements } from "@countersign/rules";
import { type By, recordAudit } from "../audit/audit-events.ts";
import { type AssertMeantFor, locked } from "../locked.ts";
import { autocommit, inTransaction, type Query } from "../transaction.ts";
import { type EndedBeforehand, endBeforeChange, followChange, NOTHING_ENDED } from "./changed-client.ts";
import {
  checkedOf,
  metadataColumns,
  metadataPlaceholders,
  metadataValues,
  present,
  RECORD_COLUMNS,
  type Row,
} from "./client-rows.ts";

/** A registration, whether the client is disabled, and the configuration that declares it. */
export interface HeldClient extends ClientRecord {
  readonly disabledAt: Date | null;
  readonly managedBy: string | null;
}

export interface ClientChange {
  readonly clientId: string;
  readonly metadata: StoredMetadata;
  /** Throws if the change was meant for another registration than this, which the client has now. */
  readonly assertMeantFor: AssertMeantFor<HeldClient>;
}

/**
 * Replaces the metadata of a client, and ends what people did not agree to with it. Its secret stays. Returns false,
 * and changes nothing, if there is no such client.
 */
export async function changeClient(pool: Database["pool"], change: ClientChange, by: By): Promise<boolean> {
  const { clientId, metadata } = change;
  // Much is ended before the change. So a change that is not meant for this registration is refused before that, too.
  const first = await inTransaction(pool, (query) => lockClient(query, change));
  if (first === undefined) return false;
  const after = checkedOf(metadata);
  const coming = { clientId, before: first, after, endedBy: endsAgreements(first, after) };
  const ended = await endBeforeChange(autocommit(pool), coming, by.at);

  return inTransaction(pool, (query) => changeClientIn(query, change, by, ended));
}

/**
 * The same in one transaction, that of the caller.
 *
 * @param ended what was ended before it
 */
export async function changeClientIn(
  query: Query,
  change: ClientChange,
  by: By,
  ended: EndedBeforehand = NOTHING_ENDED,
): Promise<boolean> {
  const { clientId, metadata } = change;
  const before = await lockClient(query, change);
  if (before === undefined) return false;
  const next = { ...before, ...clientFields(metadata) };
  if (changedMembers(before, next).length === 0) return true;

  const endedBy = endsAgreements(before, next);
  const revisions = concernsRequests(before, checkedOf(metadata)) ? 1 : 0;
  await query(CHANGE, [clientId, revisions, ...metadataValues(metadata)]);
  const detail = await followChange(query, { before, after: next, endedBy, ended }, by.at);
  await recordAudit(query, { type: "client_updated", clientId, ...by, detail });
  return true;
}

/** Locks a client, and returns its registration if what is to be done is meant for it. */
export async function lockClient(
  query: Query,
  { clientId, assertMeantFor }: Pick<ClientChange, "clientId" | "assertMeantFor">,
): Promise<ClientRecord | undefined> {
  const [row] = await query(LOCK, [clientId]);
  if (row === undefined) return undefined;
  const { disabledAt, managedBy, ...record } = row as Pick<HeldClient, "disabledAt" | "managedBy">;
  const held = present<ClientRecord>(record as Row<ClientRecord>);
  assertMeantFor(locked({ ...held, disabledAt, managedBy }));
  return held;
}

// Waits for authorizations that are being created. Those that are created later compare the revision.
const LOCK = `
  SELECT ${RECORD_COLUMNS}, disabled_at AS "disabledAt", managed_by AS "managedBy"
    FROM client WHERE id = $1 FOR UPDATE`;

const CHANGE = `
  UPDATE client SET revision = revision + $2::integer, (${metadataColumns}) = ROW(${metadataPlaceholders(2)})
   WHERE id = $1`;
