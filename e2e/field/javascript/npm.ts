/** Packages of the npm registry, apart from the workspace. */
import { spawn, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export async function npmUnavailable(): Promise<string | undefined> {
  return spawnSync("npm", ["--version"], { stdio: "ignore" }).status === 0 ? undefined : "npm is not installed";
}

/** Installs packages at exact versions into a folder with a manifest of its own. Their scripts do not run. */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const loose = packages.filter((name) => !/^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(name));
  if (loose.length > 0) throw new Error(`not at an exact version: ${loose.join(" ")}`);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const child = spawn("npm", ["install", ...options, "--save-exact", ...packages], { cwd: folder, stdio: "inherit" });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`npm install ended with ${code}`);
}
