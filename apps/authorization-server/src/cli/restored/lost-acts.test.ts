import { PassThrough, Readable } from "node:stream";
import { type Database, openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENTITY_ROWS } from "../../../testing/restored/entity-rows.ts";
import { MEMBERSHIP_ROWS } from "../../../testing/restored/membership-rows.ts";
import { PEOPLE_ROWS } from "../../../testing/restored/people-rows.ts";
import { BEFORE, by, mail, type RepeatedRow } from "../../../testing/restored/scene.ts";
import { accountsToErase, eraseAccount } from "../../administration/people/deletion.ts";
import { sentEvent } from "../../platform/stores/audit/audit-event-shape.ts";
import { AUDIT_TYPES, type AuditType } from "../../platform/stores/audit/audit-types.ts";
import { run } from "../program.ts";
import { AFTER_RESTORE } from "./after-restore.ts";

const ROWS: Partial<Record<AuditType, RepeatedRow>> = { ...PEOPLE_ROWS, ...MEMBERSHIP_ROWS, ...ENTITY_ROWS };
const rows = Object.entries(ROWS);

/** The ids of what each row made. */
const made = new Map<string, readonly string[]>();
/** The types of what was there in the copy before. */
const there: string[] = [];
let restored: Database;
let report: { readonly repeated: Record<string, number>; readonly to_repeat: readonly Record<string, string>[] };
const endings: (() => Promise<void>)[] = [];

/** A database is copied, as a backup is. Everything ends in it, and its events are repeated in the copy. */
beforeAll(async () => {
  const { connectionString, drop } = await createTestDatabase({ stage: "inhabited" });
  const before = openDatabase({ connectionString, max: 1 });
  for (const [type, { made: make }] of rows) made.set(type, await make(before));
  await before.close();
  const copy = await copyOf(connectionString);
  endings.push(drop, copy.drop);

  const lived = openDatabase({ connectionString, max: 2 });
  const [last] = (await lived.pool.query("SELECT max(id) AS id FROM audit_event")).rows;
  for (const [type, { act }] of rows) await act(lived, made.get(type) ?? []);
  const events = await lived.pool.query(EVENTS, [last?.id]);
  await lived.close();

  restored = openDatabase({ connectionString: copy.connectionString, max: 1 });
  for (const [type, { left }] of rows) if (await isLeft(type, left)) there.push(type);
  const lines = events.rows.map((row) => JSON.stringify(sentEvent(row)));
  report = await repeated(copy.connectionString, lines);
  const due = await accountsToErase({ pool: restored.pool }, { job: "j", at: by.at, most: 100 });
  await Promise.all(due.map((userId) => eraseAccount({ database: restored, mail }, userId, by)));
});
afterAll(async () => {
  await restored.close();
  await Promise.all(endings.map((end) => end()));
});

const isLeft = async (type: string, left: string): Promise<boolean> =>
  ((await restored.pool.query(left, [...(made.get(type) ?? [])])).rowCount ?? 0) > 0;

async function copyOf(connectionString: string) {
  const url = new URL(connectionString);
  const [name, copy] = [url.pathname.slice(1), `${url.pathname.slice(1)}_copy`];
  url.pathname = "/postgres";
  const server = openDatabase({ connectionString: url.href, max: 1 });
  await server.pool.query(`CREATE DATABASE ${copy} TEMPLATE ${name} STRATEGY file_copy`);
  url.pathname = `/${copy}`;
  const drop = async () => {
    await server.pool.query(`DROP DATABASE ${copy} WITH (FORCE)`);
    await server.close();
  };
  return { connectionString: url.href, drop };
}

async function repeated(connectionString: string, lines: readonly string[]) {
  const out: string[] = [];
  const exitCode = await run(["restored", "--to", BEFORE.toISOString(), "--events", "-", "--json"], {
    environment: { DATABASE_URL: connectionString },
    stdin: Readable.from([Buffer.from(lines.join("\n"))]),
    print: (text) => out.push(text),
    complain: (text) => out.push(text),
    terminal: new PassThrough(),
    now: () => by.at,
  });
  expect([exitCode, out]).toEqual([0, [expect.stringContaining("{")]]);
  return JSON.parse(out[0] ?? "");
}

describe("O6: acts of the lost time are repeated in a database that was restored", () => {
  it("each type that the command repeats has a row here", () => {
    const types = AUDIT_TYPES.filter((type) => AFTER_RESTORE[type].is === "repeated");
    expect(Object.keys(ROWS).sort()).toEqual([...types].sort());
  });

  it.each(rows)("%s", async (type, { left }) => {
    expect(there).toContain(type);
    expect(report.repeated[type]).toBeGreaterThan(0);
    expect(await isLeft(type, left)).toBe(false);
  });

  it("each has an audit event, and nothing is left to a person but what no event says", async () => {
    const told = await restored.pool.query(
      "SELECT DISTINCT type FROM audit_event WHERE at = $1 AND actor = 'operator'",
      [by.at],
    );
    expect(told.rows.length).toBeGreaterThan(30);
    expect(report.to_repeat.map(({ TYPE, REPEAT }) => [TYPE, REPEAT])).toEqual([
      ["password_reset", expect.stringMatching(/^countersign users set-password u-[-0-9a-f]+, or require/)],
      ["password_removed", expect.stringMatching(/^countersign users send-enrolment-link u-/)],
    ]);
  });
});

const EVENTS = `
  SELECT id, at, type, actor, actor_id AS "actorId", user_id AS "userId", client_id AS "clientId", address, detail,
         reference
    FROM audit_event WHERE id > $1 ORDER BY id`;
