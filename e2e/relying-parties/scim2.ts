/**
 * The compliance tests of scim2-tester, by its program scim2-cli, as the directory of an organization. They create
 * users and groups with random values of every attribute, change each attribute, and delete what they made.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/worlds/ecosystem.ts";
import { countersign } from "../support/worlds/operator.ts";
import type { Party } from "./party.ts";

const PROGRAM = join(ROOT, "node_modules", ".cache", "scim2", "bin", "scim2");
const WITHIN_MS = 180_000;
/** A run with fewer checks did not try what it should. */
const FEWEST_CHECKS = 100;
/** RFC 7644 §3.4.3 leaves it to the service. A skipped check makes the program fail. */
const NOT_SUPPORTED = /^SKIPPED search_with_attributes\n.*several resource types at once is not supported/;
/** The administration API listens three ports above the console. */
const PORTS_ABOVE_CONSOLE = 3;

export const scim2: Party = {
  name: "The compliance tests of scim2-cli",
  packages: ["python3-venv"],
  isInstalled: async () => existsSync(PROGRAM),

  async run({ world }) {
    await countersign(world, ["organizations", "add", "scim2", "The directory of scim2-cli"]);
    const { token } = await countersign<{ token: string }>(world, ["organizations", "scim-token", "add", "scim2"]);
    const screens = new URL(world.console);
    const api = `${screens.protocol}//${screens.hostname}:${Number(screens.port) + PORTS_ABOVE_CONSOLE}`;
    const output = await tried(`${api}/scim/v2`, token);
    const checks = output.split(/^(?=[A-Z]+ [a-z_]+$)/m).filter((check) => /^[A-Z]+ [a-z_]+$/m.test(check));
    const passed = checks.filter((check) => check.startsWith("SUCCESS ")).length;
    const others = checks.filter((check) => !check.startsWith("SUCCESS ") && !NOT_SUPPORTED.test(check));
    assert.deepEqual(others, []);
    assert.ok(passed >= FEWEST_CHECKS, `${passed} checks passed`);
    console.log(`  ${passed} checks passed`);
  },
};

/** Runs the program to its end, and returns what it printed. Other users cannot read its environment. */
async function tried(url: string, token: string): Promise<string> {
  const { PATH } = process.env;
  const child = spawn(PROGRAM, ["--url", url, "test"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, NO_COLOR: "1", SCIM_CLI_HEADERS: `Authorization: Bearer ${token}` },
    timeout: WITHIN_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}
