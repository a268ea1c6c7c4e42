/** Checks whether every statement that the services used finds its rows by index. */
import { readFileSync } from "node:fs";
import pg from "pg";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Node[];
}

export interface Scan {
  readonly statement: string;
  /** A large table that the statement reads from end to end. */
  readonly table: string;
}

/** Tables with fewer rows may be read from end to end. The planner does that with a table of a page or two. */
const SMALL_ROWS = 1000;

/** The planner plans LIMIT 0 as if one row were wanted. Such a statement reads nothing. */
const READS_NOTHING = /\bLIMIT 0\b/i;

interface Recorded {
  readonly name: string;
  readonly text: string;
  /** The options of its connection, in the form that PostgreSQL accepts. */
  readonly options?: string;
}

/**
 * Explains each recorded statement with its generic plan, which is independent of parameters. Each runs on a
 * connection with the options that the statement had.
 *
 * @returns the number of statements, and the scans among them
 */
export async function scansOf(pool: pg.Pool, statementsFile: string): Promise<{ statements: number; scans: Scan[] }> {
  const { rows } = await pool.query("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > $1", [
    SMALL_ROWS,
  ]);
  const large = new Set(rows.map(({ relname }) => relname));

  const statements = new Map(
    readFileSync(statementsFile, "utf8")
      .trimEnd()
      .split("\n")
      .map((line): Recorded => JSON.parse(line))
      .filter(({ text }) => !READS_NOTHING.test(text))
      .map((statement) => [statement.name, statement]),
  );
  const scans: Scan[] = [];
  for (const [options, alike] of Map.groupBy(statements.values(), (statement) => statement.options)) {
    const client = new pg.Client({ ...pool.options, ...(options === undefined ? {} : { options }) });
    await client.connect();
    try {
      for (const { name, text } of alike) {
        const explained = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
        const [{ Plan }] = explained.rows[0]["QUERY PLAN"];
        for (const table of sequential(Plan)) if (large.has(table)) scans.push({ statement: name, table });
      }
    } finally {
      await client.end();
    }
  }
  return { statements: statements.size, scans };
}

function sequential(node: Node): string[] {
  const below = (node.Plans ?? []).flatMap(sequential);
  const table = node["Relation Name"];
  return node["Node Type"].endsWith("Seq Scan") && table !== undefined ? [table, ...below] : below;
}
