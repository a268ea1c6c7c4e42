/** The operator of a world. It runs commands of the command line on the database of the world. */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Asked, Ran } from "./operator-process.ts";
import type { Account, World } from "./world.ts";

export interface NewClient {
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined;
}

export interface Operator {
  /** Adds a person with a unique name and a few claims. */
  addUser(claims?: Readonly<Record<string, string>>): Promise<Account>;
  disableUser(username: string): Promise<void>;
  /** Ends all sessions of a person. */
  endSessions(username: string): Promise<void>;
  /** Gives a person a new password. */
  setPassword(username: string): Promise<void>;
  /** @param options of `clients add`, such as `--redirect-uri` */
  addClient(...options: readonly string[]): Promise<NewClient>;
  disableClient(clientId: string): Promise<void>;
  /** @param options of `providers add`, such as `--issuer` */
  addProvider(...options: readonly string[]): Promise<void>;
  /** Makes an initial access token. By default it allows one registration. */
  addInitialAccessToken(uses?: "unlimited"): Promise<string>;
  /**
   * Makes the next signing key of an algorithm if none is waiting yet. Not possible if the services run in
   * containers.
   */
  rotateKeys(alg: string): Promise<void>;
}

let commands: ChildProcess | undefined;
const waiting = new Map<number, (ran: Ran) => void>();
let count = 0;

/** The process of commands. It ends with this one. */
function startCommands(): ChildProcess {
  // Of the options of this process, such as loaders of the test runner, it needs none.
  const child = fork(join(import.meta.dirname, "operator-process.ts"), {
    execArgv: [],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  child.on("message", (ran: Ran) => waiting.get(ran.id)?.(ran));
  child.once("exit", () => {
    for (const [id, end] of waiting) end({ id, exitCode: 1, output: "", complaints: "the process of commands ended" });
    commands = undefined;
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/**
 * Runs one command of the command line, and returns what it printed. Throws with its error message when the command
 * fails.
 *
 * @param environment variables in addition to the database and issuer of the world
 */
export async function countersign<T>(
  world: Pick<World, "databaseUrl" | "issuer">,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<T> {
  commands ??= startCommands();
  count += 1;
  const id = count;
  const { promise, resolve } = Promise.withResolvers<Ran>();
  waiting.set(id, resolve);
  const given = { DATABASE_URL: world.databaseUrl, ISSUER: world.issuer, ...environment };
  commands.send({ id, args: [...args, "--json"], environment: given } satisfies Asked);
  const { exitCode, output, complaints } = await promise;
  waiting.delete(id);
  if (exitCode !== 0) throw new Error(complaints);
  return JSON.parse(output) as T;
}

export function operatorOf(world: World): Operator {
  const command = (args: readonly string[], secrets: NodeJS.ProcessEnv = {}) =>
    countersign<Record<string, string>>(world, args, secrets);

  return {
    async addUser(claims = { name: "Carol Jones", email: "carol@example.com", phone_number: "+44 20 7946 0000" }) {
      const username = `carol-${randomBytes(6).toString("hex")}`;
      const said = Object.entries(claims).flatMap(([name, value]) => ["--claim", `${name}=${value}`]);
      const { password = "" } = await command(["users", "add", username, "--generate-password", ...said]);
      return { username, password };
    },
    async disableUser(username) {
      await command(["users", "disable", username]);
    },
    async endSessions(username) {
      await command(["sessions", "end", "--user", username]);
    },
    async setPassword(username) {
      await command(["users", "set-password", username, "--generate-password"]);
    },
    async addClient(...options) {
      // An algorithm without a signing key gets one, which is stored encrypted.
      const secrets = await keyEncryptionKeys(world);
      const added = await command(["clients", "add", ...options], secrets);
      const { client_id: clientId = "", client_secret: clientSecret } = added;
      return { clientId, clientSecret };
    },
    async disableClient(clientId) {
      await command(["clients", "disable", clientId]);
    },
    async addProvider(...options) {
      await command(["providers", "add", ...options], await keyEncryptionKeys(world)); // its secret is sealed
    },
    async addInitialAccessToken(uses) {
      const answer = await command(["tokens", "add", ...(uses === undefined ? [] : ["--uses", uses])]);
      return answer.initial_access_token ?? "";
    },
    async rotateKeys(alg) {
      await command(["keys", "rotate", "--alg", alg], await keyEncryptionKeys(world));
    },
  };
}

/** The variable with the keys that encrypt signing keys. */
export async function keyEncryptionKeys({ dataDir }: Pick<World, "dataDir">): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(join(dataDir, "development.json"), "utf8");
  const { keyEncryptionKeys } = JSON.parse(text) as { keyEncryptionKeys: string };
  return { KEY_ENCRYPTION_KEYS: keyEncryptionKeys };
}
