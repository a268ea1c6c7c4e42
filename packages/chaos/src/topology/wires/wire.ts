/**
 * The network between a store and those who connect to it: it passes bytes on, or keeps them while it is cut. A
 * connection stays open then, and nobody is told.
 */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { listens } from "../program.ts";

/** What does not arrive: nothing does, or only what the store says. */
export type Lost = "everything" | "answers";

export interface Wire {
  /** Where others find the store. */
  readonly port: number;
  cut(lost: Lost): void;
  mend(): void;
  reset(): void;
  stop(): void;
}

/** A connection through a wire: one end at the caller, the other at the store. */
interface Pair {
  readonly caller: Socket;
  readonly store: Socket;
}

/** How often it looks whether the store has started. */
const ASK_EVERY_MS = 50;

/** @param target where the store listens. While nothing does, nothing listens at the wire */
export async function startWire(target: number): Promise<Wire> {
  const pairs = new Set<Pair>();
  let lost: Lost | undefined;
  let port = 0;
  let server: Server | undefined;
  let isStopped = false;

  const open = async () => {
    server = createServer({ allowHalfOpen: true }, (caller) => join(caller)).listen(port, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as { port: number });
  };

  function join(caller: Socket): void {
    const pair = { caller, store: connect({ port: target, host: "127.0.0.1", allowHalfOpen: true }) };
    pairs.add(pair);
    pair.store.on("error", ({ code }: NodeJS.ErrnoException) => void (code === "ECONNREFUSED" && closeForNow(pair)));
    caller.on("error", () => {}); // it closes as well
    for (const end of [caller, pair.store]) end.on("close", () => lost === undefined && part(pair));
    flow(pair);
  }

  /** Passes bytes on, in the directions that are not cut. */
  function flow({ caller, store }: Pair): void {
    for (const [from, to, passes] of [
      [caller, store, lost !== "everything"],
      [store, caller, lost === undefined],
    ] as const) {
      from.unpipe(to).pause();
      if (passes) from.pipe(to);
    }
  }

  function part(pair: Pair): void {
    pairs.delete(pair);
    for (const end of [pair.caller, pair.store]) end.destroy();
  }

  function breakOff(pair: Pair): void {
    pairs.delete(pair);
    pair.caller.resetAndDestroy();
    pair.store.destroy();
  }

  /** New connections are refused until the store listens again, as they would be without a wire. */
  async function closeForNow(pair: Pair): Promise<void> {
    breakOff(pair);
    if (server === undefined) return;
    server.close();
    server = undefined;
    while (!isStopped && !(await listens(target))) await pause(ASK_EVERY_MS);
    if (!isStopped) await open();
  }

  await open();
  return {
    port,
    cut(what) {
      lost = what;
      for (const pair of pairs) flow(pair);
    },
    mend() {
      lost = undefined;
      for (const pair of pairs) {
        // An end that failed passes nothing on.
        if (pair.caller.destroyed || pair.store.destroyed) part(pair);
        else flow(pair);
      }
    },
    reset() {
      lost = undefined;
      for (const pair of pairs) breakOff(pair);
    },
    stop() {
      isStopped = true;
      server?.close();
      for (const pair of pairs) part(pair);
    },
  };
}
