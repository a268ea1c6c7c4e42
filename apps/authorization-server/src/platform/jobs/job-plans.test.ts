/**
 * A19: no job reads a large table from end to end. Every job runs on tables that are not small, and PostgreSQL tells
 * the plan of each statement as it is run, those of cascades included.
 */
import { randomBytes } from "node:crypto";
import { createLogger } from "@countersign/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issuer, noon, openWorld, resource, type World } from "../../../testing/world.ts";
import { environment } from "../../config.ts";
import { type OpenedDependencies, openDependencies } from "../../open.ts";

/** Tables of one row, or whose rows an operator or an administrator makes one by one. A new table is large. */
const SMALL = new Set([
  ...["applied_configuration", "audit_stream", "countersign_migration", "hook", "identity_provider", "import_job"],
  ...[
    "initial_access_token",
    "resource_server",
    "role",
    "setting",
    "signing_key",
    "statistic_progress",
    "terms_document",
    "unfinished_restore",
    "webhook",
  ],
]);
/** Few are kept at a time (`most` in client-documents.ts), and the job that looks at all of them runs every hour. */
const BOUNDED = new Set(["client_document"]);
const ROWS = 5000;
/** A page costs what 200 cost, so that a table is read whole only if that were best with a million rows. */
const SIZE = "seq_page_cost = 200";

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}
interface Explained {
  readonly "Query Text": string;
  readonly Plan: Plan;
}

let world: World;
let opened: OpenedDependencies;
let explained: Explained[] = [];
beforeAll(async () => {
  world = await openWorld();
  const config = environment.parse({
    ...{ ISSUER: issuer, DATABASE_URL: world.connectionString, USERINFO_RESOURCE: resource, NODE_ENV: "test" },
    ...{ KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`, MAIL_URL: "smtp://127.0.0.1:9" },
    AUDIT_STREAM: "file:///dev/null",
  });
  const log = createLogger({ name: "test", level: "silent" });
  opened = await openDependencies(config, log, { now: () => noon });
  await fill();
  await prepare();
  await explainFromNowOn();
}, 120_000);
afterAll(async () => {
  for (const close of opened.close) await close();
  await world.close();
});

/** Fills every table that is not small with rows that are not due, no matter which columns they have. */
async function fill(): Promise<void> {
  const checks = await world.rows(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of checks) await world.rows(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const columns = await world.rows(
    `SELECT quote_ident(c.table_name) AS "table", c.table_name AS name,
            string_agg(quote_ident(c.column_name), ', ' ORDER BY c.ordinal_position) AS names,
            string_agg(CASE c.is_nullable WHEN 'YES' THEN 'sometimes' ELSE c.udt_name END, ' '
                       ORDER BY c.ordinal_position) AS types
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_identity = 'NO'
        AND c.is_generated = 'NEVER'
        AND (c.udt_name = 'timestamptz' OR c.is_nullable = 'NO' AND c.column_default IS NULL)
      GROUP BY c.table_name`,
  );
  const connection = await world.superuser.pool.connect();
  await connection.query("SET session_replication_role = 'replica'"); // No trigger runs, and no reference is checked.
  for (const { table, name, names, types } of columns) {
    if (SMALL.has(String(name))) continue;
    const values = String(types).split(" ").map(valueFor).join(", ");
    await connection.query(`INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(1, ${ROWS}) n`);
  }
  await connection.query("RESET session_replication_role");
  connection.release();
  await world.rows("VACUUM ANALYZE");
}

const VALUES: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "'value ' || n",
  varchar: "'value ' || n",
  bytea: "sha256(n::text::bytea)",
  timestamptz: "timestamptz '2031-01-01' + n * interval '1 second'",
  // A time that is not always there, such as that of the next attempt.
  sometimes: "CASE WHEN n % 2 = 0 THEN timestamptz '2031-01-01' + n * interval '1 second' END",
  date: "date '2031-01-01' + n",
  bool: "false",
  int2: "n % 1000",
  int4: "n",
  int8: "n",
  float8: "n",
  json: "'{}'",
  jsonb: "'{}'",
};
const valueFor = (type: string) => VALUES[type] ?? "'{}'";

/** What each job has to do: one account to erase, one delivery of each kind, one client that no one used. */
async function prepare(): Promise<void> {
  await world.rows("UPDATE end_user SET deletion_due_at = $2, disabled_at = $2 WHERE id = $1", [world.alice, noon]);
  await world.rows(
    `INSERT INTO webhook (id, name, url, event_types, personal_data, signature, sealed_secret, key_encryption_key_id,
                          created_at)
     VALUES (gen_random_uuid(), 'w', 'https://127.0.0.1/', '{}', false, 'v1', '', 'k1', $1)`,
    [noon],
  );
  await world.rows("INSERT INTO audit_event (at, type, actor, detail) VALUES ($1, 'sign_in', 'user', '{}')", [
    new Date(noon.getTime() - 7_200_000),
  ]);
  await world.rows("UPDATE client SET backchannel_logout_uri = 'https://127.0.0.1/' WHERE id = 'webClient'");
  await world.rows(
    `INSERT INTO logout_delivery (id, client_id, sid, attempts, next_attempt_at, created_at)
     VALUES (gen_random_uuid(), 'webClient', gen_random_uuid(), 0, $1, $1)`,
    [noon],
  );
  await world.rows(
    `INSERT INTO mail_delivery (id, kind, language, address, sealed_parameters, key_encryption_key_id, message_id,
                                attempts, next_attempt_at, expires_at, created_at)
     SELECT gen_random_uuid(), 'welcome', 'en', 'a@example.org', '', 'k1', 'm', 0, $1::timestamptz,
            $1::timestamptz + n * interval '1 hour', $1
       FROM generate_series(-1, 1) n`,
    [noon],
  );
  await world.rows(
    `INSERT INTO import_job (id, source, trust_verified, allow_weak_hashes, state, actor, created_at, updated_at)
     VALUES (gen_random_uuid(), 'shop', false, false, 'running', 'operator', $1, $1)`,
    [noon],
  );
}

/** Has PostgreSQL tell its plans, to connections that are made from now on. */
async function explainFromNowOn(): Promise<void> {
  opened.pools.jobs.on("connect", (client) => {
    client.on("notice", ({ message = "" }) => {
      const plan = /plan:\n([\s\S]+)$/.exec(message)?.[1];
      if (plan !== undefined) explained.push(JSON.parse(plan));
    });
  });
  for (const setting of [
    SIZE,
    "session_preload_libraries = 'auto_explain'",
    "auto_explain.log_min_duration = 0",
    "auto_explain.log_level = 'notice'",
    "auto_explain.log_format = 'json'",
    "auto_explain.log_nested_statements = on",
  ])
    await world.rows(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting.replaceAll("'", "''")}',
                                                 current_database()); END $$`);
  await world.rows(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

const isLarge = (table: string) => !SMALL.has(table) && !BOUNDED.has(table);

/** The large tables that a plan reads whole, also in the order of an index, if rows are left out of what is read. */
function readWhole({ Plans = [], ...node }: Plan): string[] {
  const table = node["Relation Name"] ?? "";
  const isScan = /^(Seq|Index|Index Only) Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined;
  const isWhole = isScan && (node["Node Type"] === "Seq Scan" || node.Filter !== undefined);
  return [...(isWhole && isLarge(table) ? [table] : []), ...Plans.flatMap(readWhole)];
}

/** What a job has to read whole, and why that is well. */
const WHOLE: Readonly<Record<string, RegExp>> = {
  // People are counted every ten minutes, with a timeout of their own.
  statistics: /'people_with_passkey', count/,
};

describe("A19: the statements of jobs", () => {
  it("read no large table from end to end", async () => {
    const found: string[] = [];
    let heard = 0;
    for (const { name, run } of opened.jobs) {
      explained = [];
      await run();
      heard += explained.length;
      for (const { "Query Text": text, Plan } of explained) {
        if (WHOLE[name]?.test(text)) continue;
        found.push(...readWhole(Plan).map((table) => `${name} reads ${table}: ${text.replaceAll(/\s+/g, " ")}`));
      }
    }
    expect(found).toEqual([]);
    // Of statements of which nothing is heard nothing is known.
    expect(heard).toBeGreaterThan(100);
  }, 120_000);
});
