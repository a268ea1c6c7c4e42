import { isPersonScope } from "@countersign/rules";
import type { ResourceServerRecord } from "../../administration/resource-servers/entity.ts";
import { findResourceServer } from "../../administration/resource-servers/store.ts";
import type { RecordsDatabase } from "../../platform/records/records.ts";
import type { Context } from "../context.ts";
import { administrationIn } from "../owners.ts";
import { refusal } from "../refusal.ts";

/** The resource server of this identifier. Throws a refusal if there is none. */
export async function resourceOf(database: RecordsDatabase, identifier: string): Promise<ResourceServerRecord> {
  const found = await findResourceServer(database, identifier);
  if (found === undefined) throw refusal(`there is no resource server ${identifier}`);
  return found;
}

/**
 * Refuses what the configuration of the service decides: it alone defines scopes about people, for /userinfo, and those
 * of the administration API, without which no owner could administer.
 */
export async function assertNotConfigured(
  { resource: identifier, scopes }: ResourceServerRecord,
  context: Context,
): Promise<void> {
  if (scopes.some(isPersonScope)) throw refusal(`${identifier} is that of /userinfo, which the configuration defines`);
  if (identifier !== (await administrationIn(context))) return;
  throw refusal(`${identifier} is the administration API, which the configuration defines`);
}
