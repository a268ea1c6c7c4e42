/**
 * Asking for many at once: who asks the same kind of thing in one turn of the event loop, or in the next, shares a
 * statement with all others that do. PostgreSQL, the driver and the network take little longer for a dozen rows than
 * for one.
 */
import { DatabaseError } from "pg";
import type { Statements } from "./pipelined.ts";

/**
 * A statement that gives one row or none for each of the keys that it takes; made by `lookupSql` or
 * `updateSql`.
 */
export interface KeyedStatement {
  /** It is parsed and planned once for each connection. */
  readonly name: string;
  readonly text: string;
}

/** Bytes as a member of a key. */
export const asBytea = (bytes: Buffer) => `\\x${bytes.toString("hex")}`;

/** These columns as one of JSON, for the `row` of a change. */
export const asJson = (columns: string) => `(SELECT row_to_json(y) FROM (SELECT ${columns}) y)`;

/** A change in two forms, which differ in what they do where somebody else is changing the same row. */
export interface BatchedUpdate {
  /**
   * For many keys: passes over rows that are locked, and over those whose rows it would have to wait for as it writes
   * (foreign keys). So nobody waits for the lock of another one's row, and no two statements wait for each other.
   */
  readonly batch: KeyedStatement;
  /** For one key: waits. */
  readonly single: KeyedStatement;
}

type Ask<Key, Row> = (key: Key) => Promise<Row | undefined>;
type Queries = Pick<Statements, "query">;

/** So many keys in one statement at most: the first waits for the last. */
const MOST_KEYS = 64;

const askedOf = (columns: string) => `ROWS FROM (json_to_recordset($1) AS (${columns})) WITH ORDINALITY`;

/**
 * A statement that looks up a row for each of many keys.
 *
 * @param columns names and types of a key's members
 * @param query gives one row or none for the key that it knows as `asked`. OFFSET 0 keeps PostgreSQL from planning for
 *   all keys together, which in a database that it knows nothing of yet means reading whole tables.
 * @param row what is given of the row `r`; all of it unless told
 */
export const lookupSql = (columns: string, query: string, row = "row_to_json(r)") =>
  `SELECT json_build_object('ordinal', asked.ordinality, 'row', ${row}) AS "row"
     FROM ${askedOf(columns)} AS asked CROSS JOIN LATERAL (${query} OFFSET 0) r`;

/**
 * A statement that changes something for each of many keys.
 *
 * @param columns names and types of a key's members
 * @param change what it stands on, as parts of a WITH that know the keys as
 *   `asked`; the last, called `changed`, has the `ordinality` of a key and, in JSON, the `row` that it gets
 */
export const updateSql = (columns: string, change: string) => changing(`${askedOf(columns)} AS a`, change);

/** The same for one key alone, as PostgreSQL knows when it plans: of more, it would take the first. */
export const singleUpdateSql = (columns: string, change: string) =>
  changing(`${askedOf(columns)} AS a LIMIT 1`, change);

const changing = (asked: string, change: string) =>
  `WITH asked AS (SELECT * FROM ${asked}), ${change}
   SELECT json_build_object('ordinal', ordinality, 'row', "row") AS "row" FROM changed`;

/**
 * Gives the function that looks a row up. It is asked for at the end of the next turn, after all who ask until then, so
 * nobody gets an answer that is older than their question. When the statement fails, it fails for all of them; only a
 * key that PostgreSQL cannot read fails alone.
 */
export function batchedLookup<Key, Row>(statements: Queries, lookup: KeyedStatement): Ask<Key, Row> {
  const ask = singleLookup<Key, Row>(statements, lookup);

  return batched(async (asked: readonly Asked<Key, Row>[]) => {
    try {
      const rows = await rowsOf<Row>(statements, lookup, keysOf(asked));
      asked.forEach(({ resolve }, index) => {
        resolve(rows[index]);
      });
    } catch (err) {
      if (asked.length > 1 && isUnreadable(err))
        for (const { key, resolve, reject } of asked) ask(key).then(resolve, reject);
      else for (const { reject } of asked) reject(err);
    }
  });
}

/** Gives the function that asks for one key by itself, at once. */
export const singleLookup =
  <Key, Row>(statements: Queries, forEach: KeyedStatement): Ask<Key, Row> =>
  async (key) =>
    (await rowsOf<Row>(statements, forEach, [key]))[0];

/**
 * Gives the function that changes a row and gives what came of it, or nothing where the change was not to be made. What
 * could not be done together is asked for alone: that answer counts.
 */
export function batchedUpdate<Key, Row>(statements: Queries, { batch, single }: BatchedUpdate): Ask<Key, Row> {
  const ask = singleLookup<Key, Row>(statements, single);
  const askAlone = ({ key, resolve, reject }: Asked<Key, Row>) => ask(key).then(resolve, reject);

  return batched(async (asked: readonly Asked<Key, Row>[]) => {
    try {
      const rows = asked.length === 1 ? [] : await rowsOf<Row>(statements, batch, keysOf(asked));
      asked.forEach((one, index) => {
        const row = rows[index];
        if (row === undefined) askAlone(one);
        else one.resolve(row);
      });
    } catch (err) {
      if (isRefusal(err)) asked.map(askAlone);
      else for (const { reject } of asked) reject(err);
    }
  });
}

interface Asked<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (err: unknown) => void;
}

// Exceptions of the connection, the login, the database or the server: its resources, its operator, its system, a fault
// of its own. Told by their class, because the severity comes in the language of the server.
const OF_NO_KEY = /^(?:08|28|3D|53|57|58|XX)/;

/**
 * Whether PostgreSQL refused a statement, for which one key may be the reason: then nothing was changed. Of one that
 * ended with its connection nobody knows what it did; and what took too long (class 57) would only take longer for each
 * alone.
 */
const isRefusal = (err: unknown) => err instanceof DatabaseError && err.code !== undefined && !OF_NO_KEY.test(err.code);

/**
 * Whether PostgreSQL could not read a value that it was given (class 22, data exceptions), such as U+0000 in a text.
 */
const isUnreadable = (err: unknown) => err instanceof DatabaseError && err.code?.startsWith("22") === true;

const keysOf = <Key>(asked: readonly { readonly key: Key }[]) => asked.map(({ key }) => key);

function batched<Key, Row>(answer: (asked: readonly Asked<Key, Row>[]) => Promise<void>): Ask<Key, Row> {
  let waiting: Asked<Key, Row>[] = [];

  function answerAll(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST_KEYS) answer(all.slice(from, from + MOST_KEYS));
  }

  // A turn more: what arrived while this one was at work joins it, and where nothing did, the next turn is over at
  // once.
  const answerSoon = () => setImmediate(() => setImmediate(answerAll));

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ key, resolve, reject }) === 1) answerSoon();
    });
}

/** The rows of these keys, in their order. */
async function rowsOf<Row>(
  statements: Queries,
  { name, text }: KeyedStatement,
  keys: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await statements.query<{ ordinal: number; row: Row }>({
    name,
    text,
    values: [JSON.stringify(keys)],
  });
  const found: Row[] = new Array(keys.length);
  for (const { ordinal, row } of rows) found[ordinal - 1] = row;
  return found;
}
