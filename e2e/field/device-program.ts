/** A program that shows the code of a device and polls, while a person decides at a browser (RFC 8628). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { matched, textOf } from "../support/said.ts";
import { DEMO } from "./demo.ts";
import { type Decision, decide } from "./device-person.ts";
import type { FieldSurroundings } from "./field-party.ts";

const WITHIN_MS = 90_000;
/** By then a program that polls as it is told has polled, and got `authorization_pending`. */
const FIRST_POLL_MS = 6_000;

interface DeviceProgram {
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs it twice. A person agrees, and it has their name and refreshes. Then they refuse, and it ends with that. */
export async function signsInByDevice(program: DeviceProgram, surroundings: FieldSurroundings): Promise<void> {
  const agreed = await whileWaiting(program, surroundings, "approved");
  assert.equal(agreed.code, 0, agreed.said);
  assert.match(agreed.said, new RegExp(`^signed in: ${DEMO.name} <${DEMO.email}>\nrefreshed: true$`, "m"));

  const refused = await whileWaiting(program, surroundings, "denied");
  assert.notEqual(refused.code, 0, refused.said);
  assert.match(refused.said, /access_denied/);
}

async function whileWaiting(
  { command: [name, ...args], environment }: DeviceProgram,
  { world, demo, folder }: FieldSurroundings,
  decision: Decision,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { PATH } = process.env;
  const child = spawn(name, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, ...environment },
    timeout: WITHIN_MS,
  });
  const said = textOf(child.stdout, child.stderr);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  try {
    const link = await matched(said, /(?<=^or open )\S+$/m, WITHIN_MS);
    await wait(FIRST_POLL_MS);
    await decide(world, link, demo, decision);
    return { code: await ended, said: said() };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
