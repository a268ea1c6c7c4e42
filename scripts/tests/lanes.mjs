// Lanes: steps of a test run that go on beside each other. While one of them waits, for a timer or for one processor,
// the others have the rest of the machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../bootstrap.mjs";

/** A process that outlives the one that started it may keep its output open. No run waits longer for the last lines. */
const LAST_LINES_MS = 2000;

/** The path of a tool of the workspace. */
export const tool = (name) => join(root, "node_modules", ".bin", name);

const minutes = (since = 0) => ((performance.now() - since) / 60_000).toFixed(1);

/**
 * Runs a program to its end. Its lines come out whole, each after the name of its lane.
 *
 * @returns {Promise<number>} its exit code; 127 if the program cannot be run
 */
export async function runInLane(lane, program, args, { cwd = root, env = process.env } = {}) {
  const say = (line) => console.log(`${lane} | ${line}`);
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", say);
  const closed = new Promise((resolve) => child.once("close", resolve));
  try {
    const [code] = await once(child, "exit");
    await Promise.race([closed, sleep(LAST_LINES_MS, undefined, { ref: false })]);
    return code ?? 1;
  } catch (error) {
    say(`${program} cannot be run: ${error.message}`);
    return 127;
  }
}

/** The steps that were taken, as the summary lists them. */
const taken = [];

/** Takes a step of a lane, and says when it begins and how long it took. */
export async function timed(lane, name, work) {
  console.log(`\n== ${lane}: ${name} (after ${minutes()} min)`);
  const since = performance.now();
  try {
    return await work();
  } finally {
    const line = `${lane.padEnd(8)} ${name}: ${minutes(since)} min`;
    taken.push(line);
    console.log(`== ${line}`);
  }
}

/** A line for each step that was taken, in the order in which they ended. */
export const stepsTaken = () => [...taken];
