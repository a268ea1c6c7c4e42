/** Acts on clients that a configuration declares. Each is part of the transaction that applies the configuration. */
import type { StoredMetadata } from "@countersign/rules";
import { inPrismaTransaction, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { changeClientIn } from "../../platform/stores/client/client-change.ts";
import { disableClientIn } from "../../platform/stores/client/client-disabling.ts";
import type { StoredSecret } from "../../platform/stores/client/client-rows.ts";
import { forAny } from "../../platform/stores/locked.ts";
import { sqlIn } from "../roles/kept-role.ts";
import { secretColumns } from "./client-secrets.ts";

export interface DeclaredChange {
  readonly clientId: string;
  readonly metadata: StoredMetadata;
  readonly resourceServer: string | undefined;
}

/**
 * Replaces the metadata of a client and the resource server to which it belongs, and ends what people did not agree to
 * with it. Its secret stays. Returns false if there is no such client.
 */
export function changeDeclaredClient(database: RecordsDatabase, change: DeclaredChange, by: By): Promise<boolean> {
  const { clientId, metadata, resourceServer = null } = change;
  return inPrismaTransaction(database, async (records) => {
    const query = sqlIn(records);
    await records.$executeRaw`SELECT FROM resource_server WHERE identifier = ${resourceServer} FOR KEY SHARE`;
    if (!(await changeClientIn(query, { clientId, metadata, assertMeantFor: forAny }, by))) return false;

    const before = await records.client.findUnique({ where: { id: clientId }, select: { resourceServer: true } });
    if (before?.resourceServer === resourceServer) return true;
    await records.client.updateMany({ where: { id: clientId }, data: { resourceServer } });
    const detail = { changed: ["resource_server"], resourceServer };
    await recordAudit(records, { type: "client_updated", clientId, ...by, detail });
    return true;
  });
}

/** Disables a client and revokes what was issued to it. Returns false if it was disabled before. */
export const disableDeclaredClient = (database: RecordsDatabase, clientId: string, by: By): Promise<boolean> =>
  inPrismaTransaction(database, (records) => disableClientIn(sqlIn(records), clientId, by));

/** Gives a client another secret, or takes its secret. Access that the client got for itself ends. */
export function replaceClientSecret(
  database: RecordsDatabase,
  { clientId, secret }: { readonly clientId: string; readonly secret: StoredSecret | undefined },
  by: By,
): Promise<boolean> {
  return inPrismaTransaction(database, async (records) => {
    const data = { ...secretColumns(secret), secretExpiresAt: null };
    if ((await records.client.updateMany({ where: { id: clientId }, data })).count === 0) return false;

    await records.authorization.deleteMany({ where: { clientId, userId: null } });
    const detail = secret === undefined ? { removed: true } : {};
    await recordAudit(records, { type: "client_secret_rotated", clientId, ...by, detail });
    return true;
  });
}
