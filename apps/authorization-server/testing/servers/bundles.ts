/** Services as they are deployed: a process starts from a bundle with a third of the work that its sources take. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const BUNDLE = fileURLToPath(new URL("../../../../packages/bundle/src/main.ts", import.meta.url));
const fileOf = (service: string) => fileURLToPath(new URL(`../../../${service}/dist/start.js`, import.meta.url));

/**
 * Bundles services, unless there are bundles of the same sources.
 *
 * @returns the file that starts each
 */
export async function bundled(...services: readonly string[]): Promise<readonly string[]> {
  await promisify(execFile)(process.execPath, [BUNDLE, ...services]);
  return services.map(fileOf);
}
