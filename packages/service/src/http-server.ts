/** Starting and stopping a node:http server. */
import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/**
 * Listens, and returns the port (chosen by the system when 0 was asked for).
 *
 * @param place `variable` names the variable by which the operator sets the port; with `reusePort`, other processes may
 *   listen at it, too
 * @throws Error with one line that says what to do
 */
export async function startServer(
  server: Server,
  place: { port: number; host: string; variable: string; reusePort?: boolean } | { path: string; variable: string },
): Promise<number> {
  server.listen(place);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(problemOf(error as NodeJS.ErrnoException, place), { cause: error });
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function problemOf({ code, message }: NodeJS.ErrnoException, place: Parameters<typeof startServer>[1]): string {
  if ("path" in place) return `Cannot listen on ${place.path} (${place.variable}): ${message}`;
  const { host, port, variable } = place;
  if (code === "EADDRINUSE")
    return `Port ${port} on ${host} is in use. Stop what uses it, or set ${variable} to another port.`;
  if (code === "EACCES") return `Port ${port} on ${host} needs more permissions. Set ${variable} to a port above 1023.`;
  if (code === "ENOTSUP") return "This system does not let several processes share a port. Leave SHARED_PORTS out.";
  if (code === "EADDRNOTAVAIL") return `${host} is not an address of this machine. Correct the host to listen on.`;
  return `Cannot listen on port ${port} of ${host}: ${message}`;
}

/**
 * Accepts no new connection, lets running requests end, and ends those that exceed the limit.
 *
 * @param keptMs how long what comes over connections that are already open is answered
 * @returns whether all requests ended by themselves
 */
export async function stopServer(server: Server, limitMs: number, keptMs = 0): Promise<boolean> {
  const closed = new Promise<true>((resolve) => server.once("close", () => resolve(true)));
  const [limit, kept] = [new AbortController(), new AbortController()];
  if (keptMs > 0) {
    await stopListening(server);
    await Promise.race([closed, pause(Math.min(keptMs, limitMs), undefined, { signal: kept.signal })]);
    kept.abort();
  }
  server.close();
  // A kept-alive connection has no request to wait for once its response is sent.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  try {
    const ended = await Promise.race([closed, pause(limitMs, false as const, { signal: limit.signal })]);
    if (ended) return true;
    server.closeAllConnections();
    await closed;
    return false;
  } finally {
    limit.abort();
    clearInterval(sweep);
  }
}

/**
 * Closes the listener, and no connection: `close` of node:http would close the idle ones under a request that a proxy
 * is just sending. What already connected is accepted first.
 */
async function stopListening(server: Server): Promise<void> {
  await nextTurn();
  NetServer.prototype.close.call(server);
}
