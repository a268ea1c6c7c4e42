/**
 * Clients whose id is the URL of their metadata document. Their metadata is in a row of `client` like that of any other
 * client, so authorizations, consents and tokens refer to it (decision 70).
 */
import type { Database } from "@countersign/database";
import {
  type ClientRecord,
  changedMembers,
  concernsRequests,
  endsDocumentAgreements,
  type StoredMetadata,
} from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { autocommit, inTransaction, type Query } from "../transaction.ts";
import { type EndedBeforehand, endBeforeChange, followChange, NOTHING_ENDED } from "./changed-client.ts";
import {
  fieldsAfter,
  metadataColumns,
  metadataPlaceholders,
  newRow,
  present,
  RECORD_COLUMNS,
  type Row,
  replacedValues,
} from "./client-rows.ts";
import { deletionOfDocumentClients } from "./drop-document-clients.ts";

/** What is known about a URL. */
export interface KnownDocument {
  /** Null if the document was not fetched yet. */
  readonly freshUntil: Date | null;
  /** An operator allows this URL, no matter which host it has. */
  readonly isPinned: boolean;
  /** An operator refuses this URL. */
  readonly isBlocked: boolean;
}

/** A document that was fetched and is valid. */
export interface FetchedDocument {
  readonly url: string;
  readonly metadata: StoredMetadata;
  readonly freshUntil: Date;
}

/**
 * `full`: there are as many clients as there may be, and people agreed to all of them. `blocked`: an operator blocked
 * the URL in the meantime.
 */
export type Kept = "kept" | "full" | "blocked";

export interface ClientDocumentStore {
  find(url: string): Promise<KnownDocument | undefined>;
  /**
   * Makes the client of a document as the document says: creates it, or changes it with all consequences. If redirect
   * URIs, authentication method, keys or the name changed, people are asked again, and what was issued ends. Racing
   * callers make one client.
   *
   * @param most how many clients of documents may exist that no operator pinned
   */
  keep(document: FetchedDocument, most: number, origin: Occurrence): Promise<Kept>;
}

export function clientDocumentStore({ pool }: Pick<Database, "pool">): ClientDocumentStore {
  return {
    async find(url) {
      return (await pool.query<KnownDocument>({ name: "client-document-find", text: FIND, values: [url] })).rows[0];
    },

    async keep(document, most, origin) {
      const ended = await endBeforehand(autocommit(pool), document, origin.at);
      return inTransaction(pool, (query) => keepLocked(query, { document, most, ended }, origin));
    },
  };
}

async function endBeforehand(query: Query, { url, metadata }: FetchedDocument, at: Date): Promise<EndedBeforehand> {
  const before = await recordOf(query, RECORD, url);
  if (before === undefined) return NOTHING_ENDED;
  const after = fieldsAfter(before, metadata);
  const endedBy = endsDocumentAgreements(before, after);
  return endBeforeChange(query, { clientId: url, before, after, endedBy }, at);
}

interface Keeping {
  readonly document: FetchedDocument;
  readonly most: number;
  readonly ended: EndedBeforehand;
}

async function keepLocked(query: Query, { document, most, ended }: Keeping, origin: Occurrence): Promise<Kept> {
  const { url, freshUntil } = document;
  const before = await recordOf(query, RECORD_LOCKED, url);
  const created = before === undefined ? await create(query, document, most, origin) : "kept";
  if (created !== "kept") return created;

  const [known] = await query(FETCHED, [url, origin.at, freshUntil]);
  if (known?.isBlocked === true) return "blocked";
  if (before !== undefined) await change(query, { before, document, ended }, origin);
  return "kept";
}

async function create(query: Query, document: FetchedDocument, most: number, origin: Occurrence): Promise<Kept> {
  const { url: id, metadata } = document;
  await query(DOCUMENTS_ALONE, []);
  const [counted] = await query(COUNT, [id]);
  if (counted?.isBlocked === true) return "blocked";
  const isFull = Number(counted?.others) >= most && counted?.isPinned !== true;
  if (isFull && !(await makeRoom(query, { id, most }, origin))) return "full";
  if ((await query(INSERT, [JSON.stringify(newRow({ id, metadata }, origin.at))])).length === 0) return "kept";

  const actor = { kind: "client", clientId: id } as const;
  const detail = { name: metadata.client_name, document: true };
  await recordAudit(query, { type: "client_registered", clientId: id, actor, ...origin, detail });
  return "kept";
}

/**
 * Deletes the oldest clients without consent, so that strangers who publish many documents take room only from each
 * other. It deletes one in a hundred, so that not every new client has to look for the oldest.
 */
async function makeRoom(
  query: Query,
  { id, most }: { id: string; most: number },
  { at }: Occurrence,
): Promise<boolean> {
  return (await query(DROP_OLDEST, [[id], Math.max(1, Math.floor(most / 100)), at])).length > 0;
}

interface Changing extends Pick<Keeping, "document" | "ended"> {
  readonly before: ClientRecord;
}

async function change(query: Query, { before, document, ended }: Changing, origin: Occurrence): Promise<void> {
  const { url: id, metadata } = document;
  const after = { ...before, ...fieldsAfter(before, metadata) };
  if (changedMembers(before, after).length === 0) return;

  const endedBy = endsDocumentAgreements(before, after);
  const revisions = endedBy.length > 0 || concernsRequests(before, after) ? 1 : 0;
  await query(REPLACE, [id, revisions, ...replacedValues(before, metadata)]);
  const detail = await followChange(query, { before, after, endedBy, ended }, origin.at);
  const actor = { kind: "client", clientId: id } as const;
  await recordAudit(query, { type: "client_updated", clientId: id, actor, ...origin, detail });
}

async function recordOf(query: Query, statement: string, url: string): Promise<ClientRecord | undefined> {
  const [row] = await query(statement, [url]);
  return row && present<ClientRecord>(row as Row<ClientRecord>);
}

const FIND = `
  SELECT fresh_until AS "freshUntil", pinned_at IS NOT NULL AS "isPinned", blocked_at IS NOT NULL AS "isBlocked"
    FROM client_document WHERE url = $1`;

const RECORD = `SELECT ${RECORD_COLUMNS} FROM client WHERE id = $1`;
const RECORD_LOCKED = `${RECORD} FOR UPDATE`;

/**
 * New clients one at a time, and not while a URL is blocked. Otherwise racing requests would count the same clients,
 * and a URL could be blocked between the look at it and its new client.
 */
export const DOCUMENTS_ALONE = "SELECT pg_advisory_xact_lock(hashtext('countersign client documents'))";

const COUNT = `
  SELECT count(*) FILTER (WHERE pinned_at IS NULL AND fetched_at IS NOT NULL AND url <> $1) AS others,
         bool_or(url = $1 AND pinned_at IS NOT NULL) AS "isPinned",
         bool_or(url = $1 AND blocked_at IS NOT NULL) AS "isBlocked"
    FROM client_document`;

const DROP_OLDEST = deletionOfDocumentClients({ unwanted: "true", order: "ORDER BY d.fetched_at LIMIT $2" }, "$3");

const WRITTEN = `id, created_at, ${metadataColumns}`;
const INSERT = `
  INSERT INTO client (${WRITTEN})
  SELECT ${WRITTEN.replaceAll(/\w+/g, "new.$&")} FROM jsonb_populate_record(NULL::client, $1::jsonb) AS new
  ON CONFLICT (id) DO NOTHING RETURNING id`;

const FETCHED = `
  INSERT INTO client_document AS known (url, fetched_at, fresh_until) VALUES ($1, $2, $3)
  ON CONFLICT (url) DO UPDATE
     SET fetched_at = CASE WHEN known.blocked_at IS NULL THEN $2::timestamptz ELSE known.fetched_at END,
         fresh_until = CASE WHEN known.blocked_at IS NULL THEN $3::timestamptz ELSE known.fresh_until END
  RETURNING blocked_at IS NOT NULL AS "isBlocked"`;

const REPLACE = `
  UPDATE client SET revision = revision + $2::integer, (${metadataColumns}) = ROW(${metadataPlaceholders(2)})
   WHERE id = $1`;
