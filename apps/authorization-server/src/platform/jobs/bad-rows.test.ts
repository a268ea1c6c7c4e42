/** A16: every job does the rest when one row fails, and says which one it was. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ProtocolError } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CASES, type Case } from "../../../testing/jobs-at-scale/cases.ts";
import { dropChecks, FIRST_AT, fill } from "../../../testing/jobs-at-scale/fill.ts";
import { nameOf } from "../../../testing/jobs-at-scale/measure.ts";
import { issuer, noon, openWorld, resource, type World } from "../../../testing/world.ts";
import { environment } from "../../config.ts";
import { type OpenedDependencies, openDependencies } from "../../open.ts";

const ROWS = 12;
const errors: string[] = [];
const noted = (_: object, text: string) => void errors.push(text);
const quiet = () => {};
const log = { error: noted, warn: noted, fatal: noted, info: quiet, debug: quiet, trace: quiet };

let world: World;
let opened: OpenedDependencies;
beforeAll(async () => {
  world = await openWorld();
  const config = environment.parse({
    ...{ ISSUER: issuer, DATABASE_URL: world.connectionString, USERINFO_RESOURCE: resource, NODE_ENV: "test" },
    ...{ KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`, MAIL_URL: "smtp://127.0.0.1:9" },
    AUDIT_STREAM: "file:///dev/null",
  });
  opened = await openDependencies(config, log as never, { now: () => world.clock.now, txtRecords: async () => [] });
  await dropChecks(world.superuser);
  await world.rows(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'this row is broken' USING ERRCODE = 'XX001'; END $$`,
  );
}, 120_000);
afterAll(async () => {
  for (const close of opened.close) await close();
  await world.close();
});
beforeEach(async () => {
  await world.rows("DELETE FROM job_failure");
  errors.length = 0;
});

/** Runs a job while the database refuses an act upon one row of a table, and returns the parts that failed. */
async function runBroken(job: string, { table, act, row }: Broken): Promise<readonly string[]> {
  await world.rows(
    `CREATE TRIGGER refuse BEFORE ${act} ON "${table}" FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION refuse()`,
  );
  try {
    await opened.jobs.find(({ name }) => name === job)?.run();
  } finally {
    await world.rows(`DROP TRIGGER refuse ON "${table}"`);
  }
  const failures = await world.rows("SELECT part, reason FROM job_failure WHERE job = $1 ORDER BY part", [job]);
  expect(failures.map(({ reason }) => reason)).toEqual(failures.map(() => "XX001"));
  return failures.map(({ part }) => String(part));
}

interface Broken {
  readonly table: string;
  readonly act: "DELETE" | "UPDATE" | "INSERT";
  /** The condition of the trigger. */
  readonly row: string;
}

/** What the row of a table that is broken is known by. An even one has a time that only some have. */
const rowOf = async (table: string) =>
  (await world.rows(`SELECT md5(t::text) AS row FROM "${table}" t ORDER BY ctid OFFSET 5 LIMIT 1`))[0]?.row;
const count = async (table: string, where = "true") =>
  (await world.rows(`SELECT count(*)::int AS n FROM "${table}" WHERE ${where}`))[0]?.n;

/** The jobs whose rows are those of the tables that they are tried with at scale. */
const OF_TABLES: Readonly<
  Record<string, { readonly act: Broken["act"]; readonly left: string; readonly part: RegExp }>
> = {
  purge: { act: "DELETE", left: "true", part: /^\w+ [0-9a-f]{32}$/ },
  "purge-clients": { act: "DELETE", left: "true", part: /^client value \d+$/ },
  "end-audit-stream": { act: "DELETE", left: "true", part: /^entry \d+$/ },
  "expire-mail": { act: "UPDATE", left: "next_attempt_at IS NOT NULL", part: /^mail [0-9a-f-]{36}$/ },
};
const THREE = ["value 1", "value 2", "value 3"];
const ofTables = CASES.filter(({ job }) => job in OF_TABLES).map((one) => ({ ...one, name: nameOf(one) }));

describe("A16: one row that fails", () => {
  it.each(ofTables)("$name: is left alone and noted, and the others are done", async (one: Case) => {
    const { act, left, part } = OF_TABLES[one.job] as (typeof OF_TABLES)[string];
    const [table = ""] = Object.keys(one.tables);
    await fill(world.superuser, one.tables, ROWS);
    for (const statement of one.statements ?? []) await world.rows(statement);
    world.clock.now = new Date(FIRST_AT.getTime() + one.runsAfter(ROWS) * 1000);
    const broken = await rowOf(table);
    const parts = await runBroken(one.job, { table, act, row: `md5(OLD::text) = '${broken}'` });
    expect(parts).toEqual([expect.stringMatching(part)]);
    // The failure itself is a row of one of these tables.
    expect(await count(table, table === "job_failure" ? "job <> 'purge'" : left)).toBe(1);
  });

  it("client-uses: is noted until it can be written, and the others are written", async () => {
    await fill(world.superuser, { client: { last_used_at: "NULL" } }, 3);
    const uses = opened.deps.clientUses;
    for (const id of THREE) uses.note({ id, hasRegistrationToken: true, lastUsedAt: undefined }, FIRST_AT);
    const broken: Broken = { table: "client", act: "UPDATE", row: "OLD.id = 'value 2'" };
    expect(await runBroken("client-uses", broken)).toEqual(["client value 2"]);
    expect(await count("client", "last_used_at IS NOT NULL")).toBe(2);
    world.pass(3600);
    expect(await runBroken("client-uses", { ...broken, row: "false" })).toEqual([]);
    expect(await count("client", "last_used_at IS NOT NULL")).toBe(3);
  });

  it("refused-requests: is left out, and the others are written", async () => {
    await fill(world.superuser, { client: {}, refused_request: {} }, 3);
    await world.rows("DELETE FROM refused_request");
    const error = new ProtocolError("invalid_scope", "this is refused");
    const parameters = { entries: () => [].values(), repeated: [] } as never;
    for (const id of THREE) {
      opened.deps.refusedRequests.note({ client: { id }, endpoint: "token", error, parameters, at: FIRST_AT });
    }
    const broken: Broken = { table: "refused_request", act: "INSERT", row: "NEW.client_id = 'value 2'" };
    const noted = [expect.stringMatching(/^refusal [0-9a-f]{64}$/)];
    expect(await runBroken("refused-requests", broken)).toEqual(noted);
    expect(await count("refused_request")).toBe(2);
    await world.rows("DELETE FROM job_failure");
    expect(await runBroken("refused-requests", broken)).toEqual([]);
  });

  it("purge-document-clients: is left alone and noted, and the others are deleted", async () => {
    const fetched_at = `timestamptz '${FIRST_AT.toISOString()}'`;
    const document = { url: "'value ' || n", fetched_at, pinned_at: "NULL", blocked_at: "NULL" };
    await fill(world.superuser, { client: { disabled_at: "NULL" }, client_document: document }, 3);
    const broken: Broken = { table: "client", act: "DELETE", row: "OLD.id = 'value 2'" };
    expect(await runBroken("purge-document-clients", broken)).toEqual(["client value 2"]);
    expect(await count("client")).toBe(1);
  });

  it("disable-overfull-webhooks: is left alone and noted, and the others are disabled", async () => {
    const webhook = { disabled_at: "NULL", id: "lpad(n::text, 32, '0')::uuid", last_success_at: "NULL" };
    const delivery = { webhook_id: webhook.id, next_attempt_at: `timestamptz '${FIRST_AT.toISOString()}'` };
    await fill(world.superuser, { webhook: { ...webhook, enabled_at: "NULL" }, webhook_delivery: delivery }, 3);
    const broken: Broken = { table: "webhook", act: "UPDATE", row: "OLD.id = '00000000000000000000000000000002'" };
    expect(await runBroken("disable-overfull-webhooks", broken)).toEqual(["00000000-0000-0000-0000-000000000002"]);
    expect(await count("webhook", "disabled_at IS NULL")).toBe(1);
  });

  it("rotate-keys: an algorithm that fails keeps none of the others", async () => {
    world.clock.now = noon;
    world.pass(1000 * 86_400);
    const keys = await count("signing_key");
    const broken: Broken = { table: "signing_key", act: "INSERT", row: "NEW.alg = 'RS256'" };
    expect(await runBroken("rotate-keys", broken)).toEqual(["RS256"]);
    expect(await count("signing_key")).toBeGreaterThan(Number(keys));
  });
});

/** Where the others are tried: the file, and the title of the test. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  "erase-accounts": ["erase-accounts.test.ts", "those after it are erased, and its failure is noted and logged"],
  statistics: [
    "../../administration/monitoring/operations/statistics.test.ts",
    "an hour that cannot be counted is left out and noted, stops no later",
  ],
  "check-domains": ["check-domains.test.ts", "a domain whose result cannot be written keeps no other one"],
  "run-imports": [
    "../../administration/imports/operations/imports.test.ts",
    "a line that the database refuses is refused, and the others are",
  ],
  "deliver-logouts": [
    "outbox/deliver-logouts.test.ts",
    "one whose token cannot be signed here keeps none of the others",
  ],
  "deliver-webhooks": ["outbox/deliver-webhooks.test.ts", "one whose key cannot be opened keeps none of the others"],
  "stream-audit": ["stream/stream-audit.test.ts", "has an event whose personal details cannot be opened, without them"],
  "deliver-mail": ["outbox/deliver-mail.test.ts", "one that cannot be opened keeps none of the others"],
  "purge-ephemeral": [
    "../../../../../packages/ephemeral/src/postgres/postgres.test.ts",
    "a table that fails keeps none",
  ],
  "configuration-drift": ["configuration-drift.test.ts", "one that cannot be compared keeps none of the others"],
  "keys reseal": ["../../cli/keys/keys-reseal.test.ts", "what cannot be opened is named and left, and everything else"],
};
const HERE = ["client-uses", "refused-requests", "purge-document-clients", "disable-overfull-webhooks", "rotate-keys"];

describe("A16: a row that fails is tried", () => {
  it("with every job", () => {
    const tried = [...Object.keys(OF_TABLES), ...HERE, ...Object.keys(ELSEWHERE)];
    expect(tried.sort()).toEqual([...new Set([...opened.jobs.map(({ name }) => name), "keys reseal"])].sort());
  });

  it.each(Object.entries(ELSEWHERE))("with %s in a test of its own", (_, [file, title]) => {
    const tests = readFileSync(join(import.meta.dirname, file), "utf8");
    expect(tests.split("\n").filter((line) => line.includes("it(") && line.includes(title))).toHaveLength(1);
  });
});
