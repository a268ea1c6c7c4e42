/**
 * One, two and four authorization servers behind a balancer, with shared stores, on every core. Shows what scales
 * and what becomes saturated.
 */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { loadsOf } from "../compare.ts";
import { expectToken, worksOf } from "../driver.ts";
import { ready } from "../load/load.ts";
import { doubts, watchMachine } from "../machine.ts";
import { isChosen, type Options } from "../options.ts";
import { cpuMicroseconds, type Measured, startMeasured } from "../processes.ts";
import { table } from "../report.ts";
import { type Deployment, deploy } from "../servers/deployment.ts";
import { OURS } from "../servers/servers.ts";
import { freePort } from "../stores.ts";
import { type Surroundings, withSurroundings } from "../surroundings.ts";
import type { WorkName } from "../works.ts";

const BALANCER = join(import.meta.dirname, "..", "..", "programs", "balancer.ts");
const COUNTS = [1, 2, 4];
const SHARED: readonly WorkName[] = ["cc-es256", "refresh-es256", "introspection", "flow-es256"];
const CONCURRENCY = 32;
/** Seconds for each replica: the compiler of each replica has the same work to do. */
const WARM_UP_SECONDS = 5;

export interface ReplicasRow {
  readonly replicas: number;
  readonly work: string;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** The number of cores that each kept busy, out of those of the machine. */
  readonly busy: Readonly<Record<"servers" | "stores" | "balancer" | "generator", number>>;
  /** Throughput per core that the servers kept busy. */
  readonly perServerCore: number;
}

export async function replicas(options: Options): Promise<void> {
  const machine = watchMachine();
  const rows: ReplicasRow[] = [];
  for (const count of COUNTS) rows.push(...(await withSurroundings((around) => measureWith(count, around, options))));
  const report = { machine: machine(), options, cores: cpus().length, rows };
  writeFileSync(options.out, `${JSON.stringify(report, null, 1)}\n`);
  const headings = ["work", "replicas", "per second", "p99 ms", "per server core", "busy cores"];
  console.log(`\n${table([headings, ...rows.map(cellsOf)])}\n`);
  for (const line of doubts(report.machine)) console.log(line);
}

async function measureWith(count: number, around: Surroundings, options: Options): Promise<ReplicasRow[]> {
  const { stores, folder, afterwards } = around;
  const deployment = await deploy({ name: OURS, stores, folder, profile: options.profile, unpinned: true });
  const { servers, balancer } = await startReplicas(count, deployment, around);
  const resourceServer = await deployment.start("resource-server");
  afterwards(() => resourceServer.stop());
  await expectToken(deployment.provider);

  const pids = [...servers, resourceServer].map(({ pid }) => pid);
  const used = async () => ({
    servers: pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0),
    stores: (await stores.use()).cpuMicroseconds,
    balancer: cpuMicroseconds(balancer.pid),
    generator: cpuMicroseconds(process.pid),
  });
  const works = worksOf(deployment.provider);
  const rows: ReplicasRow[] = [];
  for (const work of SHARED.filter((name) => isChosen(name, options.works))) {
    const loads = await loadsOf(work, [{ name: OURS, pids, firstTokenMs: 0, works, stop: async () => {} }]);
    for (const load of loads.values()) {
      const go = await ready(load, { concurrency: CONCURRENCY, seconds: options.seconds });
      await (await ready(load, { concurrency: CONCURRENCY, seconds: WARM_UP_SECONDS * count }))();
      const [before, startedAt] = [await used(), performance.now()];
      const { perSecond, p99Ms, failed } = await go();
      const [after, micros] = [await used(), (performance.now() - startedAt) * 1000];
      const share = (of: keyof typeof before) => (after[of] - before[of]) / micros;
      const busy = {
        ...{ servers: share("servers"), stores: share("stores") },
        ...{ balancer: share("balancer"), generator: share("generator") },
      };
      rows.push({ replicas: count, work, perSecond, p99Ms, failed, busy, perServerCore: perSecond / busy.servers });
    }
  }
  console.log(table(rows.map(cellsOf)));
  return rows;
}

async function startReplicas(count: number, deployment: Deployment, { folder, afterwards }: Surroundings) {
  const servers: Measured[] = [];
  const ports: number[] = [];
  while (servers.length < count) {
    const port = await freePort();
    const server = await deployment.start("authorization-server", port);
    afterwards(() => server.stop());
    servers.push(server);
    ports.push(port);
  }
  const balancer = await startMeasured({
    command: [process.execPath, BALANCER],
    environment: { PATH: process.env.PATH, PORT: String(deployment.port), TARGETS: ports.join(",") },
    ready: `http://localhost:${deployment.port}/health/ready`,
    logFile: join(folder, "balancer.log"),
    unpinned: true,
  });
  afterwards(() => balancer.stop());
  return { servers, balancer };
}

function cellsOf({ work, replicas, perSecond, p99Ms, perServerCore, busy, failed }: ReplicasRow): string[] {
  const cores = Object.entries(busy).map(([name, share]) => `${name} ${share.toFixed(2)}`);
  return [
    ...[work.padEnd(14), String(replicas), perSecond.toFixed(0), p99Ms.toFixed(1), perServerCore.toFixed(0)],
    `${cores.join(", ")}${failed > 0 ? `, ${failed} FAILED` : ""}`,
  ];
}
