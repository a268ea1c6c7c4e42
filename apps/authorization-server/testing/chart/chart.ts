/** The chart of deploy/helm, as Helm renders it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const CHART = join(ROOT, "deploy", "helm", "countersign");
const cached = (...path: string[]) => join(ROOT, "node_modules", ".cache", ...path);
/** From npm, and built. */
const HELMS = ["helm-4.2.3", "helm-4.3.2"].map((name) => cached(name, "helm"));

// `npm test` names them, or says "none". Else they are what it had before.
const helm = process.env.COUNTERSIGN_HELM ?? HELMS.find((path) => existsSync(path)) ?? "none";
const validator =
  process.env.COUNTERSIGN_KUBERNETES_VALIDATE ?? cached("kubernetes-validate", "bin", "kubernetes-validate");

/** False where one of them is missing: then tests are skipped, and `npm test` says so. */
export const canRender = [helm, validator].every((program) => spawnSync(program, ["--help"]).status === 0);

/** The names of the values files of the chart. */
export const EXAMPLES = readdirSync(join(CHART, "examples")).map((file) => file.replace(/\.yaml$/, ""));

/** The path of a values file. */
export const example = (name: string) => join(CHART, "examples", `${name}.yaml`);

interface Labels {
  readonly [label: string]: string;
}
export interface Variable {
  readonly name: string;
  readonly value: string;
}
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests: Labels; readonly limits: Labels };
}
export interface Pod {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly securityContext: unknown;
    readonly automountServiceAccountToken: boolean;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly [Container];
    readonly volumes: readonly { readonly name: string; readonly secret?: { readonly items: readonly Labels[] } }[];
  };
}
/** An object of Kubernetes. What each kind has below `spec` is for the test to know. */
export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes check it, and each test reads its own part.
  readonly spec: any;
}

/** Runs Helm on the chart: `helm lint --strict …` or `helm template …`. */
export function runHelm(command: readonly string[], ...options: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(helm, [...command, CHART, ...options], { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}`, stdout };
}

/** What an installation with a values file makes. */
export function rendered(...options: readonly string[]): readonly KubernetesObject[] {
  const { status, output, stdout } = runHelm(["template", "countersign"], ...options);
  if (status !== 0) throw new Error(output);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
}

/** Checks objects against the strict schemas of a version of Kubernetes; returns what is wrong. */
export function validated(objects: readonly KubernetesObject[], version: string) {
  const folder = mkdtempSync(join(tmpdir(), "chart-"));
  const paths = objects.map((object, index) => {
    const path = join(folder, `${index}-${object.kind}.json`);
    writeFileSync(path, JSON.stringify(object));
    return path;
  });
  const options = ["--strict", "--quiet", "--kubernetes-version", version];
  const { status, stdout, stderr } = spawnSync(validator, [...options, ...paths], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { status, output: `${stdout}${stderr}` };
}

/** The pods that Deployments and Jobs start. */
export const podsOf = (objects: readonly KubernetesObject[]): readonly Pod[] =>
  objects.flatMap(({ kind, spec }) => (kind === "Deployment" || kind === "Job" ? [spec.template as Pod] : []));

/** Whether a selector finds a pod. */
export const selects = (selector: Labels, pod: Pod) =>
  Object.entries(selector).every(([label, value]) => pod.metadata.labels[label] === value);
