/** Both services as they run, each in its own process, which counts the calls of its functions. */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { migrate } from "@countersign/database/migrate";
import { freePort } from "@countersign/dev/free-port";
import { issuer, resource, type World } from "../world.ts";
import { type CountedStores, countStores } from "./counted-stores.ts";

const COUNTING = fileURLToPath(new URL("counting.ts", import.meta.url));
const fileOf = (app: string, file: string) => fileURLToPath(new URL(`../../../${app}/${file}`, import.meta.url));

export interface CountedServices {
  readonly origin: string;
  readonly userinfoOrigin: string;
  readonly stores: CountedStores;
  /** The calls since the last question, by function, in both services. */
  calls(): Promise<ReadonlyMap<string, number>>;
  stop(): Promise<void>;
}

/** @param entry the file of a service that starts it */
export async function startCountedServices(
  world: World,
  redisUrl: string,
  entry = "src/main.ts",
): Promise<CountedServices> {
  const stores = await countStores(world.connectionString, redisUrl);
  const children: ChildProcess[] = [];
  const start = async (app: string, environment: Readonly<Record<string, string>>) => {
    const port = await freePort();
    const child = fork(fileOf(app, entry), [], {
      env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
      execArgv: ["--import", COUNTING],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    children.push(child);
    await ready(child, `http://127.0.0.1:${port}`);
    return `http://127.0.0.1:${port}`;
  };
  const stop = async () => {
    for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await stores.close();
  };

  try {
    const origin = await start("authorization-server", {
      ISSUER: issuer,
      DATABASE_URL: stores.database(world.connectionString),
      REDIS_URL: stores.redisUrl,
      KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`,
      USERINFO_RESOURCE: resource,
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const userinfoOrigin = await start("resource-server", {
      ISSUER: issuer,
      JWKS_URL: `${origin.replace("127.0.0.1", "localhost")}/jwks`,
      RESOURCE: resource,
      DATABASE_URL: stores.database(await asReader(world)),
    });
    const calls = async () => merged(await Promise.all(children.map(callsOf)));
    return { origin, userinfoOrigin, stores, calls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The database for the login of the resource server. */
async function asReader({ superuserUrl, superuser }: World): Promise<string> {
  const login = `reader_${randomBytes(6).toString("hex")}`;
  const url = new URL(superuserUrl);
  await superuser.pool.query(`CREATE ROLE ${login} LOGIN PASSWORD '${login}'`);
  await migrate(superuserUrl, { logins: { reader: login } });
  url.username = login;
  url.password = login;
  return url.href;
}

async function ready(child: ChildProcess, origin: string): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes) => {
      output = `${output}${bytes}`.slice(-4000);
    });
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`a service did not start: ${output}`);
}

async function callsOf(child: ChildProcess): Promise<Readonly<Record<string, number>>> {
  const answer = once(child, "message");
  child.send("count");
  const [calls] = await answer;
  return calls;
}

function merged(parts: readonly Readonly<Record<string, number>>[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const [name, count] of parts.flatMap((part) => Object.entries(part)))
    all.set(name, (all.get(name) ?? 0) + count);
  return all;
}
