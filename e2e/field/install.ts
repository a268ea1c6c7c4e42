/** Commands that install and build what a test uses, and what is written on the pages of the programs. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { countersign } from "../support/worlds/operator.ts";
import type { Account, World } from "../support/worlds/world.ts";

/** Of a command that failed, the last of what it said is shown. */
const SHOWN_CHARACTERS = 6000;

/** Why a program cannot be called here, or undefined. `words` asks for its version. */
export function missing(program: string, words: readonly string[]): string | undefined {
  return spawnSync(program, words, { stdio: "ignore" }).status === 0 ? undefined : `${program} is not installed`;
}

/** Runs a command in a folder to its end, after others that need the processor. Throws with what it said. */
export async function run(
  folder: string,
  [program, ...args]: readonly [program: string, ...args: readonly string[]],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn("nice", [program, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      said = (said + text.toString()).slice(-SHOWN_CHARACTERS);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  assert.equal(code, 0, `${program} ${args.join(" ")} failed:\n${said}`);
}

/** Puts a person into a new group of this name. */
export async function addToGroup(world: World, name: string, { username }: Account): Promise<void> {
  await countersign(world, ["groups", "add", name]);
  await countersign(world, ["groups", "members", "add", name, username]);
}

/** The lines `name=value` of which a page of our test programs consists. */
export const facts = ({ body }: { readonly body: string }): Record<string, string> =>
  Object.fromEntries([...body.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
