/** The server that another start runs on a data directory. */
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { failure } from "../failure.ts";
import { launcherOf } from "./claim.ts";
import { readIfThere } from "./place.ts";
import { connectionString } from "./start-postgres.ts";

const READY_WITHIN_MS = 15_000; // the server may just be starting
const POLL_MS = 100;

/**
 * @param dataDir as given to `startPostgres`
 * @returns the URL of the superuser, or undefined if no start uses this directory
 * @throws a failure when a start uses it and its server does not answer
 */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined;
  const folder = await realpath(dataDir);
  const deadline = Date.now() + READY_WITHIN_MS;

  while ((await launcherOf(folder)) !== undefined) {
    const [port, password] = await Promise.all(
      ["port", "superuser-password"].map((name) => readIfThere(join(folder, name))),
    );
    const url =
      port === undefined || password === undefined ? undefined : connectionString(Number(port), password.trim());
    if (url !== undefined && (await isAnswered(url))) return url;
    if (Date.now() > deadline)
      throw failure(
        `Another start uses ${dataDir}, but its PostgreSQL does not answer: stop that start and try again.`,
      );
    await sleep(POLL_MS);
  }
  return undefined;
}

async function isAnswered(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
