/**
 * The whole ecosystem: database, migrations, seed, services. They start in this order and stop in the reverse
 * order.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { explainWrite, failure } from "../failure.ts";
import { type Catcher, startCatcher } from "../mail-catcher/catcher.ts";
import { startPostgres } from "../postgres/start-postgres.ts";
import { type Child, startChild } from "./child.ts";
import { type Account, accountsIn, type CommandLine, indent, runCommand } from "./commands.ts";
import { databaseUrls } from "./database.ts";
import { writeDetails } from "./details.ts";
import type { Service } from "./entries.ts";
import { clientDocumentsOf } from "./mcp-clients.ts";
import { checkPorts } from "./ports.ts";
import { forPeople } from "./print.ts";
import { answersWithin } from "./ready.ts";
import { keepSecrets, writePrivately } from "./secrets.ts";
import { commandLine, servicesOf } from "./services.ts";
import type { Addresses, Settings } from "./settings.ts";

const READY_WITHIN_MS = 60_000;

/** The data about a running ecosystem that a test runner or a person needs. */
export interface Facts extends Addresses {
  /** The URL with the login of the authorization server. The commands use this login too. */
  readonly databaseUrl: string;
  readonly accounts: readonly Account[];
  /** The mail server of the authorization server. */
  readonly mailUrl: string;
  /** The page of the mail catcher; undefined if the person who started everything named another mail server. */
  readonly mails: string | undefined;
  /** The OUTBOUND_ALLOWED_HOSTS of the start: a command that checks an address allows what the service allows. */
  readonly outboundAllowedHosts: string | undefined;
  /** Which clients may be known by a metadata document: `off`, `listed` or `open`. */
  readonly clientDocuments: string;
}

/** The file in the data directory with the facts of the last start. */
export const factsFile = (dataDir: string) => join(dataDir, "ecosystem.json");

/**
 * Starts everything, calls `onReady` when everything answers, and runs until `stop` or until one part ends by
 * itself. In both cases, everything is stopped when this function returns or throws: services first, PostgreSQL
 * last.
 *
 * @param say receives lines for people
 * @throws a failure that names the part that ended, with its last lines
 */
export async function runEcosystem(
  settings: Settings,
  say: (line: string) => void,
  onReady: (facts: Facts) => void,
  stop: AbortSignal,
): Promise<void> {
  await checkPorts(Object.values(settings.ports));
  const secrets = keepSecrets(settings.dataDir);
  writeDetails(settings);

  say("Starting PostgreSQL");
  const postgres = await startPostgres({
    dataDir: join(settings.dataDir, "postgres"),
    durable: settings.durable,
    keptPorts: Object.values(settings.ports),
    log: say,
  });
  const running: Child[] = [];
  let catcher: Catcher | undefined;
  try {
    const ownMailUrl = settings.environment.MAIL_URL || undefined;
    if (ownMailUrl === undefined) catcher = await startCatcher({ httpPort: settings.ports.mailCatcher, smtpPort: 0 });
    const mailUrl = ownMailUrl ?? catcher?.mailUrl ?? "";
    const databases = databaseUrls(postgres.connectionString, secrets);
    const accounts = await fill(commandLine(settings, secrets, databases, mailUrl), settings, { say, stop });
    if (stop.aborted) return;

    say("Starting the services");
    const services = servicesOf(settings, secrets, databases, mailUrl);
    for (const service of services) running.push(startService(service, settings.dataDir, say));
    const broken = Promise.race([
      ...running.map(endedByItself),
      postgres.failed.then((reason) => Promise.reject(failure(reason))),
    ]);
    const stopped = new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
    await Promise.race([allReady(services, running, stop), broken]);
    if (stop.aborted) return;

    const mails = { mailUrl, mails: catcher?.pageUrl };
    const facts: Facts = {
      ...settings.urls,
      databaseUrl: databases.authorizationServer,
      accounts,
      ...mails,
      outboundAllowedHosts: settings.environment.OUTBOUND_ALLOWED_HOSTS || undefined,
      clientDocuments: clientDocumentsOf(settings),
    };
    writePrivately(factsFile(settings.dataDir), facts);
    if (settings.readyFile !== undefined) writePrivately(settings.readyFile, facts);
    onReady(facts);
    await Promise.race([stopped, broken]);
  } catch (error) {
    throw explainWrite(error, settings.dataDir);
  } finally {
    if (running.length > 0) say("Stopping the services");
    await Promise.all(running.map((child) => child.stop()));
    await catcher?.close();
    say("Stopping PostgreSQL");
    await postgres.stop();
    if (settings.readyFile !== undefined) await rm(settings.readyFile, { force: true });
  }
}

interface Voice {
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
}

async function fill(cli: CommandLine, { dataDir }: Settings, { say, stop }: Voice): Promise<readonly Account[]> {
  say("Preparing the database");
  await runCommand(cli, ["prepare"], dataDir, stop);
  if (stop.aborted) return [];
  say("Seeding demo people and clients");
  return accountsIn(await runCommand(cli, ["seed", "--json"], dataDir, stop));
}

function startService({ name, entry, environment }: Service, dataDir: string, say: (line: string) => void): Child {
  return startChild({
    name,
    entry,
    environment,
    logFile: join(dataDir, "logs", `${name}.log`),
    onLine(line) {
      const text = forPeople(name, line);
      if (text !== undefined) say(text);
    },
  });
}

async function endedByItself(child: Child): Promise<never> {
  const { code, signal } = await child.ended;
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  throw failure(
    `The ${child.name} ended ${how}. Its last lines:\n${indent(child.lastLines())}\n  (all of it: ${child.logFile})`,
  );
}

async function allReady(services: readonly Service[], running: readonly Child[], stop: AbortSignal): Promise<void> {
  const answers = await Promise.all(
    services.map(({ port, readyPath }) => answersWithin(port, readyPath, READY_WITHIN_MS, stop)),
  );
  const late = services.findIndex((_, index) => answers[index] === false);
  const [service, child] = [services[late], running[late]];
  if (service === undefined || child === undefined || stop.aborted) return;
  throw failure(
    `The ${service.name} did not answer http://localhost:${service.port}${service.readyPath} within ` +
      `${READY_WITHIN_MS / 1000} seconds. Its last lines:\n${indent(child.lastLines())}\n  (all of it: ` +
      `${child.logFile})`,
  );
}
