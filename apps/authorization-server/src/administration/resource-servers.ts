/** Acts on resource servers, for every kind of actor. Each act and its audit row are one transaction. */
import { isUniqueViolation } from "@countersign/database";
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import type { ResourceServer } from "../stores/client/resource-servers.ts";

/** Creates a resource server. Returns false, and changes nothing, if one with this identifier exists. */
export async function addResourceServer(database: RecordsDatabase, resource: ResourceServer, by: By): Promise<boolean> {
  try {
    await inRecords(database, async (records) => {
      await records.resourceServer.create({ data: { ...resource, scopes: [...resource.scopes] } });
      await recordAudit(records, { type: "resource_server_added", ...by, detail: { ...resource } });
    });
    return true;
  } catch (err) {
    if (isUniqueViolation(err)) return false;
    throw err;
  }
}

/**
 * Deletes a resource server and the consents that name it. Nothing more is issued for it. Returns false if there is no
 * such resource server.
 */
export function removeResourceServer(database: RecordsDatabase, identifier: string, by: By): Promise<boolean> {
  return inRecords(database, async (records) => {
    if ((await records.resourceServer.deleteMany({ where: { identifier } })).count === 0) return false;

    await recordAudit(records, { type: "resource_server_removed", ...by, detail: { identifier } });
    return true;
  });
}
