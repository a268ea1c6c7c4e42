// The programs that the test of the chart in deploy/helm needs: Helm, and the schemas of Kubernetes. Both are kept in
// node_modules/.cache.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run, toolEnvironment } from "./bootstrap.mjs";
import { inPath, pythonEnvironment } from "./test-tools.mjs";

const HELM = "4.3.2";

/**
 * Finds a Helm 3 or 4, else builds the pinned one from its Go module, which takes minutes once.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findHelm(say) {
  const installed = inPath("helm");
  if (installed !== undefined && isHelm(installed)) return installed;

  const folder = join(root, "node_modules", ".cache", `helm-${HELM}`);
  const path = join(folder, "helm");
  if (isHelm(path)) return path;
  const go = inPath("go") ?? (existsSync("/usr/local/go/bin/go") ? "/usr/local/go/bin/go" : undefined);
  if (go === undefined) return undefined;

  say(`Building Helm ${HELM} from its Go module`);
  const args = ["install", "-trimpath", "-ldflags=-s -w", `helm.sh/helm/v4/cmd/helm@v${HELM}`];
  const code = await run(go, args, { env: { ...toolEnvironment(), GOBIN: folder, GOFLAGS: "-buildvcs=false" } });
  return code === 0 && isHelm(path) ? path : undefined;
}

const isHelm = (path) => /^v?[34]\./.test(spawnSync(path, ["version", "--short"], { encoding: "utf8" }).stdout ?? "");

/**
 * Finds kubernetes-validate, which brings the schemas of Kubernetes, else installs it from PyPI.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if it is not available
 */
export async function findKubernetesValidate(say) {
  const requirements = join(root, "apps", "authorization-server", "testing", "chart", "requirements.txt");
  return await pythonEnvironment("kubernetes-validate", requirements, say);
}
