// The programs that tests of packages run, each with the variable that tells a test its path.
import { findHelm, findKubernetesValidate } from "./chart-tools.mjs";
import { findNginx, findNode20, findRedis } from "./test-tools.mjs";

/** The variable, how the program is found, what it is, and what does not run without it. */
const TOOLS = [
  ["COUNTERSIGN_REDIS", findRedis, "redis-server or valkey-server", "THE TESTS OF THE REDIS STORE DID NOT RUN"],
  ["COUNTERSIGN_NGINX", findNginx, "nginx", "THE TESTS OF ITS CONFIGURATION DID NOT RUN"],
  ["COUNTERSIGN_NODE_20", findNode20, "Node.js 20", "THE GUARD WAS NOT TESTED ON IT"],
  ["COUNTERSIGN_HELM", findHelm, "Helm, and no Go to build it,", "THE CHART WAS NOT TESTED"],
  ["COUNTERSIGN_KUBERNETES_VALIDATE", findKubernetesValidate, "kubernetes-validate", "THE CHART WAS NOT VALIDATED"],
];

/**
 * Finds or installs them.
 *
 * @returns {Promise<{ env: Record<string, string>, missing: string[] }>} a variable for each, `none` for one that could
 *   not be had, and a sentence for each of these
 */
export async function toolsOfTests(say) {
  const env = {};
  const missing = [];
  for (const [variable, find, name, loss] of TOOLS) {
    const path = await find(say);
    env[variable] = path ?? "none";
    if (path === undefined) missing.push(`No ${name} could be had: ${loss}.`);
  }
  return { env, missing };
}
