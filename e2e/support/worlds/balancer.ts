/**
 * A load balancer for trying several authorization servers. It sends each request to the next server, so that
 * nothing works that depends on the local state of one server. In production, a dedicated load balancer takes its
 * place.
 *
 *   PORT=4000 TARGET=http://authorization-server:4000 node balancer.ts
 *
 * The name in TARGET has one address per replica, as a service name of compose has. It is resolved again every
 * second. The balancer skips a replica that it cannot connect to.
 */
import { lookup } from "node:dns/promises";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

const LOOKUP_EVERY_MS = 1000;
/** More than a replica reads: what is too long is refused there, with a reference to its log. */
const MOST_HEADER_BYTES = 65_536;

const { PORT = "4000", TARGET = "http://authorization-server:4000" } = process.env;
const target = new URL(TARGET);
// Each request has its own connection. So earlier requests never decide where a request goes, and no connection is
// stale.
const agent = new Agent({ keepAlive: false });

let addresses: readonly string[] = [];
let next = 0;

async function lookUp(): Promise<void> {
  try {
    addresses = (await lookup(target.hostname, { all: true })).map(({ address }) => address).sort();
  } catch {
    addresses = [];
  }
}

function pass(req: IncomingMessage, res: ServerResponse): void {
  const tries = addresses.length;
  if (tries === 0) res.writeHead(503).end();
  else attempt(req, res, tries);
}

function attempt(req: IncomingMessage, res: ServerResponse, triesLeft: number): void {
  const host = addresses[next % addresses.length];
  next += 1;
  const headers = [...req.rawHeaders, "X-Forwarded-For", req.socket.remoteAddress ?? ""];
  const sent = request({ agent, host, port: target.port, method: req.method, path: req.url, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(res);
  });

  // Before there is a connection, nothing was sent, so another replica can take the request.
  let connected = false;
  sent.once("socket", (socket) =>
    socket.once("connect", () => {
      connected = true;
      req.pipe(sent);
    }),
  );
  sent.once("error", () => {
    if (!connected && triesLeft > 1) attempt(req, res, triesLeft - 1);
    else if (res.headersSent) res.destroy();
    else res.writeHead(502).end();
  });
  res.once("close", () => {
    // The rest of a refused body is read and dropped. Otherwise the next request on the connection waits behind
    // it.
    req.unpipe(sent).resume();
    sent.destroy();
  });
}

await lookUp();
setInterval(lookUp, LOOKUP_EVERY_MS);
const server = createServer({ maxHeaderSize: MOST_HEADER_BYTES }, pass).listen(Number(PORT));

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
