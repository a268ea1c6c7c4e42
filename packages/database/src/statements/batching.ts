/**
 * Batching: callers that ask for the same kind of thing in one turn of the event loop, or in the next, share a
 * statement (decision 19). PostgreSQL, the driver and the network take little longer for a dozen rows than for one.
 */
import { type Asker, askerNow, isTraced } from "@countersign/tracing";
import { DatabaseError } from "pg";
import { askForConnection } from "../connections/held.ts";
import { inTime } from "./deadline.ts";
import type { Statements } from "./pipelined.ts";

/** A statement that gives at most one row for each of its keys; made by `lookupSql` or `updateSql`. */
export interface KeyedStatement {
  /** The statement is parsed and planned once for each connection. */
  readonly name: string;
  readonly text: string;
}

/** Bytes as a member of a key. */
export const asBytea = (bytes: Buffer) => `\\x${bytes.toString("hex")}`;

/** These columns as one column of JSON, for the `row` of a change. */
export const asJson = (columns: string) => `(SELECT row_to_json(y) FROM (SELECT ${columns}) y)`;

/** A change in two forms. They differ in what they do if another transaction is changing the same row. */
export interface BatchedUpdate {
  /**
   * For many keys: skips locked rows, and rows whose writing would wait for other rows (foreign keys). So no caller
   * waits for the lock on another caller's row, and there is no deadlock between statements.
   */
  readonly batch: KeyedStatement;
  /** For one key: waits for the lock. */
  readonly single: KeyedStatement;
}

type Ask<Key, Row> = (key: Key) => Promise<Row | undefined>;
type Queries = Pick<Statements, "query">;
type Changes = Pick<Statements, "change">;

/** The maximum number of keys in one statement: the first key waits for the last one. */
const MOST_KEYS = 64;

const askedOf = (columns: string) => `ROWS FROM (json_to_recordset($1) AS (${columns})) WITH ORDINALITY`;

/**
 * Builds a statement that looks up a row for each of many keys.
 *
 * @param columns names and types of a key's members
 * @param query gives one row or none for the key, which it knows as `asked`. OFFSET 0 keeps PostgreSQL from planning
 * for
 * all keys together, which in a database without statistics means reading whole tables.
 * @param row what is returned of the row `r`; by default all of it
 */
export const lookupSql = (columns: string, query: string, row = "row_to_json(r)") =>
  `SELECT json_build_object('ordinal', asked.ordinality, 'row', ${row}) AS "row"
     FROM ${askedOf(columns)} AS asked CROSS JOIN LATERAL (${query} OFFSET 0) r`;

/**
 * Builds a statement that changes something for each of many keys.
 *
 * @param columns names and types of a key's members
 * @param change the change, as parts of a WITH that know the keys as
 * `asked`; the last part, called `changed`, has the `ordinality` of a key and, in JSON, the `row` that the key gets
 */
export const updateSql = (columns: string, change: string) => changing(`${askedOf(columns)} AS a`, change);

/** The same for one key only, which PostgreSQL knows when it plans. If given more keys, it would take the first. */
export const singleUpdateSql = (columns: string, change: string) =>
  changing(`${askedOf(columns)} AS a LIMIT 1`, change);

// The deadline is looked at last, after every wait for a lock. If it has passed, all of the statement is undone.
const changing = (asked: string, change: string) =>
  `WITH asked AS (SELECT * FROM ${asked}), ${change}
   SELECT json_build_object('ordinal', ordinality, 'row', "row") AS "row" FROM changed WHERE ${inTime(2)}`;

/**
 * Returns the function that looks a row up. The statement is sent at the end of the next turn, together with all
 * lookups until then, so no answer is older than its question. If the statement fails, it fails for all its keys; only
 * a key that PostgreSQL cannot read fails by itself.
 */
export function batchedLookup<Key, Row>({ query }: Queries, lookup: KeyedStatement): Ask<Key, Row> {
  const askAlone = alone<Key, Row>(query, lookup);

  return batched(async (asked: readonly Asked<Key, Row>[]) => {
    try {
      const rows = await rowsOf<Row>(query, lookup, asked);
      asked.forEach(({ resolve }, index) => {
        resolve(rows[index]);
      });
    } catch (err) {
      if (asked.length > 1 && isUnreadable(err)) asked.forEach(askAlone);
      else for (const { reject } of asked) reject(err);
    }
  });
}

/** Returns the function that asks for one of many by itself, at once. */
const alone =
  <Key, Row>(send: Statements["query"], forEach: KeyedStatement) =>
  (one: Asked<Key, Row>): void =>
    void rowsOf<Row>(send, forEach, [one]).then(([row]) => one.resolve(row), one.reject);

/** Returns the function that changes a row for one key by itself, at once. */
export const singleUpdate =
  <Key, Row>(statements: Pick<Statements, "change">, forEach: KeyedStatement): Ask<Key, Row> =>
  async (key) =>
    (await rowsOf<Row>(statements.change, forEach, [{ key, asker: askerNow() }]))[0];

/**
 * Returns the function that changes a row. It gives the result, or nothing if the change was not to be made. A key that
 * the batch did not change is sent again by itself, and that answer counts.
 */
export function batchedUpdate<Key, Row>({ change }: Changes, { batch, single }: BatchedUpdate): Ask<Key, Row> {
  const askAlone = alone<Key, Row>(change, single);

  return batched(async (asked: readonly Asked<Key, Row>[]) => {
    try {
      const rows = asked.length === 1 ? [] : await rowsOf<Row>(change, batch, asked);
      for (const [index, one] of asked.entries()) {
        const row = rows[index];
        if (row === undefined) askAlone(one);
        else one.resolve(row);
      }
    } catch (err) {
      if (isRefusal(err)) asked.forEach(askAlone);
      else for (const { reject } of asked) reject(err);
    }
  });
}

/** A key, and who asks. */
interface Wanted<Key> {
  readonly key: Key;
  readonly asker: Asker;
}

interface Asked<Key, Row> extends Wanted<Key> {
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (err: unknown) => void;
}

// Errors of the connection, the login, the database or the server (its resources, its operator, its system, an internal
// error). They are recognized by their class, because the severity is in the server's language.
const OF_NO_KEY = /^(?:08|28|3D|53|57|58|XX)/;

/**
 * Whether PostgreSQL refused a statement, perhaps because of one key: then nothing was changed. If the connection
 * ended, the effect of the statement is unknown. A statement that took too long (class 57) would only take longer for
 * each key by itself.
 */
const isRefusal = (err: unknown) => err instanceof DatabaseError && err.code !== undefined && !OF_NO_KEY.test(err.code);

/**
 * Whether PostgreSQL could not read a value that it was given (class 22, data exceptions), such as U+0000 in a text.
 */
const isUnreadable = (err: unknown) => err instanceof DatabaseError && err.code?.startsWith("22") === true;

function batched<Key, Row>(answer: (asked: readonly Asked<Key, Row>[]) => Promise<void>): Ask<Key, Row> {
  let waiting: Asked<Key, Row>[] = [];

  function answerAll(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST_KEYS) answer(all.slice(from, from + MOST_KEYS));
  }

  const answerInNextTurn = () => setImmediate(answerAll);

  // Waits one turn more. Callers that arrived while this one was at work join it; if there are none, the next turn is
  // over at once.
  const answerSoon = () => setImmediate(answerInNextTurn);

  return (key) =>
    new Promise((resolve, reject) => {
      askForConnection();
      if (waiting.push({ key, asker: askerNow(), resolve, reject }) === 1) answerSoon();
    });
}

/** The rows of these keys, in their order. */
async function rowsOf<Row>(
  send: Statements["query"],
  { name, text }: KeyedStatement,
  wanted: readonly Wanted<unknown>[],
): Promise<Row[]> {
  const values = [JSON.stringify(wanted.map(({ key }) => key))];
  const askers = isTraced() ? wanted.map(({ asker }) => asker) : undefined;
  const { rows } = await send<{ ordinal: number; row: Row }>({ name, text, values, askers });
  const found: Row[] = new Array(wanted.length);
  for (const { ordinal, row } of rows) found[ordinal - 1] = row;
  return found;
}
