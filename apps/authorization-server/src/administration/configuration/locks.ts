/**
 * The locks of a configuration that is applied, in the order of all acts (decision 131). Without this, its changes
 * would take them in the order in which they depend on each other.
 */

import type { Query } from "../../platform/stores/transaction.ts";
import { CONFIGURED_ENTITIES } from "../entities.ts";
import { lockConcerned } from "../roles/changed-roles.ts";
import { ALONE as TRUSTED_ISSUERS_ALONE } from "../trusted-issuers/given.ts";
import type { Change } from "./changes.ts";

/** Of two who apply at the same time, the second one sees what the first one did. */
const ALONE = "SELECT pg_advisory_xact_lock(hashtext('countersign configuration'))::text";

/** These go with clients: their rows are locked after those of clients. */
const OTHERWISE = ["exchange_policy", "trusted_issuer"];

/**
 * Everything that is compared, except clients: few rows, which no one else changes until the end. No one gets a role or
 * joins a group in the meantime either: it may be deleted, and an act that adds a row about it locks a person after it.
 */
const COMPARED = [
  "SELECT identifier FROM resource_server ORDER BY identifier FOR NO KEY UPDATE",
  "SELECT id FROM role ORDER BY id FOR UPDATE",
  "SELECT id FROM user_group WHERE organization_id IS NULL ORDER BY id FOR UPDATE",
  "SELECT id FROM identity_provider WHERE organization_id IS NULL ORDER BY id FOR NO KEY UPDATE",
  // Its own acts wait for this, and lock clients before it.
  TRUSTED_ISSUERS_ALONE,
  ...CONFIGURED_ENTITIES.filter(({ one }) => !OTHERWISE.includes(one)).map(
    ({ one }) => `SELECT id FROM ${one} ORDER BY id FOR NO KEY UPDATE`,
  ),
];

/** Locks what is compared with a configuration, before it is read. */
export async function lockCompared(query: Query): Promise<void> {
  // biome-ignore lint/performance/noAwaitInLoops: a few statements, which lock in one order
  for (const text of [ALONE, ...COMPARED]) await query(text, []);
}

/**
 * Locks whom the changes concern, the clients that they change, and the policies, which go with clients. So what is
 * issued in the meantime is waited for. Some of it may have changed until then, so compared rows have to be read again.
 */
export async function lockChanged(query: Query, changes: readonly Change[]): Promise<void> {
  if (changes.some(({ section }) => section === "roles" || section === "groups")) await lockConcerned(query, {});
  const clients = changes.filter(({ section }) => section === "clients").map(({ key }) => key);
  await query("SELECT id FROM client WHERE id = ANY ($1) ORDER BY id FOR UPDATE", [clients]);
  await query("SELECT id FROM exchange_policy ORDER BY id FOR NO KEY UPDATE", []);
}
