/** Resource servers in a configuration file. */
import { sqlIn } from "../../platform/records/records.ts";
import { declaredOf, takenFrom } from "../entity-values.ts";
import {
  isOfService,
  type NewResourceServer,
  type ResourceEntry,
  type ResourceServerRecord,
  resourceServerFields,
  resourceServerShape,
  sorted,
} from "../resource-servers/entity.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  removeResourceServer,
} from "../resource-servers/resource-servers.ts";
import { markResourceServer, resourceServersIn, usesOf } from "../resource-servers/store.ts";
import { KEPT_AS_A_WHOLE } from "../roles/kept-role.ts";
import { assertDone, defineKind } from "./kind.ts";
import { refusal } from "./refusal.ts";

function entryOf(held: ResourceServerRecord): ResourceEntry {
  const entry = declaredOf(resourceServerFields, held) as ResourceEntry;
  return { ...entry, scopes: sorted(entry.scopes), role_scopes: sorted(entry.role_scopes) };
}

export const resourceServers = defineKind<ResourceEntry>({
  section: "resource_servers",
  noun: "resource server",
  shape: resourceServerShape,
  keyOf: ({ resource }) => resource,
  references: () => [],

  held: async (records, { administration }) =>
    (await resourceServersIn(sqlIn(records))).map((row) => ({
      entry: entryOf(row),
      managedBy: row.managedBy,
      isOfService: isOfService(row, administration),
    })),

  async create(database, { resource: identifier, enabled, ...settings }, by) {
    const made = { identifier, ...takenFrom(resourceServerFields, settings) } as NewResourceServer;
    const isAdded = await addResourceServer(database, made, by);
    assertDone(isAdded, `there is a resource server ${identifier} already, or one with another spelling of it`);
    if (!enabled) await disableResourceServer(database, identifier, by);
  },

  async change(database, { after: { resource, ...settings } }, by) {
    const changes = takenFrom(resourceServerFields, settings);
    const isChanged = await changeResourceServer(database, resource, changes, by);
    assertDone(isChanged, `there is no resource server ${resource}`);
  },

  async remove(database, { resource }, by) {
    // The roles that are left would be deleted with it.
    const { roles, clients } = await usesOf(database, resource);
    if (roles > 0) throw refusal(`${resource} has roles that this configuration does not manage: remove them first`);
    if (clients > 0)
      throw refusal(`${resource} has clients that this configuration does not manage: change them first`);
    const isRemoved = await removeResourceServer(database, resource, by, KEPT_AS_A_WHOLE);
    assertDone(isRemoved, `there is no resource server ${resource}`);
  },

  mark: (records, { resource }, managedBy) => markResourceServer(sqlIn(records), resource, managedBy),
});
