/**
 * Acts on clients, for every kind of actor (RFC 6749 §2). Each act and its audit row are one transaction. Much of what
 * an act ends is ended in other transactions.
 */
import { insertClient } from "../../platform/records/clients.ts";
import { inPrismaTransaction, type RecordsDatabase, recordAudit } from "../../platform/records/records.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import {
  type ClientChange,
  changeClient as changed,
  type HeldClient,
  lockClient,
} from "../../platform/stores/client/client-change.ts";
import { disableClient as disable } from "../../platform/stores/client/client-disabling.ts";
import type { NewClient } from "../../platform/stores/client/clients.ts";
import { type AssertMeantFor, forAny, locked } from "../../platform/stores/locked.ts";
import { ifUnique, type WithPool } from "../../platform/stores/transaction.ts";
import { sqlIn } from "../roles/kept-role.ts";

/** Creates a client. Returns false, and changes nothing, if a client with this id exists. */
export function addClient(database: RecordsDatabase, client: NewClient, by: By): Promise<boolean> {
  const { id: clientId, metadata } = client;
  return ifUnique(false, () =>
    inPrismaTransaction(database, async (records) => {
      await insertClient(records, client, by.at);
      await recordAudit(records, { type: "client_added", clientId, ...by, detail: { name: metadata.client_name } });
      return true;
    }),
  );
}

/**
 * Disables a client and then revokes what was issued to it. Enabling it again restores none of that. Returns false if
 * it was disabled before; what an earlier call left is revoked in that case, too.
 */
export const disableClient = ({ pool }: WithPool, clientId: string, by: By): Promise<boolean> =>
  disable(pool, clientId, by);

/**
 * Replaces the metadata of a client, and ends what people did not agree to with it. Its secret stays. Returns false,
 * and changes nothing, if there is no such client.
 */
export const changeClient = ({ pool }: WithPool, change: ClientChange, by: By): Promise<boolean> =>
  changed(pool, change, by);

/**
 * Deletes a client, with all that people agreed to with it. What was issued to it is revoked beforehand, so that the
 * deletion itself is short. Returns false if there is no such client. A client that was changed in the meantime stays,
 * and is disabled.
 */
export async function deleteClient(
  database: RecordsDatabase & WithPool,
  clientId: string,
  by: By,
  assertMeantFor: AssertMeantFor<HeldClient> = forAny,
): Promise<boolean> {
  let disabledAt: Date | null = null;
  await disable(database.pool, clientId, by, (held) => {
    assertMeantFor(held);
    ({ disabledAt } = held);
  });
  // That it is disabled by now is this deletion, and no other change.
  return removeClient(database, clientId, by, (held) => assertMeantFor(locked({ ...held, disabledAt })));
}

/** The same in one transaction, that of the caller if it has one. */
export function removeClient(
  database: RecordsDatabase,
  clientId: string,
  by: By,
  assertMeantFor: AssertMeantFor<HeldClient> = forAny,
): Promise<boolean> {
  return inPrismaTransaction(database, async (records) => {
    await lockClient(sqlIn(records), { clientId, assertMeantFor });
    const found = await records.client.findUnique({ where: { id: clientId }, select: { name: true } });
    if (found === null) return false;
    await records.client.deleteMany({ where: { id: clientId } });
    await recordAudit(records, { type: "client_deleted", clientId, ...by, detail: { name: found.name } });
    return true;
  });
}

/** Enables a disabled client. Returns false if it was not disabled. */
export function enableClient(database: RecordsDatabase, clientId: string, by: By): Promise<boolean> {
  return inPrismaTransaction(database, async (records) => {
    const where = { id: clientId, disabledAt: { not: null } };
    if ((await records.client.updateMany({ where, data: { disabledAt: null } })).count === 0) return false;

    await recordAudit(records, { type: "client_enabled", clientId, ...by });
    return true;
  });
}
