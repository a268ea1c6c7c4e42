/** The balancer in front of composed replicas: its own faults must not be mistaken for ours. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { freePorts } from "../../../support/worlds/ports.ts";

const BALANCER = join(import.meta.dirname, "..", "..", "..", "support", "worlds", "balancer.ts");
const WITHIN_MS = 3_000; // Less than the 5 seconds after which Node.js closes an idle connection.
const BODY_BYTES = 1_000_000;

let replica: Server;
let balancer: ChildProcess;
let port: number;

test.beforeAll(async () => {
  // Refuses a body by its declared length before it arrives, and discards it, as our endpoints do.
  replica = createServer((req, res) => {
    const isLarge = Number(req.headers["content-length"] ?? 0) > 16_384;
    res.writeHead(isLarge ? 413 : 200, { "content-length": 2 }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(replica, "listening");
  port = await freePorts();
  const environment = { PORT: String(port), TARGET: `http://127.0.0.1:${(replica.address() as AddressInfo).port}` };
  balancer = spawn(process.execPath, [BALANCER], { env: { ...process.env, ...environment }, stdio: "inherit" });
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
});

test.afterAll(async () => {
  balancer.kill();
  await once(balancer, "close");
  replica.closeAllConnections();
  replica.close();
});

/** Waits until a connection receives a response with this status. */
function answered(socket: Socket, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${status} within ${WITHIN_MS} ms`)), WITHIN_MS);
    socket.on("data", (bytes) => {
      if (!String(bytes).includes(`HTTP/1.1 ${status} `)) return;
      clearTimeout(late);
      resolve();
    });
  });
}

test("dos-01: a body that is refused early does not delay the next request of the connection", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  try {
    const refused = answered(socket, 413);
    const keptAlive = "HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\n";
    socket.write(`POST /token ${keptAlive}content-length: ${BODY_BYTES}\r\n\r\nx`);
    await refused;
    const next = answered(socket, 200);
    socket.write("x".repeat(BODY_BYTES - 1));
    socket.write(`GET / ${keptAlive}\r\n`);
    await next;
  } finally {
    socket.destroy();
  }
});
