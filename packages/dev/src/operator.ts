/**
 * `npm run countersign -- …` on the embedded database. If an ecosystem is running, the command uses its database.
 * Otherwise PostgreSQL is started for this one command.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { databaseUrls } from "./ecosystem/database.ts";
import { type Facts, factsFile } from "./ecosystem/ecosystem.ts";
import { readSecrets } from "./ecosystem/secrets.ts";
import { commandLine } from "./ecosystem/services.ts";
import { type Addresses, readSettings, type Settings } from "./ecosystem/settings.ts";
import { failure, isFailure } from "./failure.ts";
import { runningPostgres } from "./postgres/running-postgres.ts";
import { type Postgres, startPostgres } from "./postgres/start-postgres.ts";

const root = join(import.meta.dirname, "..", "..", "..");

async function main(args: readonly string[]): Promise<number> {
  const told = readSettings(root, process.env, []);
  const { dataDir } = told;
  const known = existsSync(factsFile(dataDir))
    ? (JSON.parse(readFileSync(factsFile(dataDir), "utf8")) as Facts)
    : undefined;
  // Keys, roles and stored names contain these addresses, so a command uses those of the ecosystem that was started
  // here, regardless of the ports in its own environment.
  const settings = known === undefined ? told : asStarted(told, known);

  const secrets = readSecrets(dataDir);
  if (secrets === undefined) {
    if (args.length === 0 || args.some((arg) => arg === "--help" || arg === "-h" || arg === "help"))
      return runCli(cliOf(root), args, process.env);
    throw failure("There is no database yet: run npm start once, or give the DATABASE_URL of one.");
  }

  const postgresDir = join(dataDir, "postgres");
  const running = await runningPostgres(postgresDir);
  const own: Postgres | undefined =
    running === undefined ? await startPostgres({ dataDir: postgresDir, log: console.error }) : undefined;
  try {
    const superuserUrl = running ?? own?.connectionString ?? "";
    const { entry, environment } = commandLine(
      settings,
      secrets,
      databaseUrls(superuserUrl, secrets),
      // Without a running ecosystem there is no mail catcher.
      settings.environment.MAIL_URL || (running === undefined ? undefined : known?.mailUrl),
    );
    return await runCli(entry, args, environment);
  } finally {
    await own?.stop();
  }
}

/** The settings of a command, as those of what was started. */
function asStarted(told: Settings, known: Partial<Facts>): Settings {
  const hosts = told.environment.OUTBOUND_ALLOWED_HOSTS || known.outboundAllowedHosts;
  const environment = { ...told.environment, ...(hosts !== undefined && { OUTBOUND_ALLOWED_HOSTS: hosts }) };
  return { ...told, urls: addressesOf(known, told.urls), environment };
}

/** Every address of what was started. A file that an earlier version wrote may lack some. */
function addressesOf(known: Partial<Addresses>, told: Addresses): Addresses {
  const names = Object.keys(told) as (keyof Addresses)[];
  const found: Record<keyof Addresses, string> = { ...told };
  for (const name of names) found[name] = known[name] ?? told[name];
  return found;
}

const cliOf = (folder: string) => join(folder, "apps", "authorization-server", "src", "cli", "main.ts");

function runCli(entry: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], { env: environment, stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(isFailure(error) ? error.message : error);
  process.exit(1);
}
