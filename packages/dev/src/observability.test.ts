/** docker-compose.observability.yml and the configurations that it starts programs with: their names and ports fit. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => parse(readFileSync(join(root, path), "utf8"), { merge: true });

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: Readonly<Record<string, unknown>>;
}
type Services = Readonly<Record<string, Service>>;

const { services, networks } = read("docker-compose.observability.yml") as {
  services: Services;
  networks: Readonly<Record<string, unknown>>;
};
const { services: known } = read("docker-compose.yml") as { services: Services };
const ADDED = ["otel-collector", "jaeger", "prometheus", "grafana"];
const OURS = ["authorization-server", "resource-server", "admin-console", "sample-client"];

/** The value of `${NAME:-value}`. */
const defaultOf = (text: string | undefined) => /^\$\{(?:env:)?\w+:?-(.*)\}$/.exec(text ?? "")?.[1];

describe("docker-compose.observability.yml", () => {
  it("adds four programs, and changes services that docker-compose.yml has", () => {
    expect(Object.keys(services).sort()).toEqual([...ADDED, ...OURS].sort());
    for (const name of OURS) expect(known[name], name).toBeDefined();
    for (const name of ADDED) expect(known[name], name).toBeUndefined();
  });

  it("mounts files that exist, and changes nothing in them", () => {
    const mounted = ADDED.flatMap((name) => services[name]?.volumes ?? []).filter((text) => text.startsWith("./"));
    expect(mounted.length).toBe(4);
    for (const text of mounted) {
      const [from = "", , mode] = text.split(":");
      expect([existsSync(join(root, from)), mode], text).toEqual([true, "ro"]);
    }
  });

  it("publishes pages on this machine only, and lets no service reach more than before", () => {
    for (const name of ADDED) {
      for (const port of services[name]?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
    expect(networks).toEqual({ observability: { internal: true }, pages: null });
    for (const name of OURS) expect(services[name]?.networks, name).toEqual({ observability: null });
    for (const name of ADDED) expect(services[name]?.networks, name).toEqual({ observability: null, pages: null });
  });

  it("each service sends its traces where the collector listens, and that where Jaeger does", () => {
    const collector = read("deploy/otel-collector/collector.yaml");
    const port = new URL(`http://${defaultOf(collector.receivers.otlp.protocols.http.endpoint)}`).port;
    for (const name of OURS) {
      const endpoint = defaultOf(services[name]?.environment?.OTEL_EXPORTER_OTLP_ENDPOINT);
      expect(endpoint, name).toBe(`http://otel-collector:${port}`);
    }
    const jaeger = "http://jaeger:4318";
    expect(defaultOf(collector.exporters.otlp_http.endpoint)).toBe(jaeger);
    expect(defaultOf(services["otel-collector"]?.environment?.TRACES_ENDPOINT)).toBe(jaeger);
    expect(services["otel-collector"]?.command).toEqual(["--config=/etc/otel-collector/collector.yaml"]);
    const { receivers, processors, exporters } = collector.service.pipelines.traces;
    const used = { receivers, processors, exporters } as Readonly<Record<string, readonly string[]>>;
    for (const [kind, names] of Object.entries(used)) expect(Object.keys(collector[kind]), kind).toEqual(names);
  });

  it("Prometheus asks each service that has metrics at their port", () => {
    const [{ dns_sd_configs: found }] = read("deploy/prometheus/prometheus.yml").scrape_configs;
    const measured = OURS.filter((name) => services[name]?.environment?.METRICS_PORT !== undefined);
    const [port] = new Set(measured.map((name) => services[name]?.environment?.METRICS_PORT));
    expect(found).toEqual([{ names: measured, type: "A", port }]);
  });

  it("Grafana has the sources that run here, and the dashboard where it looks for it", () => {
    const { datasources } = read("deploy/grafana/provisioning/datasources/sources.yaml");
    for (const { url } of datasources as { url: string }[]) expect(ADDED).toContain(new URL(url).hostname);
    const [{ options }] = read("deploy/grafana/provisioning/dashboards/countersign.yaml").providers;
    const [, mounted] = services.grafana?.volumes?.find((text) => text.includes("countersign.json"))?.split(":") ?? [];
    expect(dirname(mounted ?? "")).toBe(options.path);
    expect(services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH).toBe(mounted);
  });
});

const promtool = spawnSync("promtool", ["--version"]).status === 0;
it.skipIf(!promtool)("Prometheus takes its configuration, with the alert rules", () => {
  const file = join(root, "deploy", "prometheus", "prometheus.yml");
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "config", file]);
  expect([status, String(stderr)], String(stdout)).toEqual([0, ""]);
});
