/** Which rows an act locks, statement by statement. What it does is rolled back. */

import { type Database, openDatabase } from "@countersign/database";
import { byTest } from "@countersign/dev/test-held-connections";
import type { World } from "../world.ts";

/** The modes of row locks, the weakest first (PostgreSQL, "Row-Level Locks"). */
export const MODES = ["KEY SHARE", "SHARE", "NO KEY UPDATE", "UPDATE"] as const;
export type Mode = (typeof MODES)[number];

/** A lock that an act got by a statement, or a stronger one than it had. */
export interface Acquired {
  readonly table: string;
  /** Identifies the row. */
  readonly row: string;
  readonly mode: Mode;
  /** The number of the statement in its transaction. */
  readonly statement: number;
  readonly text: string;
}

/** The locks of one transaction, in their order. */
export type Trace = readonly Acquired[];

/** Runs acts, and tells what each of their transactions locks. */
export interface Tracer {
  readonly database: Database;
  /** Rolls back what `act` does, also if it throws. */
  trace(act: (database: Database) => Promise<unknown>): Promise<readonly Trace[]>;
  close(): Promise<void>;
}

export async function openTracer({ superuser, connectionString }: World): Promise<Tracer> {
  await superuser.pool.query(LOCKED_ROWS);
  const database = openDatabase({ connectionString, max: 4, statementTimeoutMs: 60_000 });
  let traces: Trace[] = [];
  database.pool.on("connect", (client) => listen(client, superuser, (trace) => traces.push(trace)));
  const overPool: Database = {
    ...database,
    pipelined: { ...database.pipelined, query: (statement) => one(statement) },
  };
  const one = async <Row>(statement: { text: string; values: readonly unknown[] }) => {
    const { rows, rowCount } = await database.pool.query(statement.text, [...statement.values]);
    return { rows: rows as readonly Row[], rowCount: rowCount ?? 0 };
  };
  return {
    database,
    async trace(act) {
      traces = [];
      await act(overPool).catch((err: unknown) => void (process.env.SHOW && console.log(err)));
      return traces;
    },
    close: () => database.close(),
  };
}

interface Connection {
  query: (...args: never[]) => unknown;
}

/** Has every transaction of a connection be rolled back, and looks at its locks after each statement. */
function listen(client: Connection, superuser: World["superuser"], done: (trace: Trace) => void): void {
  const send = client.query.bind(client) as unknown as (...args: unknown[]) => Promise<unknown>;
  let held: Map<string, Mode> | undefined;
  let trace: Acquired[] = [];
  let statement = 0;

  const look = async (text: string) => {
    const known = [...(held?.keys() ?? [])];
    const locked = "SELECT * FROM locked_rows($1)";
    const { rows } = await byTest(() => superuser.pool.query<LockedRow>(locked, [known]));
    for (const { table, row, mode } of rows) {
      const key = `${table} ${row}`;
      const before = held?.get(key);
      if (before !== undefined && MODES.indexOf(before) >= MODES.indexOf(mode)) continue;
      held?.set(key, mode);
      trace.push({ table, row, mode, statement, text });
    }
  };
  const run = async (args: unknown[]) => {
    const text = textOf(args);
    if (/^BEGIN/i.test(text)) {
      [held, trace, statement] = [new Map(), [], 0];
      return send(...args);
    }
    if (/^(?:COMMIT|ROLLBACK$)/i.test(text.trim())) {
      if (held !== undefined) done(trace);
      held = undefined;
      return send("ROLLBACK");
    }
    const isAlone = held === undefined;
    if (isAlone) {
      await send("BEGIN");
      [held, trace, statement] = [new Map(), [], 0];
    }
    statement += 1;
    try {
      const result = await send(...args);
      await look(text);
      return result;
    } finally {
      if (isAlone) {
        done(trace);
        held = undefined;
        await send("ROLLBACK");
      }
    }
  };
  client.query = ((...args: unknown[]) => {
    const last = args.at(-1);
    if (typeof last !== "function") return run(args);
    // The pool passes a function to be called.
    run(args.slice(0, -1)).then(
      (result) => last(undefined, result),
      (err) => last(err),
    );
    return undefined;
  }) as typeof client.query;
}

const textOf = ([first]: readonly unknown[]) =>
  typeof first === "string" ? first : String((first as { text: string }).text);

interface LockedRow {
  readonly table: string;
  readonly row: string;
  readonly mode: Mode;
}

// The rows that a transaction which still runs has locked or deleted, and how: the weakest request that would wait
// tells the mode. A request that does not wait makes the xmax of a row one of several, so known rows are looked at
// again. A table whose rows are only added cannot be waited for.
const LOCKED_ROWS = `
  CREATE FUNCTION mode_of(name text, key text, "row" text) RETURNS text LANGUAGE plpgsql SET lock_timeout = '20ms' AS $$
  DECLARE
    strongest text[] := ARRAY['UPDATE', 'NO KEY UPDATE', 'SHARE', 'KEY SHARE'];
    weakest text[] := ARRAY['KEY SHARE', 'SHARE', 'NO KEY UPDATE', 'UPDATE'];
  BEGIN
    FOR i IN 1..4 LOOP
      BEGIN
        EXECUTE format('SELECT FROM %I t WHERE %s = $1 FOR %s NOWAIT', name, key, weakest[i]) USING "row";
      EXCEPTION WHEN lock_not_available THEN
        RETURN strongest[i];
      END;
    END LOOP;
    RETURN NULL;
  END $$;
  CREATE FUNCTION locked_rows(known text[]) RETURNS TABLE ("table" text, "row" text, mode text) LANGUAGE plpgsql AS $$
  DECLARE
    running text := (SELECT string_agg(quote_literal(transactionid), ', ') FROM pg_locks
      WHERE locktype = 'transactionid' AND granted AND pid <> pg_backend_pid());
    found text := (SELECT string_agg(format(
      'SELECT %1$L AS "table", %2$L AS key, %2$s AS "row" FROM %1$I t WHERE xmax::text IN (' || running || ')
          OR %1$L || '' '' || %2$s = ANY ($1)', c.relname, k.key), ' UNION ALL ')
      FROM pg_class c JOIN LATERAL (
        SELECT format('concat_ws('' '', %s)', string_agg('t.' || quote_ident(a.attname), ', ' ORDER BY a.attnum)) AS key
          FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
         WHERE i.indrelid = c.oid AND i.indisprimary) k ON k.key IS NOT NULL
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       AND c.relname NOT IN ('audit_event', 'mail_delivery', 'logout_delivery', 'webhook_delivery'));
  BEGIN
    IF running IS NULL THEN RETURN; END IF;
    RETURN QUERY EXECUTE 'SELECT * FROM (SELECT "table", "row", mode_of("table", key, "row") AS mode FROM ('
      || found || ') f) m WHERE mode IS NOT NULL' USING known;
  END $$`;
