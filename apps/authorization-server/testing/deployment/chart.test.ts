/** The chart of deploy/helm: Helm takes it, Kubernetes takes what it makes, and services start with it. */
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { environment } from "../../src/config.ts";
import {
  canRender,
  EXAMPLES,
  example,
  type KubernetesObject,
  type Pod,
  podsOf,
  rendered,
  runHelm,
  selects,
  type Variable,
  validated,
} from "../chart/chart.ts";

const guide = readFileSync(fileURLToPath(new URL("../../../../docs/operations/secrets.md", import.meta.url)), "utf8");
const LEAST = ["--values", example("least")];
const of = (kind: string, objects: readonly KubernetesObject[]) => objects.filter((object) => object.kind === kind);
const named = (name: string, pods: readonly Pod[]) =>
  pods.find(({ spec }) => spec.containers[0].name === name) ?? expect.fail(`no pod of ${name}`);
const valuesOf = (env: readonly Variable[]) => Object.fromEntries(env.map(({ name, value }) => [name, value]));
/** The keys of the Secret that a pod gets. */
const keysOf = ({ spec }: Pod) => spec.volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? []);

describe.skipIf(!canRender)("the chart", () => {
  const made = new Map(canRender ? EXAMPLES.map((name) => [name, rendered("--values", example(name))]) : []);
  const objectsOf = (name: string) => made.get(name) ?? [];

  it("has examples of its values", () => {
    expect(EXAMPLES.sort()).toEqual(["least", "strict", "whole"]);
  });

  it.each(EXAMPLES)("passes `helm lint --strict` with %s.yaml", (name) => {
    const { status, output } = runHelm(["lint", "--strict"], "--values", example(name));
    expect(status, output).toBe(0);
  });

  // The oldest version that Chart.yaml allows, and the newest one.
  it.each(["1.31.0", "1.37.0"])(
    "makes objects that the schemas of Kubernetes %s allow, and no other member",
    (version) => {
      const objects = [...made.values()].flat().filter(({ kind }) => kind !== "ServiceMonitor");
      expect(objects.length).toBeGreaterThan(25);
      const { status, output } = validated(objects, version);
      expect(status, output).toBe(0);

      const [deployment] = of("Deployment", objects);
      const mistaken = { ...deployment, spec: { ...deployment?.spec, replica: 2 } } as KubernetesObject;
      expect(validated([mistaken], version).status).not.toBe(0);
    },
  );

  it.each(EXAMPLES)("gives no pod of %s.yaml a right that it does not need", (name) => {
    const pods = podsOf(objectsOf(name));
    expect(pods.length).toBeGreaterThanOrEqual(3);
    for (const { spec } of pods) {
      const [container] = spec.containers;
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources).toEqual({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
    }
  });

  it.each(EXAMPLES)("gives each pod of %s.yaml the files that its variables name, and no other one", (name) => {
    for (const pod of podsOf(objectsOf(name))) {
      const files = pod.spec.containers[0].env.flatMap(
        ({ value }) => /^\/run\/secrets\/countersign\/(.+)$/.exec(value)?.[1] ?? [],
      );
      expect(files).not.toEqual([]);
      expect(keysOf(pod).sort()).toEqual([...new Set(files)].sort());
    }
  });

  it("takes the secrets that docs/operations/secrets.md makes, and each service those of its own", () => {
    const documented = [...guide.matchAll(/> (\w+)$/gm)].map(([, file]) => file);
    const pods = podsOf(objectsOf("least"));
    expect(documented).toEqual(expect.arrayContaining([...new Set(pods.flatMap(keysOf))]));
    expect(keysOf(named("resource-server", pods))).toEqual([
      "resource_server_database_url",
      "userinfo_response_secret",
    ]);
    expect(keysOf(named("authorization-server", pods))).not.toContain("owner_database_url");
  });

  it.each(EXAMPLES)("starts the authorization server with the variables of %s.yaml", (name) => {
    const env = named("authorization-server", podsOf(objectsOf(name))).spec.containers[0].env;
    const files: Record<string, string | undefined> = {
      DATABASE_URL: "postgres://countersign_authorization_server:x@db.example.com/countersign",
      KEY_ENCRYPTION_KEYS: `main:${Buffer.alloc(32, 7).toString("base64url")}`,
      MAIL_URL: "smtps://mail.example.com",
      OUTBOUND_CA: rootCertificates[0],
      REDIS_URL: "redis://redis.example.com",
      USERINFO_RESPONSE_SECRET: "f".repeat(64),
    };
    const given = env.map(({ name: variable, value }) => {
      const plain = variable.replace(/_FILE$/, "");
      return [plain, plain === variable ? value : files[plain]] as const;
    });
    expect(environment.parse(Object.fromEntries(given))).toMatchObject({ NODE_ENV: "production" });
  });

  it("writes large numbers with all their digits", () => {
    const { env } = named("authorization-server", podsOf(objectsOf("whole"))).spec.containers[0];
    expect(valuesOf(env).TOKEN_REQUESTS_PER_MINUTE).toBe("6000000");
  });

  it("waits longer than a service takes to stop, before it is killed", () => {
    const seconds = (name: string) =>
      named("authorization-server", podsOf(objectsOf(name))).spec.terminationGracePeriodSeconds;
    expect([seconds("least"), seconds("strict")]).toEqual([40, 45]);
  });

  it("prepares the database before each installation and upgrade", () => {
    const [job] = of("Job", objectsOf("least"));
    expect(job?.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-install,pre-upgrade" });
    expect(job?.spec.template.spec.containers[0].command).toEqual(["node", "src/cli/main.ts", "prepare"]);
    expect(keysOf(named("migration", podsOf(objectsOf("strict"))))).not.toContain("admin_database_url");
  });
});

describe.skipIf(!canRender)("the objects of the chart fit together", () => {
  const objects = canRender ? rendered("--values", example("whole")) : [];
  const pods = podsOf(objects);

  it("as these", () => {
    const count = (kind: string) => of(kind, objects).length;
    const kinds = ["Deployment", "Service", "PodDisruptionBudget", "HorizontalPodAutoscaler", "NetworkPolicy"];
    expect(kinds.map(count)).toEqual([3, 3, 2, 2, 4]);
    expect(["Job", "Ingress", "ServiceMonitor"].map(count)).toEqual([1, 1, 2]);
    expect(of("ServiceMonitor", rendered(...LEAST))).toEqual([]);
  });

  it("a Service, a budget and a policy select the pods of one part", () => {
    for (const kind of ["Service", "PodDisruptionBudget", "NetworkPolicy"]) {
      for (const { spec, metadata } of of(kind, objects)) {
        const selector = spec.podSelector?.matchLabels ?? spec.selector.matchLabels ?? spec.selector;
        const found = pods
          .filter((pod) => selects(selector, pod))
          .map(({ spec: { containers } }) => containers[0].name);
        expect([kind, ...found]).toEqual([kind, metadata.labels["app.kubernetes.io/component"]]);
      }
    }
  });

  it("a policy lets traces out of the services that have them, and of no other", () => {
    const traced = "authorizationServer.settings.OTEL_EXPORTER_OTLP_ENDPOINT=http://10.0.0.5:4318";
    const open = of("NetworkPolicy", rendered(...LEAST, "--set", traced)).filter(({ spec }) =>
      spec.egress.some(({ ports = [] }: { ports?: { port: number }[] }) => ports.some(({ port }) => port === 4318)),
    );
    expect(open.map(({ metadata }) => metadata.labels["app.kubernetes.io/component"])).toEqual([
      "authorization-server",
    ]);
  });

  it("an address of the Ingress leads to a port of a Service, and that to a port of its pods", () => {
    const [ingress] = of("Ingress", objects);
    const led = ingress?.spec.rules.map((rule: KubernetesObject["spec"]) => {
      const { name, port } = rule.http.paths[0].backend.service;
      const service = of("Service", objects).find(({ metadata }) => metadata.name === name);
      const target = service?.spec.ports.find((one: { name: string }) => one.name === port.name)?.targetPort;
      const pod = pods.find((one) => selects(service?.spec.selector ?? {}, one));
      return [rule.host, pod?.spec.containers[0].ports?.find((one) => one.name === target)?.containerPort];
    });
    expect(led).toEqual([
      ["id.example.com", 4000],
      ["api.example.com", 4000],
      ["admin.example.com", 4007],
      ["console.example.com", 4000],
    ]);
  });

  it("an autoscaler, and not the Deployment, says how many replicas there are", () => {
    for (const { spec } of of("HorizontalPodAutoscaler", objects)) {
      const target = of("Deployment", objects).find(({ metadata }) => metadata.name === spec.scaleTargetRef.name);
      expect(target?.spec).not.toHaveProperty("replicas");
    }
  });
});

describe.skipIf(!canRender)("the chart refuses", () => {
  it.each([
    ["a value that it does not know", "issuers=https://id.example.com", /issuers/],
    ["an issuer on plain http", "issuer=http://id.example.com", /issuer/],
    ["no proxies", "trustedProxies=", /trustedProxies/],
    ["a variable that the service does not read", "authorizationServer.settings.SIGNUP=open", /SIGNUP/],
    ["a variable that the chart sets", "authorizationServer.settings.ISSUER=https://x.example.com", /ISSUER/],
    ["a secret as text", "authorizationServer.settings.MAIL_URL=smtps://u:p@mail.example.com", /MAIL_URL/],
    ["a console without an administration API", "adminConsole.enabled=true", /adminUrl/],
    [
      "a collector of traces that the policy keeps away",
      "resourceServer.settings.OTEL_EXPORTER_OTLP_ENDPOINT=http://10.0.0.5:9999",
      /port 9999 in networkPolicy\.tracePorts/,
    ],
    ["a ServiceMonitor that the policy locks out", "metrics.serviceMonitor.enabled=true", /metricsFrom/],
  ])("%s", (_, value, reason) => {
    const { status, output } = runHelm(["template", "countersign"], ...LEAST, "--set", value);
    expect(status).not.toBe(0);
    expect(output).toMatch(reason);
  });
});
