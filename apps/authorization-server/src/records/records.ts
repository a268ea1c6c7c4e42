/**
 * What operators and registrations do to records is Prisma Client in an interactive transaction, together with its
 * audit row (decision 40). What decides a race, or is asked for every token, is SQL in stores/.
 */
import { type Database, driverError, type Prisma } from "@countersign/database";
import { type AuditEvent, auditColumns } from "../stores/audit-events.ts";

/** Prisma Client, within a transaction or for itself. It is loaded by the first who asks for it. */
export type Records = Prisma.TransactionClient;

export type RecordsDatabase = Pick<Database, "prisma">;

/** An operator waits for a command, and a command for whoever holds the rows that it changes. */
const MOST_MS = 600_000;

/** Does what `work` does in one transaction: all of it, or nothing. Fails as the driver does. */
export async function inRecords<T>(database: RecordsDatabase, work: (records: Records) => Promise<T>): Promise<T> {
  const prisma = await database.prisma();
  try {
    return await prisma.$transaction(work, { maxWait: MOST_MS, timeout: MOST_MS });
  } catch (err) {
    throw driverError(err);
  }
}

/** Reads, without a transaction. Fails as the driver does. */
export async function fromRecords<T>(database: RecordsDatabase, read: (records: Records) => Promise<T>): Promise<T> {
  const prisma = await database.prisma();
  try {
    return await read(prisma);
  } catch (err) {
    throw driverError(err);
  }
}

/** Writes the audit row of an act, in its transaction. */
export async function recordAudit(records: Records, event: AuditEvent): Promise<void> {
  const { detail, ...columns } = auditColumns(event);
  await records.auditEvent.create({ data: { ...columns, detail: detail as Prisma.InputJsonObject } });
}
