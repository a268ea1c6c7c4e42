/** Every job on tables of a million rows: how long it takes, and what it does to the database. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { environment } from "../../../apps/authorization-server/src/config.ts";
import { openDependencies } from "../../../apps/authorization-server/src/open.ts";
import { type MeasuredJob, measureJobs } from "../../../apps/authorization-server/testing/jobs-at-scale/measure.ts";
import { commandsAtScale } from "../../../apps/authorization-server/testing/jobs-at-scale/prepare.ts";
import { openDatabase } from "../../../packages/database/src/index.ts";
import { isChosen, type Options } from "../options.ts";
import { table } from "../report.ts";
import { deploy } from "../servers/deployment.ts";
import { withSurroundings } from "../surroundings.ts";

const ROWS = 1_000_000;
const RESOURCE = "https://api.example";
const randomKey = () => randomBytes(32).toString("base64url");

/** `--scale` is the share of a million rows, `--work` selects jobs. */
export function jobs(options: Options): Promise<void> {
  return withSurroundings(async ({ stores, folder }) => {
    await deploy({ name: "jobs", stores, folder, profile: undefined });
    const logins = stores.logins("bench_jobs");
    const asSuperuser = new URL(logins.administrator);
    asSuperuser.pathname = "/bench_jobs";
    const superuser = openDatabase({ connectionString: asSuperuser.href, max: 2, statementTimeoutMs: 3_600_000 });

    const [clock, errors] = [{ now: new Date() }, [] as string[]];
    const config = environment.parse({
      ...{ ISSUER: "https://auth.example", DATABASE_URL: logins.service, NODE_ENV: "test" },
      ...{ USERINFO_RESOURCE: RESOURCE, MAIL_URL: "smtp://127.0.0.1:9" },
      ...{ KEY_ENCRYPTION_KEYS: `k1:${randomKey()},k0:${randomKey()}` },
      AUDIT_STREAM: pathToFileURL(join(folder, "audit.jsonl")).href,
    });
    const opened = await openDependencies(config, heardBy(errors), {
      now: () => clock.now,
      txtRecords: async () => [],
    });
    const { jobs: pool } = opened.pools;
    const { KEY_ENCRYPTION_KEYS: keys } = config;
    const measured = await measureJobs({
      ...{ jobs: [...opened.jobs, ...commandsAtScale({ pool }, keys)], pool, keys, superuser, clock, errors },
      // To read a million rows takes longer.
      toldMs: 5,
      // A row is written, so it waits for the log of the database as well.
      request: () =>
        opened.pools.people.query("UPDATE resource_server SET name = name WHERE identifier = $1", [RESOURCE]),
      rows: Math.round(ROWS * options.scale),
      said: (one) => console.log(JSON.stringify(one)),
      isChosen: (name) => isChosen(name, options.works),
    });
    console.log(tableOf(measured));
    writeFileSync(options.out, JSON.stringify(measured, null, 2));
    for (const close of opened.close) await close();
    await superuser.close();
  });
}

function heardBy(errors: string[]): Parameters<typeof openDependencies>[1] {
  const noted = (details: { err?: { code?: unknown; message?: unknown } }, text: string) =>
    void errors.push(`${text} ${String(details.err?.message ?? "")}`);
  const quiet = () => {};
  const log = { error: noted, warn: noted, fatal: noted, info: quiet, debug: quiet, trace: quiet };
  return log as unknown as Parameters<typeof openDependencies>[1];
}

const HEAD = [
  "job",
  "rows",
  "handled",
  "s",
  "longest statement, ms",
  "longest transaction, ms",
  "a request, ms",
  "without, ms",
  "read whole",
];

const tableOf = (measured: readonly MeasuredJob[]) =>
  table([
    HEAD,
    ...measured.map((one) => [
      one.name,
      String(one.rows),
      String(one.handled),
      one.seconds.toFixed(1),
      one.longestStatementMs.toFixed(0),
      one.longestTransactionMs.toFixed(0),
      one.besideMs.toFixed(0),
      one.quietMs.toFixed(0),
      Object.entries(one.readWhole)
        .map(([name, times]) => `${name} (${times})`)
        .join(", ") || "–",
    ]),
  ]);
