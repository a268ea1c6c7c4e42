/** The thread of one wire: see wires.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { type Lost, startWire } from "./wire.ts";

/** What is told to it. */
export type Order = { readonly act: "cut"; readonly lost: Lost } | { readonly act: "mend" | "reset" };

const wire = await startWire(workerData as number);
parentPort?.on("message", (order: Order) => {
  if (order.act === "cut") wire.cut(order.lost);
  else wire[order.act]();
});
parentPort?.postMessage(wire.port);
