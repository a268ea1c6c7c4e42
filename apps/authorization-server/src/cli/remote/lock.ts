/** A lock between processes of one person. */
import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { refusal } from "../command/refusal.ts";

const PAUSE_MS = 100;
const TRIES = 300;

/** A lock of SQLite is one of the operating system: it ends with its process, no matter how that ends. */
export async function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const database = new DatabaseSync(path);
  try {
    await chmod(path, 0o600);
    await begin(database);
    return await work();
  } finally {
    database.close();
  }
}

async function begin(database: DatabaseSync): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return database.exec("BEGIN EXCLUSIVE");
    } catch (err) {
      if (!(err instanceof Error && err.message.includes("locked"))) throw err;
      await pause(PAUSE_MS);
    }
  }
  throw refusal("another command has held the sign-in for half a minute: stop it, and try again");
}
