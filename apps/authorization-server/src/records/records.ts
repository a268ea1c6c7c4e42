/**
 * Acts of operators and registrations on records use Prisma Client in an interactive transaction, together with their
 * audit row (decision 40). Statements that decide a race, or that run for every token, are SQL in stores/.
 */
import { type Database, driverError, type Prisma, whileHeld } from "@countersign/database";
import { type AuditEvent, auditColumns } from "../stores/audit-events.ts";
import { newPersonKey, sealPersonal } from "../stores/person/person-keys.ts";

/** Prisma Client, inside or outside a transaction. It is loaded when it is first used. */
export type Records = Prisma.TransactionClient;

export interface RecordsDatabase extends Pick<Database, "prisma"> {
  /** An open transaction that every act is part of; without one, each act has its own. */
  readonly joined?: Records;
}

/** Runs `work` in one transaction: either all of it takes effect, or nothing. Throws the error of the driver. */
export async function inRecords<T>(database: RecordsDatabase, work: (records: Records) => Promise<T>): Promise<T> {
  if (database.joined !== undefined) return work(database.joined);
  const prisma = await database.prisma();
  try {
    return await prisma.$transaction((records) => whileHeld(() => work(records)));
  } catch (err) {
    throw driverError(err);
  }
}

/** Reads without a transaction. Throws the error of the driver. */
export async function fromRecords<T>(database: RecordsDatabase, read: (records: Records) => Promise<T>): Promise<T> {
  if (database.joined !== undefined) return read(database.joined);
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
  const { userId } = columns;
  const sealedPersonal =
    event.personal === undefined || userId === null
      ? null
      : sealPersonal(event.personal, { userId, key: await keyFrom(records, userId, event.at) });
  await records.auditEvent.create({ data: { ...columns, detail: detail as Prisma.InputJsonObject, sealedPersonal } });
}

async function keyFrom({ personKey }: Records, userId: string, createdAt: Date): Promise<Uint8Array> {
  const create = { userId, key: newPersonKey(), createdAt };
  return (await personKey.upsert({ where: { userId }, create, update: {} })).key;
}
