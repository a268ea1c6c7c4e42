/**
 * Prisma's adapter refuses the type "char" of PostgreSQL's own catalogue. Prisma's schema engine asks for it whenever
 * there is a constraint to describe. Here the pool passes such columns as text, and the adapter treats them as
 * characters.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type { Pool } from "pg";

const CHAR_OID = 18;
const TEXT_OID = 25;

interface ArrayResult {
  readonly fields: { dataTypeID: number }[];
  readonly rows: unknown[][];
}

/** An adapter over `pool`, which it changes. Use it only for describing a schema. */
export function describingAdapter(pool: Pool): PrismaPg {
  const characterColumns = new WeakMap<unknown[], number[]>();

  const query = pool.query.bind(pool) as (statement: unknown) => Promise<ArrayResult>;
  const relabelled = async (statement: unknown) => {
    const result = await query(statement);
    const columns = result.fields.flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []));
    for (const column of columns) Object.assign(result.fields[column] ?? {}, { dataTypeID: TEXT_OID });
    characterColumns.set(result.rows, columns);
    return result;
  };
  Object.assign(pool, { query: relabelled });

  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      for (const column of characterColumns.get(result.rows) ?? []) {
        result.columnTypes[column] = ColumnTypeEnum.Character;
      }
      return result;
    };
    return adapter;
  };
  return factory;
}
