/**
 * What nouns of Prisma Client stand on (decision 173): an act is one interactive transaction together with its audit
 * row. Nouns of SQL use platform/stores/transaction.ts.
 */
import { type Database, driverError, type Prisma, whileHeld } from "@countersign/database";
import { type AuditEvent, auditColumns } from "../stores/audit/audit-events.ts";
import { markActed } from "../stores/idempotency-keys.ts";
import { newPersonKey, sealPersonal } from "../stores/person/person-keys.ts";
import { acting, autocommit, type Query } from "../stores/transaction.ts";

/** Prisma Client, inside or outside a transaction. It is loaded when it is first used. */
export type Records = Prisma.TransactionClient;

export interface RecordsDatabase extends Pick<Database, "prisma" | "pool"> {
  /** An open transaction that every act is part of; without one, each act has its own. */
  readonly joined?: Records;
}

/** The same for acts of SQL. */
export type Statements = Omit<RecordsDatabase, "prisma">;

/** Runs `work` in one transaction: either all of it takes effect, or nothing. Throws the error of the driver. */
export async function inPrismaTransaction<T>(
  database: Omit<RecordsDatabase, "pool">,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  if (database.joined !== undefined) return work(database.joined);
  const prisma = await database.prisma();
  try {
    return await prisma.$transaction((records) => whileHeld(() => work(records)));
  } catch (err) {
    throw driverError(err);
  }
}

/** Reads without a transaction. Throws the error of the driver. */
export async function readRecords<T>(
  database: Omit<RecordsDatabase, "pool">,
  read: (records: Records) => Promise<T>,
): Promise<T> {
  if (database.joined !== undefined) return read(database.joined);
  const prisma = await database.prisma();
  try {
    return await read(prisma);
  } catch (err) {
    throw driverError(err);
  }
}

/**
 * Runs an act of SQL in one transaction: its own, or the one that it is part of. Only a configuration has acts of both
 * kinds in one transaction.
 */
export const inStatements = <T>({ pool, joined }: Statements, work: (query: Query) => Promise<T>): Promise<T> =>
  acting(joined === undefined ? { pool } : { query: sqlIn(joined) }, work);

/** Reads by SQL: by itself, or in the transaction that the act is part of. */
export const statementsOf = ({ pool, joined }: Statements): Query =>
  joined === undefined ? autocommit(pool) : sqlIn(joined);

/** Runs statements of stores, which hold locks and end what was issued, in a transaction of Prisma Client. */
export const sqlIn =
  (records: Records): Query =>
  (text, values) => {
    const { template, places } = templateOf(text);
    return records.$queryRaw(template, ...places.map((place) => parameterOf(values[place])));
  };

/** A statement as a tagged template, and which value stands at each of its places. */
function templateOf(text: string): { readonly template: TemplateStringsArray; readonly places: readonly number[] } {
  const parts = text.split(/\$(\d+)/);
  const strings = parts.filter((_, at) => at % 2 === 0);
  const places = parts.filter((_, at) => at % 2 === 1).map((number) => Number(number) - 1);
  return { template: Object.assign(strings, { raw: strings }), places };
}

/** A value as PostgreSQL reads it: times with their zone, and JSON as text. */
function parameterOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  const isJson = typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
  return isJson ? JSON.stringify(value) : value;
}

/** Writes the audit row of an act, in its transaction. */
export async function recordAudit(records: Records, event: AuditEvent): Promise<void> {
  const { detail, ...columns } = auditColumns(event);
  const { userId } = columns;
  const sealedPersonal =
    event.personal === undefined || userId === null
      ? null
      : sealPersonal(event.personal, { userId, key: await keyFrom(records, userId, event.at) });
  if (event.request !== undefined) await markActed(sqlIn(records), event.request, { at: event.at, userId });
  await records.auditEvent.create({ data: { ...columns, detail: detail as Prisma.InputJsonObject, sealedPersonal } });
}

async function keyFrom({ personKey }: Records, userId: string, createdAt: Date): Promise<Uint8Array> {
  const create = { userId, key: newPersonKey(), createdAt };
  return (await personKey.upsert({ where: { userId }, create, update: {} })).key;
}
