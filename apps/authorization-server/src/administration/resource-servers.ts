/** What is done to resource servers, whoever does it. Each act and its audit row are one transaction. */
import { isUniqueViolation } from "@countersign/database";
import { inRecords, type RecordsDatabase, recordAudit } from "../records/records.ts";
import type { By } from "../stores/audit-events.ts";
import type { ResourceServer } from "../stores/resource-servers.ts";

/** Makes a resource server. False when there is one of this identifier: then nothing changed. */
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
 * Ends a resource server with the consents that name it: nothing is issued for it any more. False when there is none.
 */
export function removeResourceServer(database: RecordsDatabase, identifier: string, by: By): Promise<boolean> {
  return inRecords(database, async (records) => {
    if ((await records.resourceServer.deleteMany({ where: { identifier } })).count === 0) return false;

    await recordAudit(records, { type: "resource_server_removed", ...by, detail: { identifier } });
    return true;
  });
}
