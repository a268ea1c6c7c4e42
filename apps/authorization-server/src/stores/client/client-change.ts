/** Changes what is registered for a client, by somebody else than the client itself. */
import type { Database } from "@countersign/database";
import type { StoredMetadata } from "@countersign/rules";
import { type ClientRecord, changedMembers, clientFields, concernsRequests, endsAgreements } from "@countersign/rules";
import { type By, recordAudit } from "../audit-events.ts";
import { eachByItself, inTransaction, type Query } from "../transaction.ts";
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

export interface ClientChange {
  readonly clientId: string;
  readonly metadata: StoredMetadata;
  /** Throws if the change was meant for another registration than this, which the client has now. */
  readonly assertMeantFor: (held: ClientRecord) => void;
}

/**
 * Replaces the metadata of a client, and ends what people did not agree to with it. Its secret stays. Returns false,
 * and changes nothing, if there is no such client.
 */
export async function changeClient(pool: Database["pool"], change: ClientChange, by: By): Promise<boolean> {
  const { clientId, metadata, assertMeantFor } = change;
  const first = await recordOf(eachByItself(pool), RECORD, clientId);
  if (first === undefined) return false;
  assertMeantFor(first);
  const after = checkedOf(metadata);
  const coming = { clientId, before: first, after, endedBy: endsAgreements(first, after) };
  const ended = await endBeforeChange(eachByItself(pool), coming, by.at);

  return inTransaction(pool, (query) => changeClientIn(query, change, by, ended));
}

/**
 * The same in one transaction, that of the caller.
 *
 * @param ended what was ended before it
 */
export async function changeClientIn(
  query: Query,
  { clientId, metadata, assertMeantFor }: ClientChange,
  by: By,
  ended: EndedBeforehand = NOTHING_ENDED,
): Promise<boolean> {
  const before = await recordOf(query, RECORD_LOCKED, clientId);
  if (before === undefined) return false;
  assertMeantFor(before);
  const next = { ...before, ...clientFields(metadata) };
  if (changedMembers(before, next).length === 0) return true;

  const endedBy = endsAgreements(before, next);
  const revisions = concernsRequests(before, checkedOf(metadata)) ? 1 : 0;
  await query(CHANGE, [clientId, revisions, ...metadataValues(metadata)]);
  const detail = await followChange(query, { before, after: next, endedBy, ended }, by.at);
  await recordAudit(query, { type: "client_updated", clientId, ...by, detail });
  return true;
}

async function recordOf(query: Query, statement: string, id: string): Promise<ClientRecord | undefined> {
  const [row] = await query(statement, [id]);
  return row && present<ClientRecord>(row as Row<ClientRecord>);
}

const RECORD = `SELECT ${RECORD_COLUMNS} FROM client WHERE id = $1`;
// Waits for authorizations that are being created. Those that are created later compare the revision.
const RECORD_LOCKED = `${RECORD} FOR UPDATE`;

const CHANGE = `
  UPDATE client SET revision = revision + $2::integer, (${metadataColumns}) = ROW(${metadataPlaceholders(2)})
   WHERE id = $1`;
