/** A10, A16, A19: every job, on filled tables. `npm run bench -- --jobs` does the same with a million rows. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CASES } from "../../../testing/jobs-at-scale/cases.ts";
import { type MeasuredJob, measureJobs, nameOf } from "../../../testing/jobs-at-scale/measure.ts";
import { commandsAtScale } from "../../../testing/jobs-at-scale/prepare.ts";
import { issuer, openWorld, resource, type World } from "../../../testing/world.ts";
import { environment } from "../../config.ts";
import { type OpenedDependencies, openDependencies } from "../../open.ts";
import type { KeyEncryptionKeys } from "./keys/sealed-rows.ts";
import type { Job } from "./running/schedule.ts";

const ROWS = 2000;
const randomKey = () => randomBytes(32).toString("base64url");
const errors: string[] = [];
const noted = (_: object, text: string) => void errors.push(text);
const log = { error: noted, warn: noted, info: () => {}, debug: () => {}, trace: () => {}, fatal: noted };

let world: World;
let opened: OpenedDependencies;
let keys: KeyEncryptionKeys;
let jobs: readonly Job[];
beforeAll(async () => {
  world = await openWorld();
  const config = environment.parse({
    ...{ ISSUER: issuer, DATABASE_URL: world.connectionString, USERINFO_RESOURCE: resource, NODE_ENV: "test" },
    ...{ KEY_ENCRYPTION_KEYS: `k1:${randomKey()},k0:${randomKey()}`, MAIL_URL: "smtp://127.0.0.1:9" },
    AUDIT_STREAM: "file:///dev/null",
  });
  opened = await openDependencies(config, log as never, { now: () => world.clock.now, txtRecords: async () => [] });
  keys = config.KEY_ENCRYPTION_KEYS;
  jobs = [...opened.jobs, ...commandsAtScale({ pool: opened.pools.jobs }, keys)];
}, 120_000);
afterAll(async () => {
  for (const close of opened.close) await close();
  await world.close();
});

/** Those that have something to do, at least so much of it. */
const HANDLED: Readonly<Record<string, number>> = {
  "erase-accounts": 100,
  "check-domains": 500,
  "run-imports": ROWS / 100,
  "keys reseal": ROWS,
  "purge-clients": ROWS,
  "deliver-logouts": 1,
  "deliver-webhooks": 1,
  "disable-overfull-webhooks": 1,
  "deliver-mail": 1,
  "expire-mail": ROWS / 2,
  "purge: authorizations": ROWS,
  "purge: sessions": ROWS,
  "purge: auditEvents": ROWS,
  "purge-ephemeral": ROWS,
};

describe("A10, A16, A19: jobs on filled tables", () => {
  it("each job has a row", () => {
    expect(new Set(CASES.map(({ job }) => job))).toEqual(new Set(jobs.map(({ name }) => name)));
  });

  it("the cost of each stands in the documents", () => {
    const path = join(import.meta.dirname, "..", "..", "..", "..", "..", "docs", "performance.md");
    const [, section = ""] = readFileSync(path, "utf8").split(/^## Jobs$/m);
    const named = [...(section.split(/^## /m)[0] ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(CASES.map(nameOf).sort());
  });

  it("each does what is due, in statements that are told", async () => {
    const measured: MeasuredJob[] = [];
    const { pools } = opened;
    const { superuser, clock } = world;
    await measureJobs({
      ...{ jobs, keys, pool: pools.jobs, superuser, clock, errors, rows: ROWS },
      request: () => pools.people.query("SELECT"),
      quietForMs: 0,
      said: (one) => measured.push(one),
    });
    expect(measured.map(({ name }) => name)).toEqual(CASES.map(nameOf));
    const tooFew = measured.filter(({ name, handled }) => handled < (HANDLED[name] ?? 0));
    expect(tooFew.map(({ name, handled, errors }) => ({ name, handled, errors }))).toEqual([]);
  }, 300_000);
});
