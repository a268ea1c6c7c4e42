/**
 * The process that owns a PostgreSQL server. It runs until its standard input is closed. So even if the process that
 * started it crashes or is killed, the server stops. It writes lines of JSON: `{ log }`, then `{ ready }` or `{
 * failed }`.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { explainWrite, failure, isFailure } from "../failure.ts";
import { claim, unclaim } from "./claim.ts";
import { prepareCluster } from "./cluster.ts";
import { stopLiveServer } from "./live-server.ts";
import { preparePlace } from "./place.ts";
import { type Server, startServer } from "./server.ts";

export interface LauncherOptions {
  readonly dataDir: string;
  /** The data is removed at the end. */
  readonly temporary: boolean;
  /** Writes wait for the disk. Otherwise a crash may lose the data. */
  readonly durable: boolean;
  /** Where the server does not listen. */
  readonly keptPorts: readonly number[];
}

export type LauncherMessage =
  | { readonly log: string }
  | { readonly ready: { readonly port: number; readonly pid: number; readonly password: string } }
  | { readonly failed: { readonly message: string; readonly expected: boolean } };

const say = (message: LauncherMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);
const log = (line: string) => say({ log: line });

/** Resolves when the process that started the launcher has ended, or asks for the end. */
const dismissed = new Promise<void>((resolve) => {
  process.stdin.resume().once("end", resolve).once("close", resolve).once("error", resolve);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, resolve);
});

async function launch({ dataDir, temporary, durable, keptPorts }: LauncherOptions): Promise<void> {
  const place = await preparePlace(dataDir, log);
  await claim(place.dataDir);
  try {
    if (await stopLiveServer(place.cluster)) log("Stopped a PostgreSQL server that an earlier start left behind.");
    const password = await prepareCluster(place, durable);
    const server = await startServer(place, password, durable, keptPorts);
    await writeFile(join(place.dataDir, "port"), `${server.port}\n`);
    say({ ready: { port: server.port, pid: server.pid, password } });
    await untilEnd(server);
  } finally {
    if (temporary)
      await Promise.all([place.dataDir, place.serverDir].map((path) => rm(path, { recursive: true, force: true })));
    else await unclaim(place.dataDir);
  }
}

async function untilEnd(server: Server): Promise<void> {
  const end = await Promise.race([dismissed.then(() => "dismissed"), server.ended.then(() => "ended")]);
  await server.stop();
  if (end === "ended") throw failure("PostgreSQL ended unexpectedly; the reason is in postgres.log beside its data.");
}

// A parent process that has ended reads nothing any more. That must not prevent the launcher from stopping the
// server.
process.stdout.on("error", () => {});

const options = JSON.parse(process.argv[2] ?? "{}") as LauncherOptions;
try {
  await launch(options);
  process.exit(0);
} catch (thrown) {
  const error = explainWrite(thrown, options.dataDir);
  const expected = isFailure(error);
  // A defect is reported with its stack trace, an expected failure with its one sentence.
  const failed = { expected, message: expected ? error.message : inspect(error) };
  process.stdout.write(`${JSON.stringify({ failed } satisfies LauncherMessage)}\n`, () => process.exit(1));
}
