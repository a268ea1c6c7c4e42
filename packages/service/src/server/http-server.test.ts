/**
 * A server that stops while requests arrive that it has not read: the system resets a connection that is closed then,
 * and a proxy answers 502 to a POST. Each server and its client are processes, because the server stands still.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServer, stopServer } from "./http-server.ts";

const STANDSTILL_MS = 400;

/** Nothing else runs in this process for this time, as on a machine with too much to do. */
const standStill = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);

/**
 * The client asks for `begin` over one of its connections, and while the server stands still, sends a POST over each of
 * `kept` others that are open, and of `fresh` new ones.
 *
 * @returns how often each outcome came: a status, or the code of an error
 */
async function outcomes(port: number, { kept, fresh }: { kept: number; fresh: number }) {
  const client = `
    import { Agent, request } from "node:http";
    const send = (method, path, agent) => new Promise((resolve) => {
      const asked = request({ host: "127.0.0.1", port: ${port}, method, path, agent }, (res) =>
        res.resume().on("end", () => resolve(String(res.statusCode))));
      asked.on("error", (err) => resolve(err.code)).end();
    });
    const agents = Array.from({ length: ${kept} }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents) await send("GET", "/", agent);
    const begun = send("GET", "/begin", new Agent());
    await new Promise((resolve) => setTimeout(resolve, ${STANDSTILL_MS / 4}));
    const others = Array.from({ length: ${fresh} }, () => new Agent());
    const all = await Promise.all([...agents, ...others].map((agent) => send("POST", "/", agent)));
    console.log(JSON.stringify([await begun, ...all]));
    process.exit();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", client], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  await once(child, "close");
  return Map.groupBy(JSON.parse(printed) as string[], (outcome) => outcome);
}

async function start(onBegin: (server: ReturnType<typeof createServer>) => void) {
  const server = createServer((req, res) => {
    if (req.url === "/begin") onBegin(server);
    req.resume().on("end", () => res.end());
  });
  const port = await startServer(server, { port: 0, host: "127.0.0.1", variable: "PORT" });
  onTestFinished(() => server.closeAllConnections());
  return port;
}

describe("a server that stops answers what was sent to it before", () => {
  it("over connections that wait to be accepted", async () => {
    let stopped: Promise<boolean> | undefined;
    const port = await start((server) => {
      stopped = stopServer(server, 5000, 1000);
      standStill();
    });
    expect([...(await outcomes(port, { kept: 0, fresh: 20 })).keys()]).toEqual(["200"]);
    expect(await stopped).toBe(true);
  });

  it("over kept connections that it was about to close", async () => {
    let stopped: Promise<boolean> | undefined;
    const port = await start((server) => {
      stopped = stopServer(server, 5000, STANDSTILL_MS / 2);
      // Timers that are due then come before what can be read.
      setTimeout(() => setImmediate(standStill), STANDSTILL_MS / 8);
    });
    expect([...(await outcomes(port, { kept: 20, fresh: 0 })).keys()]).toEqual(["200"]);
    expect(await stopped).toBe(true);
  });
});
