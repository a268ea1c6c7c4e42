/** Which clients of metadata documents are deleted, and how: when they are unwanted, and when there are too many. */

/** SQL about a client `c` and its document `d`. */
export interface WhichDocumentClients {
  /** Which of the clients without consent to which nothing was issued. */
  readonly unwanted: string;
  /** Those that are deleted although people agreed to them; by default none. */
  readonly others?: string;
  /** In which order, and how many. */
  readonly order: string;
}

const UNWANTED = `NOT EXISTS (SELECT FROM consent WHERE client_id = c.id)
               AND NOT EXISTS (SELECT FROM "authorization" WHERE client_id = c.id)`;

/**
 * Selects the ids of these clients, but those of `$1`, a text[]. Clients that an operator pinned, blocked or disabled
 * are never among them.
 */
export const documentClients = ({ unwanted, others = "false", order }: WhichDocumentClients): string => `
  SELECT c.id FROM client c JOIN client_document d ON d.url = c.id
   WHERE d.pinned_at IS NULL AND d.blocked_at IS NULL AND c.disabled_at IS NULL AND c.id <> ALL ($1::text[])
     AND (${others} OR (${unwanted} AND ${UNWANTED}))
   ${order}`;

/**
 * Deletes these clients with their documents, but those of `$1`, and writes their audit rows.
 *
 * @param at the parameter that has the time
 */
export const deletionOfDocumentClients = (which: WhichDocumentClients, at: `$${number}`): string => `
  WITH unused AS (${documentClients(which)} FOR UPDATE OF c SKIP LOCKED),
       gone AS (DELETE FROM client WHERE id IN (SELECT id FROM unused) RETURNING id, name),
       forgotten AS (DELETE FROM client_document WHERE url IN (SELECT id FROM gone))
  INSERT INTO audit_event (at, type, actor, client_id, detail)
  SELECT ${at}, 'client_expired', 'schedule', id, jsonb_build_object('name', name, 'document', true) FROM gone
  RETURNING client_id`;
