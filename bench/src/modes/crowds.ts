/**
 * What a directory and a provider can take from people: groups of 5000 members, and many logout tokens, at once, while
 * people and clients ask for sign-in pages and tokens.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { groupWrites, logoutTokens } from "../crowds/crowds.ts";
import { type Asked, askFor } from "../crowds/people.ts";
import type { Crowd, Sent } from "../crowds/send.ts";
import { doubts, watchMachine } from "../machine.ts";
import { isChosen, type Options } from "../options.ts";
import { cpuMicroseconds } from "../processes.ts";
import { table } from "../report.ts";
import { type Deployment, deploy } from "../servers/deployment.ts";
import { OURS } from "../servers/servers.ts";
import { freePort } from "../stores.ts";
import { type Surroundings, withSurroundings } from "../surroundings.ts";

/** What a crowd may make of the times of people. */
const MOST_TIMES = 2;
const WARM_UP_ROUNDS = 3;
/** A crowd of logout tokens is over sooner, so it comes more often. */
const TIMES_A_ROUND: Readonly<Record<string, number>> = { groups: 1, logouts: 10 };
/** The time with people and no crowd, before each crowd. */
const ALONE_MS = 2000;
/** After a crowd, until everything that it left is done. */
const AFTER_MS = 300;
/** The sender of a crowd has what others leave of the processor: elsewhere it would be another machine. */
const LAST = 19;

interface Times {
  readonly answers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
}

interface Row {
  readonly crowd: string;
  readonly asked: string;
  readonly alone: Times;
  readonly meanwhile: Times;
  /** How often each status was answered during the crowd. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** When a crowd was there, and what it cost. */
interface Span {
  readonly crowd: string;
  readonly from: number;
  readonly until: number;
  readonly statuses: Sent["statuses"];
  readonly cpuMs: Readonly<Record<"server" | "stores", number>>;
}

export async function crowds(options: Options): Promise<void> {
  const machine = watchMachine();
  const { rows, spans } = await withSurroundings((around) => run(around, options));
  writeFileSync(options.out, `${JSON.stringify({ machine: machine(), options, rows, spans }, null, 1)}\n`);
  for (const { crowd, from, until, statuses, cpuMs } of spans) {
    const cpu = `CPU ${cpuMs.server} ms of the server and ${cpuMs.stores} ms of the stores`;
    console.log(`${crowd}: ${(until - from).toFixed(0)} ms, ${cpu}, answers ${JSON.stringify(statuses)}`);
  }
  console.log(`\n${table(crowdRows(rows))}\n`);
  for (const line of doubts(machine())) console.log(line);
}

async function run(around: Surroundings, options: Options) {
  const deployed = await start(around, options);
  const { deployment } = deployed;
  const kinds = await kindsOf(around, deployed);
  const [rows, spans]: [Row[], Span[]] = [[], []];
  for (const [name, crowdOf] of Object.entries(kinds).filter(([one]) => isChosen(one, options.works))) {
    const stop = askFor(deployment);
    const all: Span[] = [];
    const rounds = options.rounds * (TIMES_A_ROUND[name] ?? 1);
    for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
      const crowd = await crowdOf(round);
      await sleep(ALONE_MS);
      all.push(await spanOf(name, crowd, deployed));
      await sleep(AFTER_MS);
    }
    const counted = all.slice(WARM_UP_ROUNDS);
    spans.push(...counted);
    rows.push(...rowsOf(name, await stop(), counted));
  }
  return { rows, spans };
}

interface Deployed {
  readonly deployment: Deployment;
  readonly adminOrigin: string;
  readonly providerPort: number;
  readonly send: (crowd: Crowd) => Promise<Sent>;
  readonly used: () => Promise<Span["cpuMs"]>;
}

/** Without Redis, what is short-lived needs the same connections: the harder case. */
async function start({ stores, folder, afterwards }: Surroundings, { profile }: Options): Promise<Deployed> {
  const [adminPort, providerPort] = [await freePort(), await freePort()];
  const adminOrigin = `http://localhost:${adminPort}`;
  const environment = {
    ...{ ADMIN_URL: adminOrigin, ADMIN_PORT: String(adminPort), REDIS_URL: undefined },
    OUTBOUND_ALLOWED_HOSTS: `localhost:${providerPort}`,
  };
  const deployment = await deploy({ name: OURS, stores, folder, profile, environment, unpinned: true });
  const server = await deployment.start("authorization-server");
  afterwards(() => server.stop());
  const sender = fork(join(import.meta.dirname, "..", "crowds", "send.ts"));
  afterwards(async () => sender.disconnect());
  setPriority(sender.pid ?? 0, LAST);
  return {
    ...{ deployment, adminOrigin, providerPort },
    async send(crowd) {
      sender.send(crowd);
      const [sent] = await once(sender, "message");
      return sent;
    },
    used: async () => ({
      server: cpuMicroseconds(server.pid) / 1000,
      stores: (await stores.use()).cpuMicroseconds / 1000,
    }),
  };
}

async function kindsOf({ stores, afterwards }: Surroundings, { deployment, adminOrigin, providerPort }: Deployed) {
  const url = new URL(stores.logins(OURS).administrator);
  url.pathname = new URL(deployment.databaseUrl).pathname;
  const pool = new pg.Pool({ connectionString: url.href });
  pool.on("error", () => {}); // PostgreSQL ends idle connections when it stops
  afterwards(() => pool.end());
  return {
    groups: await groupWrites(deployment, pool, adminOrigin),
    logouts: await logoutTokens(deployment, pool, { port: providerPort, afterwards }),
  };
}

async function spanOf(crowd: string, sent: Crowd, { send, used }: Deployed): Promise<Span> {
  const [before, from] = [await used(), performance.now()];
  const { statuses } = await send(sent);
  const until = performance.now();
  const after = await used();
  const cpuMs = { server: after.server - before.server, stores: after.stores - before.stores };
  return { crowd, from, until, statuses, cpuMs };
}

function rowsOf(crowd: string, all: readonly Asked[], spans: readonly Span[]): Row[] {
  return Object.entries(Object.groupBy(all, ({ name }) => name)).map(([asked, answers = []]) => {
    const within = answers.filter(({ at }) => spans.some(({ from, until }) => at >= from && at < until));
    const alone = answers.filter(({ at, milliseconds }) =>
      spans.some(({ from }) => at >= from - ALONE_MS && at + milliseconds < from),
    );
    const byStatus = Object.groupBy(within, ({ status }) => status);
    const statuses = Object.fromEntries(Object.entries(byStatus).map(([status, some = []]) => [status, some.length]));
    return { crowd, asked, alone: timesOf(alone), meanwhile: timesOf(within), statuses };
  });
}

function timesOf(asked: readonly Asked[]): Times {
  const sorted = asked.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { answers: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), mostMs: sorted.at(-1) ?? Number.NaN };
}

/** The table of the times. */
export const crowdRows = (rows: readonly Row[]): string[][] => [
  ["crowd", "asked", "answers", "p50 ms alone / meanwhile", "p95 ms alone / meanwhile", "most ms", "statuses"],
  ...rows.map(({ crowd, asked, alone, meanwhile, statuses }) => [
    ...[crowd, asked, `${alone.answers} / ${meanwhile.answers}`],
    ...[timesAs(alone.p50Ms, meanwhile.p50Ms), timesAs(alone.p95Ms, meanwhile.p95Ms)],
    ...[`${alone.mostMs.toFixed(0)} / ${meanwhile.mostMs.toFixed(0)}`, JSON.stringify(statuses)],
  ]),
];

function timesAs(alone: number, meanwhile: number): string {
  const times = meanwhile / alone;
  return `${alone.toFixed(1)} / ${meanwhile.toFixed(1)} = ${times.toFixed(2)}${times > MOST_TIMES ? " TOO LONG" : ""}`;
}
