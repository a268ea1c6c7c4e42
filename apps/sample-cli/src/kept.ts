/** Where the sign-in is kept: in the person's keychain, or in a file that only they can read. */
import { chmod, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { AsyncEntry } from "@napi-rs/keyring";
import { z } from "zod";
import { Problem } from "./problem.ts";
import type { Settings } from "./settings.ts";

const signIn = z.object({
  /** Who signed in, for people to read. */
  name: z.string(),
  accessToken: z.string(),
  /** When the access token ends, in milliseconds since 1970. */
  endsAt: z.number(),
  refreshToken: z.string().optional(),
});

/** One sign-in, at one issuer by one client. */
export type SignIn = z.output<typeof signIn>;

/** A place for one text. */
interface Place {
  /** What people read of it. */
  readonly name: string;
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

export interface Kept {
  readonly place: string;
  read(): Promise<SignIn | undefined>;
  write(signIn: SignIn): Promise<void>;
  remove(): Promise<void>;
  /** Runs `work` while no other process of this person does: a refresh token is used once. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export async function openKept(settings: Settings): Promise<Kept> {
  await mkdir(settings.folder, { recursive: true, mode: 0o700 });
  const place = placeFor(settings);
  return {
    place: place.name,
    read: async () => parsed(await place.read()),
    write: (kept) => place.write(JSON.stringify(kept)),
    remove: place.remove,
    alone: (work) => locked(join(settings.folder, "lock"), work),
  };
}

/** What another version or another program wrote counts as nothing: the person signs in again. */
function parsed(text: string | undefined): SignIn | undefined {
  if (text === undefined) return undefined;
  try {
    return signIn.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function placeFor(settings: Settings): Place {
  const { store } = settings;
  if (store === "file") return file(settings);
  try {
    return keychain(settings);
  } catch {
    // No Secret Service is running, as on a server that is reached by SSH.
    if (store === undefined) return file(settings);
    throw new Problem("There is no keychain here. Leave TOKEN_STORE out, and a file of yours is used.");
  }
}

/** The keychain of macOS, or the Secret Service of Linux (GNOME Keyring, KWallet). */
function keychain({ issuer, clientId }: Settings): Place {
  // Without this, Linux would fall back to a keyring of the kernel that forgets.
  const entry = new AsyncEntry("sample-cli", `${clientId} at ${issuer}`, { linux: { store: "secret-service" } });
  return {
    name: "your keychain",
    read: async () => (await entry.getPassword()) ?? undefined,
    write: (text) => entry.setPassword(text),
    remove: async () => void (await entry.deletePassword()),
  };
}

function file({ folder, issuer, clientId }: Settings): Place {
  const name = Buffer.from(`${clientId} at ${issuer}`).toString("base64url");
  const path = join(folder, `${name}.json`);
  return {
    name: path,
    async read() {
      const text = await readFile(path, "utf8").catch((err: NodeJS.ErrnoException) => {
        if (err.code === "ENOENT") return undefined;
        throw err;
      });
      // A backup that was restored, or a careless chmod, may have opened it.
      if (text !== undefined) await chmod(path, 0o600);
      return text;
    },
    /** The file is there whole or not at all, and never readable for others. */
    async write(text) {
      const part = `${path}.${process.pid}`;
      await rm(part, { force: true });
      const handle = await open(part, "wx", 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, path);
    },
    remove: () => rm(path, { force: true }),
  };
}

const LOCKED_MS = 100;
const LOCK_TRIES = 300;

/** A lock of SQLite is one of the operating system: it ends with its process, no matter how that ends. */
async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
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
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    try {
      return database.exec("BEGIN EXCLUSIVE");
    } catch (err) {
      if (!(err instanceof Error && err.message.includes("locked"))) throw err;
      await pause(LOCKED_MS);
    }
  }
  throw new Problem("Another command of this program has not ended for half a minute. Stop it, and try again.");
}
