/** One drill: backed up, worked with, lost, restored, and tried. */
import { join } from "node:path";
import { pause } from "../clients/answered.ts";
import { isFailed } from "../history/good.ts";
import { type History, openHistory } from "../history/history.ts";
import { DATABASE } from "../topology/environments.ts";
import { startAround } from "../topology/topology.ts";
import { until } from "../topology/until.ts";
import { ROWS_OF_CLIENTS, type Row, type Scene } from "./rows.ts";
import { ROWS_OF_PEOPLE } from "./rows-of-people.ts";
import { type Server, startServer } from "./server.ts";
import { WAYS } from "./ways.ts";

export interface Restored {
  readonly by: keyof typeof WAYS;
  readonly databaseMb: number;
  readonly steps: readonly { readonly step: string; readonly seconds: number }[];
  readonly rows: readonly (Pick<Row, "what" | "must"> & { readonly works: boolean })[];
}

interface Options {
  readonly folder: string;
  readonly by: keyof typeof WAYS;
  /** Leaves `countersign restored` out, to see what comes back then. */
  readonly isBare: boolean;
  readonly say: (line: string) => void;
}

const MOST_REPEATS = 5;
const PAUSE_MS = 3000;

// The last row is made just before the point.
const ROWS = [...ROWS_OF_PEOPLE, ...ROWS_OF_CLIENTS];

export async function drill({ folder, by, isBare, say }: Options): Promise<Restored> {
  const stream = join(folder, "audit.jsonl");
  const stores = { redis: "single", postgres: "pair", pooler: "none" } as const;
  const starting = { folder, say, stores, auditStream: `file://${stream}` };
  const topology = await startAround(starting, startServer);
  const steps: { step: string; seconds: number }[] = [];
  const timed = async (step: string, act: () => unknown) => {
    say(step);
    const began = performance.now();
    await act();
    steps.push({ step, seconds: Math.ceil((performance.now() - began) / 100) / 10 });
  };
  try {
    const { issuer, resource, http, certificates, mailed, deployment, postgres, replicas, redis } = topology;
    const history = openHistory(join(folder, "history.jsonl.gz"));
    const reached = { issuer, programs: issuer, resource, http, certificates };
    const scene: Scene = { ...reached, history, mailed, ...deployment };
    const way = WAYS[by](postgres);
    const backUp = () => timed("backup", () => way.backUp(deployment));
    await way.prepare();
    if (!way.isOfThePoint) await backUp();

    say("work, up to the point");
    const made = await inTurn(ROWS, async (row) => {
      say(`  ${row.what}`);
      return { ...row, ...(await sure(history, () => row.make(scene))) };
    });
    if (way.isOfThePoint) await backUp();
    const [point] = await postgres.ask("SELECT to_char(now(), 'YYYY-MM-DD HH24:MI:SS.US') || '+00' AS at, pg_sleep(1)");
    const at = String(point?.at);

    say(`work, after the point: ${at}`);
    await inTurn(made.toReversed(), (one) => one.goOn?.());
    await streamed(postgres);
    await way.finish();
    const [size] = await postgres.ask("SELECT pg_database_size(current_database()) / 1e6 AS mb", DATABASE);

    say("the loss");
    await Promise.all(replicas.map(({ stop }) => stop()));
    await postgres.lose();
    await timed("restore", () => way.restore(deployment, at));
    await timed("prepare", deployment.migrate);
    const restored = ["restored", "--to", `${at.replace(" ", "T").slice(0, 23)}Z`, "--events", stream];
    if (!isBare) await timed("countersign restored", () => say(scene.command(restored)));
    await redis.kill();
    await redis.start();
    await timed("start of the services", () => inTurn(replicas, ({ replace }) => replace("SIGTERM")));

    say("what is of use now");
    const rows = await inTurn(made, async ({ what, must, works }) => ({
      what,
      must,
      works: await tried(() => sure(history, works)),
    }));
    return { by, databaseMb: Math.ceil(Number(size?.mb)), steps, rows };
  } finally {
    await topology.stop();
  }
}

async function inTurn<One, Result>(all: readonly One[], act: (one: One) => Promise<Result> | undefined) {
  const results: Awaited<Result>[] = [];
  for (const one of all) results.push((await act(one)) as Awaited<Result>);
  return results;
}

/** Acts again if a request failed: that says nothing about what was tried. */
async function sure<T>({ entries }: History, act: () => Promise<T>): Promise<T> {
  for (let left = MOST_REPEATS; ; left--) {
    const from = entries.length;
    const isSure = () => left === 0 || !entries.slice(from).some((entry) => "kind" in entry && isFailed(entry));
    try {
      const result = await act();
      if (result !== false || isSure()) return result;
    } catch (err) {
      if (isSure()) throw err;
    }
    await pause(PAUSE_MS);
  }
}

const tried = (works: () => Promise<boolean>) => works().catch(() => false);

/** Waits until no event waits to be written to the stream of the audit log. */
const streamed = ({ ask }: Server) =>
  until(async () => (await ask("SELECT FROM audit_stream_entry LIMIT 1", DATABASE)).length === 0);
