/** Whether nobody agreed to the client `c`, and nothing was issued to it. */
const UNUSED = `NOT EXISTS (SELECT FROM consent WHERE client_id = c.id)
                AND NOT EXISTS (SELECT FROM "authorization" WHERE client_id = c.id)`;

/**
 * A statement that deletes clients of metadata documents, with their documents, and writes their audit rows at $1.
 * Clients that an operator pinned, blocked or disabled are kept.
 *
 * @param which SQL for those to whom nobody agreed, about the document `d`
 * @param order SQL that says which of them, and how many
 * @param others SQL for those that are deleted although people agreed to them; by default none
 */
export const dropDocumentClients = (which: string, order: string, others = "false"): string => `
  WITH unused AS (
    SELECT c.id FROM client c JOIN client_document d ON d.url = c.id
     WHERE d.pinned_at IS NULL AND d.blocked_at IS NULL AND c.disabled_at IS NULL
       AND (${others} OR (${which} AND ${UNUSED}))
     ${order} FOR UPDATE OF c SKIP LOCKED
  ), gone AS (
    DELETE FROM client WHERE id IN (SELECT id FROM unused) RETURNING id, name
  ), forgotten AS (
    DELETE FROM client_document WHERE url IN (SELECT id FROM gone)
  )
  INSERT INTO audit_event (at, type, actor, client_id, detail)
  SELECT $1, 'client_expired', 'schedule', id, jsonb_build_object('name', name, 'document', true) FROM gone
  RETURNING client_id`;
