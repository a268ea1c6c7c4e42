/** Only the password hash of a sign-in: the part of the work `sign-in` that no server can avoid. */
import { join } from "node:path";
import { NODE, startMeasured } from "../processes.ts";
import { freePort } from "../stores.ts";
import type { Subject } from "../subject.ts";
import type { Starting } from "./starting.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "programs", "hash.ts");

export async function startHash({ name, folder }: Starting): Promise<Subject> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const startedAt = performance.now();
  const measured = await startMeasured({
    command: [...NODE, PROGRAM],
    environment: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port) },
    ready: origin,
    logFile: join(folder, `${name}.log`),
  });
  return {
    name,
    pids: [measured.pid],
    firstTokenMs: performance.now() - startedAt,
    works: {
      "sign-in": async () => ({ kind: "requests", origin, requests: [{ method: "GET", path: "/" }] }),
    },
    stop: () => measured.stop(),
  };
}
