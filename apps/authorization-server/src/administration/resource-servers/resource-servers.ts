/** Acts on resource servers, for every kind of actor. Each act and its audit row are one transaction. */
import { isUniqueViolation } from "@countersign/database";
import { foldResource } from "@countersign/rules";
import { inRecords, type Records, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import { findResourceServerIn, type ResourceServerRecord } from "../../platform/records/resource-servers.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { ResourceServer } from "../../platform/stores/client/resource-servers.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { keeping, queryIn, type RoleName } from "../roles/kept-role.ts";

/** The settings of a resource server that operators choose. */
export interface ResourceSettings extends Omit<ResourceServer, "identifier"> {
  /** Whether the metadata of this server lists it (RFC 9728 §4). */
  readonly listed: boolean;
}

/** Settings to change; those that are undefined stay. */
export type ResourceChanges = { readonly [Name in keyof ResourceSettings]?: ResourceSettings[Name] | undefined } & {
  readonly isEnabled?: boolean | undefined;
};

export type NewResourceServer = ResourceSettings & Pick<ResourceServer, "identifier">;

/**
 * Creates a resource server. Returns false, and changes nothing, if there is one whose identifier is the same as
 * requests are compared.
 */
export async function addResourceServer(
  database: RecordsDatabase,
  resource: NewResourceServer,
  by: By,
): Promise<boolean> {
  const folded = foldResource(resource.identifier) ?? resource.identifier;
  try {
    return await inRecords(database, async (records) => {
      // Identifiers that differ are no conflict for PostgreSQL: of two at the same time, the second one sees the first.
      await records.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('resource servers', 0))`;
      const same = { in: [resource.identifier, folded, `${folded}/`] };
      if ((await records.resourceServer.count({ where: { identifier: same } })) > 0) return false;

      const lists = { scopes: [...resource.scopes], roleScopes: [...(resource.roleScopes ?? [])] };
      await records.resourceServer.create({ data: { ...resource, ...lists } });
      await recordAudit(records, { type: "resource_server_added", ...by, detail: { ...resource } });
      return true;
    });
  } catch (err) {
    if (isUniqueViolation(err)) return false;
    throw err;
  }
}

/**
 * Changes settings of a resource server, enables or disables it, at once. What people agreed to stays, and new tokens
 * have only scopes that are still defined. Returns false if there is no such resource server.
 */
export function changeResourceServer(
  database: RecordsDatabase,
  identifier: string,
  { isEnabled, ...changes }: ResourceChanges,
  by: By,
  assertMeantFor: AssertMeantFor<ResourceServerRecord> = forAny,
): Promise<boolean> {
  return inRecords(database, async (records) => {
    await records.$executeRaw`SELECT FROM resource_server WHERE identifier = ${identifier} FOR NO KEY UPDATE`;
    const held = await findResourceServerIn(records, identifier);
    if (held === undefined) return false;
    assertMeantFor(locked(held));

    const data = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (Object.keys(data).length > 0) {
      await records.resourceServer.update({ where: { identifier }, data });
      await recordAudit(records, { type: "resource_server_changed", ...by, detail: { identifier, ...data } });
    }
    if (isEnabled !== undefined) await (isEnabled ? enableIn : disableIn)(records, identifier, by);
    return true;
  });
}

/**
 * Disables a resource server: nothing more is issued for it, and what people agreed to stays. Returns false if there is
 * no such resource server that is enabled.
 */
export function disableResourceServer(database: RecordsDatabase, identifier: string, by: By): Promise<boolean> {
  return inRecords(database, (records) => disableIn(records, identifier, by));
}

async function disableIn(records: Records, identifier: string, by: By): Promise<boolean> {
  const disabling = { where: { identifier, disabledAt: null }, data: { disabledAt: by.at } };
  if ((await records.resourceServer.updateMany(disabling)).count === 0) return false;

  await recordAudit(records, { type: "resource_server_disabled", ...by, detail: { identifier } });
  return true;
}

/** Enables a disabled resource server. Returns false if there is no such resource server that is disabled. */
export function enableResourceServer(database: RecordsDatabase, identifier: string, by: By): Promise<boolean> {
  return inRecords(database, (records) => enableIn(records, identifier, by));
}

async function enableIn(records: Records, identifier: string, by: By): Promise<boolean> {
  const enabling = { where: { identifier, disabledAt: { not: null } }, data: { disabledAt: null } };
  if ((await records.resourceServer.updateMany(enabling)).count === 0) return false;

  await recordAudit(records, { type: "resource_server_enabled", ...by, detail: { identifier } });
  return true;
}

/**
 * Deletes a resource server with its roles, and the consents that name it. Nothing more is issued for it. Returns false
 * if there is no such resource server.
 *
 * @param kept a role that may not lose its last person; the act is refused otherwise
 */
export function removeResourceServer(
  database: RecordsDatabase,
  identifier: string,
  by: By,
  kept: RoleName | undefined,
): Promise<boolean> {
  return inRecords(database, (records) =>
    keeping(queryIn(records), kept, async () => {
      if ((await records.resourceServer.deleteMany({ where: { identifier } })).count === 0) return false;

      // An operator may add a resource server with the same identifier. No person agreed to that one.
      await records.$executeRaw`
        UPDATE "authorization" SET resources = resources - ${identifier}::text
         WHERE jsonb_exists(resources, ${identifier}::text)`;
      await recordAudit(records, { type: "resource_server_removed", ...by, detail: { identifier } });
      return true;
    }),
  );
}
