/** A19: a batch of the purge reads the rows that it deletes, no matter how many its table has and where they are. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Columns, dropChecks, fill } from "../../../../testing/jobs-at-scale/fill.ts";
import { openWorld, type World } from "../../../../testing/world.ts";
import { AUDIT_EVENTS, EXPIRED, purgingStatements } from "./purge.ts";

const ROWS = 10_000;
const BATCH = 50;
/** Pages of an index above its leaves, and of the heap where rows begin and end. */
const SPARE_PAGES = 20;
const AT = new Date("2026-01-01T00:00:00Z");
const PAST = "timestamptz '2020-01-01' + n * interval '1 second'";
const FUTURE = "timestamptz '2090-01-01' + n * interval '1 second'";

/** The columns that a row needs to be expired, other than its time. */
const GIVEN: Readonly<Record<string, Columns>> = {
  "logoutDeliveries created_at": { delivered_at: "NULL" },
  "mails expires_at": { next_attempt_at: "NULL" },
  "imports updated_at": { state: "'receiving'" },
};
const KINDS = Object.entries({ ...EXPIRED, auditEvents: AUDIT_EVENTS }).flatMap(([noun, rows]) =>
  rows.over.map((expiry) => {
    const [statements] = purgingStatements({ ...rows, over: [expiry] });
    return { noun, by: expiry.by, table: rows.table.replaceAll('"', ""), deletion: statements?.deletion ?? "" };
  }),
);

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Node[];
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await dropChecks(world.superuser);
}, 120_000);
afterAll(() => world.close());

/** What a plan reads of a table in another way than by an index on its time, or too much of it. */
function unwanted({ Plans = [], ...node }: Node, table: string, by: string): string[] {
  const below = Plans.flatMap((plan) => unwanted(plan, table, by));
  if (node["Relation Name"] !== table || ["Tid Scan", "ModifyTable"].includes(node["Node Type"])) return below;
  const pages = node["Shared Hit Blocks"] + node["Shared Read Blocks"];
  const rows = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
  const condition = node["Index Cond"] ?? Plans.map((plan) => plan["Index Cond"]).join();
  const isGood = condition.includes(by) && rows <= BATCH && pages <= BATCH + SPARE_PAGES;
  return isGood ? below : [...below, `${node["Node Type"]} (${condition}) reads ${rows} rows, ${pages} pages`];
}

async function explained(text: string, from: string): Promise<Node> {
  const [row = {}] = await world.rows(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [AT, BATCH, [], from]);
  const [told] = row["QUERY PLAN"] as readonly [{ readonly Plan: Node }];
  return told.Plan;
}

describe("A19: a batch of the purge", () => {
  it.each(KINDS)("$noun by $by: reads only its rows when nearly all of the table is expired", async (kind) => {
    const { noun, by, table, deletion } = kind;
    const expired = `CASE WHEN n < ${ROWS} THEN ${PAST} ELSE ${FUTURE} END`;
    await fill(world.superuser, { [table]: { ...GIVEN[`${noun} ${by}`], [by]: expired } }, ROWS);
    expect(unwanted(await explained(deletion, "-infinity"), table, by)).toEqual([]);
    // Many batches later, with what they deleted still there.
    const [gone] = await world.rows(deletion, [AT, ROWS / 2, [], "-infinity"]);
    expect(gone?.count).toBe(ROWS / 2);
    expect(unwanted(await explained(deletion, String(gone?.last)), table, by)).toEqual([]);
  });

  it.each(KINDS)("$noun by $by: reads only its rows when few are expired, at the end of the table", async (kind) => {
    const { noun, by, table, deletion } = kind;
    const expired = `CASE WHEN n > ${ROWS - BATCH / 2} THEN ${PAST} ELSE ${FUTURE} END`;
    await fill(world.superuser, { [table]: { ...GIVEN[`${noun} ${by}`], [by]: expired } }, ROWS);
    expect(unwanted(await explained(deletion, "-infinity"), table, by)).toEqual([]);
    expect((await world.rows(`SELECT count(*)::int AS n FROM "${table}"`))[0]?.n).toBe(ROWS - BATCH / 2);
  });
});
