/** Acts on resource servers, for every kind of actor. Each act and its audit row are one transaction. */
import { foldResource } from "@countersign/rules";
import { inStatements, type Statements } from "../../platform/records/records.ts";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { auditedOf, columnsOf, insertion } from "../entity-values.ts";
import { keeping, type RoleName } from "../roles/kept-role.ts";
import {
  type NewResourceServer,
  type ResourceChanges,
  type ResourceServerRecord,
  resourceServerFields,
} from "./entity.ts";
import { lockResourceServer } from "./store.ts";

/**
 * Creates a resource server. Returns false, and changes nothing, if there is one whose identifier is the same as
 * requests are compared.
 */
export function addResourceServer(
  database: Statements,
  { identifier, ...settings }: NewResourceServer,
  by: By,
): Promise<boolean> {
  const folded = foldResource(identifier) ?? identifier;
  return inStatements(database, async (query) => {
    // Identifiers that differ are no conflict for PostgreSQL: of two at the same time, the second one sees the first.
    await query("SELECT pg_advisory_xact_lock(hashtextextended('resource servers', 0))::text", []);
    if ((await query(SAME, [identifier, folded, `${folded}/`])).length > 0) return false;

    await query(...insertion("resource_server", { identifier, ...columnsOf(resourceServerFields, settings) }));
    const detail = { identifier, ...auditedOf(resourceServerFields, settings) };
    await recordAudit(query, { type: "resource_server_added", ...by, detail });
    return true;
  });
}

/**
 * Changes settings of a resource server, enables or disables it, at once. What people agreed to stays, and new tokens
 * have only scopes that are still defined. Returns false if there is no such resource server.
 */
export function changeResourceServer(
  database: Statements,
  identifier: string,
  { isEnabled, ...changes }: ResourceChanges,
  by: By,
  assertMeantFor: AssertMeantFor<ResourceServerRecord> = forAny,
): Promise<boolean> {
  return inStatements(database, async (query) => {
    const held = await lockResourceServer(query, identifier);
    if (held === undefined) return false;
    assertMeantFor(locked(held));

    const row = Object.entries(columnsOf(resourceServerFields, changes));
    if (row.length > 0) {
      const assigned = row.map(([column], at) => `${column} = $${at + 2}`).join(", ");
      const values = row.map(([, value]) => value);
      await query(`UPDATE resource_server SET ${assigned} WHERE identifier = $1`, [identifier, ...values]);
      const detail = { identifier, ...auditedOf(resourceServerFields, changes) };
      await recordAudit(query, { type: "resource_server_changed", ...by, detail });
    }
    if (isEnabled !== undefined) await setEnabled(query, identifier, isEnabled, by);
    return true;
  });
}

/**
 * Disables a resource server: nothing more is issued for it, and what people agreed to stays. Returns false if there is
 * no such resource server that is enabled.
 */
export const disableResourceServer = (database: Statements, identifier: string, by: By): Promise<boolean> =>
  inStatements(database, (query) => setEnabled(query, identifier, false, by));

/** Enables a disabled resource server. Returns false if there is no such resource server that is disabled. */
export const enableResourceServer = (database: Statements, identifier: string, by: By): Promise<boolean> =>
  inStatements(database, (query) => setEnabled(query, identifier, true, by));

async function setEnabled(query: Query, identifier: string, isEnabled: boolean, by: By): Promise<boolean> {
  const changed = await query(isEnabled ? ENABLE : DISABLE, isEnabled ? [identifier] : [identifier, by.at]);
  if (changed.length === 0) return false;
  const type = isEnabled ? "resource_server_enabled" : "resource_server_disabled";
  await recordAudit(query, { type, ...by, detail: { identifier } });
  return true;
}

/**
 * Deletes a resource server with its roles, and the consents that name it. Nothing more is issued for it. Returns false
 * if there is no such resource server.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeResourceServer(
  database: Statements,
  identifier: string,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inStatements(database, (query) =>
    keeping(query, kept, async () => {
      if ((await query(REMOVE, [identifier])).length === 0) return false;
      // An operator may add a resource server with the same identifier. No person agreed to that one.
      await query(FORGET, [identifier]);
      await recordAudit(query, { type: "resource_server_removed", ...by, detail: { identifier } });
      return true;
    }),
  );
}

const SAME = "SELECT identifier FROM resource_server WHERE identifier IN ($1, $2, $3)";

const DISABLE = `
  UPDATE resource_server SET disabled_at = $2 WHERE identifier = $1 AND disabled_at IS NULL RETURNING identifier`;
const ENABLE = `
  UPDATE resource_server SET disabled_at = NULL
   WHERE identifier = $1 AND disabled_at IS NOT NULL RETURNING identifier`;

const REMOVE = "DELETE FROM resource_server WHERE identifier = $1 RETURNING identifier";
const FORGET = `
  UPDATE "authorization" SET resources = resources - $1::text WHERE jsonb_exists(resources, $1::text)`;
