/** Where the sign-in at a deployment is kept: in the person's keychain, or in a file that only they can read. */
import { chmod, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { jsonOrUndefined } from "@countersign/guard/json";
import { AsyncEntry } from "@napi-rs/keyring";
import { z } from "zod";
import { refusal } from "../command/refusal.ts";
import { whileLocked } from "./lock.ts";

const LONGEST = 65_536;

const signIn = z.object({
  issuer: z.string(),
  clientId: z.string(),
  /** The identifier of the administration API, which is its address. */
  api: z.string(),
  way: z.enum(["device", "browser"]),
  accessToken: z.string(),
  accessEndsAt: z.coerce.date(),
  refreshToken: z.string().optional(),
});

/** What is kept of a sign-in. */
export type SignIn = z.output<typeof signIn>;

interface Place {
  readonly name: string;
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

export interface KeptSignIn {
  /** Where it is, in words. */
  readonly place: string;
  /** What another version wrote counts as nothing: the person signs in again. */
  read(): Promise<SignIn | undefined>;
  write(signIn: SignIn): Promise<void>;
  remove(): Promise<void>;
  /** Runs `work` while no other command of this person does: a refresh token is used once. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export async function keptSignIn(issuer: string, environment: NodeJS.ProcessEnv): Promise<KeptSignIn> {
  const { XDG_STATE_HOME: state, COUNTERSIGN_TOKEN_STORE: store } = environment;
  const folder = join(state?.startsWith("/") ? state : join(homedir(), ".local", "state"), "countersign");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = placeFor(issuer, folder, store);
  return {
    place: place.name,
    async read() {
      const text = await place.read();
      return text === undefined ? undefined : signIn.safeParse(jsonOrUndefined(text, { longest: LONGEST })).data;
    },
    write: (kept) => place.write(JSON.stringify(kept)),
    remove: place.remove,
    alone: (work) => whileLocked(join(folder, "lock"), work),
  };
}

function placeFor(issuer: string, folder: string, store: string | undefined): Place {
  if (store === "file") return fileIn(folder, issuer);
  try {
    return keychainOf(issuer);
  } catch {
    // No Secret Service is running, as on a server that is reached by SSH.
    if (store !== "keychain") return fileIn(folder, issuer);
    throw refusal("there is no keychain here; without COUNTERSIGN_TOKEN_STORE=keychain a file of yours is used");
  }
}

function keychainOf(issuer: string): Place {
  // Otherwise Linux would fall back to a keyring of the kernel, which forgets.
  const entry = new AsyncEntry("countersign", issuer, { linux: { store: "secret-service" } });
  return {
    name: "your keychain",
    read: async () => (await entry.getPassword()) ?? undefined,
    write: (text) => entry.setPassword(text),
    remove: async () => void (await entry.deletePassword()),
  };
}

function fileIn(folder: string, issuer: string): Place {
  const path = join(folder, `${Buffer.from(issuer).toString("base64url")}.json`);
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
      const part = `${path}.part`;
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
