/** What operators decide about URLs of metadata documents. Each act and its audit row are one transaction. */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { disableClient } from "../../platform/stores/client/client-disabling.ts";
import { DOCUMENTS_ALONE } from "../../platform/stores/client/client-documents.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

/** `pinned`: accepted no matter which host it has, and kept. `blocked`: refused, also if it is pinned. */
export type DocumentDecision = "pinned" | "blocked";

/**
 * Decides about a URL, whether its document was fetched or not. A blocked client is disabled, which revokes what was
 * issued to it. Returns false if that was decided before.
 */
export async function decideDocument(
  { pool }: WithPool,
  { url, decision }: { readonly url: string; readonly decision: DocumentDecision },
  by: By,
): Promise<boolean> {
  const isChanged = await inTransaction(pool, async (query) => {
    if (decision === "blocked") await query(DOCUMENTS_ALONE, []);
    if ((await query(decision === "pinned" ? PIN : BLOCK, [url, by.at])).length === 0) return false;
    await recordAudit(query, { type: "client_document_decided", clientId: url, ...by, detail: { decision } });
    return true;
  });
  if (decision === "blocked") await disableClient(pool, url, by);
  return isChanged;
}

/**
 * Takes a decision about a URL back. A client that was blocked is enabled again; nothing that was revoked comes back.
 * Returns false if there was no decision.
 */
export function withdrawDocumentDecision({ pool }: WithPool, url: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [before] = await query("SELECT blocked_at FROM client_document WHERE url = $1 FOR UPDATE", [url]);
    if ((await query(WITHDRAW, [url])).length === 0) return false;
    await recordAudit(query, { type: "client_document_decided", clientId: url, ...by, detail: { decision: "none" } });
    if (before?.blocked_at === null) return true;
    await query("UPDATE client SET disabled_at = NULL WHERE id = $1", [url]);
    await recordAudit(query, { type: "client_enabled", clientId: url, ...by });
    return true;
  });
}

/** A URL that is known, with its client if the document was fetched. */
export interface ListedDocument {
  readonly url: string;
  readonly name: string | null;
  readonly fetchedAt: Date | null;
  readonly freshUntil: Date | null;
  readonly pinnedAt: Date | null;
  readonly blockedAt: Date | null;
}

export async function listDocuments({ pool }: WithPool): Promise<readonly ListedDocument[]> {
  return (await pool.query<ListedDocument>(LIST)).rows;
}

const deciding = (set: string) => `
  INSERT INTO client_document AS known (url, ${set}) VALUES ($1, $2)
  ON CONFLICT (url) DO UPDATE SET ${set} = $2 WHERE known.${set} IS NULL
  RETURNING url`;
const PIN = deciding("pinned_at");
const BLOCK = deciding("blocked_at");

const WITHDRAW = `
  UPDATE client_document SET pinned_at = NULL, blocked_at = NULL
   WHERE url = $1 AND (pinned_at IS NOT NULL OR blocked_at IS NOT NULL) RETURNING url`;

const LIST = `
  SELECT d.url, c.name, d.fetched_at AS "fetchedAt", d.fresh_until AS "freshUntil", d.pinned_at AS "pinnedAt",
         d.blocked_at AS "blockedAt"
    FROM client_document d LEFT JOIN client c ON c.id = d.url ORDER BY d.url`;
