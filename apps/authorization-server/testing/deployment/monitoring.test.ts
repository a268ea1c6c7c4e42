/** The files for Prometheus and Grafana name metrics that the services have, and the alerts do what their tests say. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMetrics, type Measure, openHealth } from "@countersign/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { schedule } from "../../src/platform/jobs/running/schedule.ts";
import { type Service, startService } from "../service.ts";

const DEPLOY = join(import.meta.dirname, "..", "..", "..", "..", "deploy");
const read = (name: string) => readFileSync(join(DEPLOY, name), "utf8");
const promtool = spawnSync("promtool", ["--version"]).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const rules: readonly Rule[] = parse(read("prometheus/countersign.rules.yml")).groups[0].rules;
const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(read("grafana/countersign.json"));
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

let service: Service;
let text: string;
beforeAll(async () => {
  service = await startService({ settings: { AUDIT_STREAM: "stdout" } });
  const jobs = schedule([], { error() {}, debug() {} });
  const health = openHealth({ checks: {} });
  const replica = await measuresOfReplica();
  const all = [...service.measures, ...jobs.measures, ...health.measures, ...replica.measures];
  text = await (await createMetrics("authorization-server", all)).registry.metrics();
  await Promise.all([jobs.stop(), replica.close()]);
});
afterAll(() => service.close());

/** Those that the resource server has with a replica of the database, though none answers. */
async function measuresOfReplica(): Promise<{ readonly measures: readonly Measure[]; close(): Promise<void> }> {
  const { openUserinfo } = await import(
    new URL("../../../resource-server/src/userinfo/replicated.ts", import.meta.url).href
  );
  const nowhere = "postgres://x:x@127.0.0.1:1/x";
  const settings = { DATABASE_URL: nowhere, DATABASE_REPLICA_URL: nowhere, REPLICA_MAX_LAG_SECONDS: 5 };
  const { measures, database } = openUserinfo(settings, { info() {}, warn() {} });
  return { measures, close: database.close };
}

/** What is made of a histogram. */
const SERIES = /_(?:bucket|count|sum)$/;

describe("the alert rules and the dashboard", () => {
  it.each(expressions)("%s asks for metrics that a service has: %s", (_, expr) => {
    const names = [...withoutLabels(expr).matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([name]) => name);
    const asked = names.filter((name) => !FUNCTIONS.has(name) && !LABELS.has(name));
    for (const name of asked) expect(text).toContain(`# TYPE ${name.replace(SERIES, "")} `);
    expect(asked.length + (expr.startsWith("up") ? 1 : 0)).toBeGreaterThan(0);
  });

  it("each alert has a test that expects it", () => {
    const tests = parse(read("prometheus/countersign.rules.test.yml")).tests as readonly {
      readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
    }[];
    const expected = tests.flatMap((one) => one.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0));
    expect([...new Set(expected.map(({ alertname }) => alertname))].sort()).toEqual(
      rules.map(({ alert }) => alert).sort(),
    );
  });

  it.skipIf(!promtool).each([
    ["check", "countersign.rules.yml"],
    ["test", "countersign.rules.test.yml"],
  ])("promtool %s rules %s", (what, file) => {
    const cwd = join(DEPLOY, "prometheus");
    const { status, stderr, stdout } = spawnSync("promtool", [what, "rules", file], { cwd, encoding: "utf8" });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it.skipIf(!promtool)("promtool finds no mistake in the names and texts of our own metrics", () => {
    const { stderr, stdout } = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
    const ours = (stdout + stderr).split("\n").filter((line) => line !== "" && !/^(?:nodejs|process)_/.test(line));
    expect(ours).toEqual([]);
  });
});

const withoutLabels = (expr: string) => expr.replaceAll(/\{[^}]*\}|"[^"]*"|\b(?:by|without) \([^)]*\)/g, "");
const FUNCTIONS = new Set(["histogram_quantile", "label_replace", "min_over_time"]);
const LABELS = new Set(["job_name", "exported_job", "__rate_interval"]);
