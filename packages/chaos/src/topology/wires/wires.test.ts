/** A wire works while this thread does not. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, it } from "vitest";
import { networkOf, wireTo } from "./wires.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A program that sends a word, and ends well if it comes back in time. */
const ASKS = `
  const socket = require("node:net").connect(Number(process.argv[1]), "127.0.0.1");
  socket.on("data", (chunk) => process.exit(String(chunk) === "word" ? 0 : 1)).write("word");
  setTimeout(() => process.exit(2), 4000);`;
const REPEATS = `
  require("node:net").createServer((socket) => socket.pipe(socket)).listen(Number(process.argv[1]), "127.0.0.1",
    () => console.log("here"));`;

async function repeating(): Promise<number> {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as { port: number };
  free.close();
  const store = spawn(process.execPath, ["-e", REPEATS, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  ends.push(() => store.kill("SIGKILL"));
  await once(store.stdout, "data");
  return port;
}

it("passes on what others say while this thread works, and nothing while it is cut", async () => {
  const wire = await wireTo(await repeating(), (end) => ends.push(end));
  const asks = () => spawn(process.execPath, ["-e", ASKS, String(wire.port)], { stdio: "ignore" });
  const busy = asks();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6000); // longer than it waits, as a migration may be
  expect(await once(busy, "exit")).toEqual([0, null]);

  const network = networkOf([wire]);
  await network.cut("everything");
  const cut = asks();
  expect(await once(cut, "exit")).toEqual([2, null]);
  network.reset();
  expect(await once(asks(), "exit")).toEqual([0, null]);
}, 60_000);
