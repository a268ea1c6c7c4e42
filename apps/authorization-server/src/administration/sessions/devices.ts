/** What a person decides about the request of a device (RFC 8628). An approval is recorded with its authorization. */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

interface DeniedDevice {
  /** Undefined if the person refused before they signed in. */
  readonly userId: string | undefined;
  readonly clientId: string;
  /** Why the device gets nothing. */
  readonly error: string;
  /** The network address of the device. */
  readonly deviceAddress: string;
}

/** Records that the request of a device was refused. */
export async function recordDeviceDenied(
  { pool }: WithPool,
  { userId, clientId, ...detail }: DeniedDevice,
  by: By,
): Promise<void> {
  await inTransaction(pool, (query) => recordAudit(query, { type: "device_denied", userId, clientId, ...by, detail }));
}
