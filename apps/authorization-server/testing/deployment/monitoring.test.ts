/** The files for Prometheus and Grafana name what the services have, and the alerts do what their tests say. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Service, startService } from "../service.ts";
import { type Exposed, exposedBy } from "./exposed.ts";
import { groupsOf, type Matcher, replacedIn, type Selector, selectorsOf, textsOf } from "./promql.ts";

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

const files = parse(read("prometheus/countersign.rules.test.yml")).tests as readonly {
  readonly name: string;
  readonly input_series: readonly { readonly series: string }[];
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}[];
const series = files.flatMap(({ name, input_series }) => input_series.map((one) => [name, one.series] as const));
const matchers = (expr: string) => selectorsOf(expr).flatMap((selector) => selector.matchers);
const paths = expressions.flatMap(([, expr]) => matchers(expr).filter(({ label }) => label === "route"));

let service: Service;
let exposed: Exposed;
beforeAll(async () => {
  service = await startService({ settings: { AUDIT_STREAM: "stdout" } });
  exposed = await exposedBy(service, [...new Set(paths.flatMap(textsOf).filter(isPath)), "/health/ready", "/nowhere"]);
});
afterAll(() => service.close());

const isPath = (text: string) => /^\/[a-z/-]+$/.test(text);

/** What Prometheus adds by itself, or by what it is told of a deployment. */
const OF_TARGETS = new Set(["instance", "service", "worker"]);
/** Its own `job` is that of the target; a label of ours with this name gets another one. */
const ours = (label: string) => (label === "exported_job" ? "job" : label);

/** The mistakes in a selector: a metric, a label or a value that no service exposes. */
function mistakesIn({ metric, matchers }: Selector): readonly string[] {
  if (metric === "up") return [];
  const labels = exposed.metrics.get(metric);
  if (labels === undefined) return [metric];
  return matchers.flatMap((matcher) => {
    if (OF_TARGETS.has(matcher.label)) return [];
    if (!labels.has(ours(matcher.label))) return [`${metric}{${matcher.label}}`];
    const values = labels.get(ours(matcher.label));
    if (values === undefined) return [];
    const isThere = (text: string) => [...values].some((value) => matches(matcher, text, value));
    return textsOf(matcher)
      .filter((text) => !isThere(text))
      .map((text) => `${metric}{${matcher.label}="${text}"}`);
  });
}

const matches = ({ operator }: Matcher, text: string, value: string) =>
  operator.endsWith("~") ? new RegExp(`^(?:${text})$`).test(value) : text === value;

describe("the alert rules and the dashboard", () => {
  it.each(expressions)("%s asks for metrics, labels and values that a service has: %s", (_, expr) => {
    const selectors = selectorsOf(expr);
    expect(selectors).not.toEqual([]);
    expect(selectors.flatMap(mistakesIn)).toEqual([]);
    const labels = selectors.flatMap(({ metric }) => [...(exposed.metrics.get(metric)?.keys() ?? [])]);
    const named = [...groupsOf(expr), ...replacedIn(expr)].filter((label) => !OF_TARGETS.has(label));
    for (const label of named) expect(labels).toContain(ours(label));
  });

  it.each(series)("%s: has series as a service has them: %s", (_, one) => {
    expect(selectorsOf(one).flatMap(mistakesIn)).toEqual([]);
  });

  it.each([
    ['service_check_failing{check="databse"}', 'service_check_failing{check="databse"}'],
    ['service_check_failing{check=~"ephemeral|memry"}', 'service_check_failing{check="memry"}'],
    ['sign_ins_refused_total{reson="failed"}', "sign_ins_refused_total{reson}"],
    [
      'sum(rate(http_request_duration_seconds_count{route="/tokens"}[5m]))',
      'http_request_duration_seconds{route="/tokens"}',
    ],
    ['job_due_timestamp_seconds{exported_job="purges"}', 'job_due_timestamp_seconds{exported_job="purges"}'],
    ['job_due_timestamp{exported_job="purge"}', "job_due_timestamp"],
  ])("a mistake is seen: %s", (expr, mistake) => {
    expect(selectorsOf(expr).flatMap(mistakesIn)).toEqual([mistake]);
  });

  it("each alert has a test that expects it", () => {
    const expected = files.flatMap((one) => one.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0));
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
    const { stderr, stdout } = spawnSync("promtool", ["check", "metrics"], { input: exposed.text, encoding: "utf8" });
    const ours = (stdout + stderr).split("\n").filter((line) => line !== "" && !/^(?:nodejs|process)_/.test(line));
    expect(ours).toEqual([]);
  });
});
