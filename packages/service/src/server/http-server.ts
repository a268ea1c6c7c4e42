/** Starting and stopping a node:http server. */
import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { inQuietTurn } from "./quiet-turn.ts";

const SWEEP_MS = 50;

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

/** From now on, each answer ends its connection. Returns how to take that back. */
export function endConnections(server: Server): () => void {
  const end = (_: unknown, res: ServerResponse) => res.setHeader("connection", "close");
  server.prependListener("request", end);
  return () => server.off("request", end);
}

/**
 * Accepts no new connection, lets running requests end, and ends those that exceed the limit.
 *
 * @param keptMs how long what comes over connections that are already open is answered
 * @returns whether all requests ended by themselves
 */
export async function stopServer(server: Server, limitMs: number, keptMs = 0): Promise<boolean> {
  const closed = new Promise<true>((resolve) => server.once("close", () => resolve(true)));
  await stopListening(server);
  await within(keptMs === 0 ? 0 : Math.min(keptMs, limitMs), closed);
  const ending = new AbortController();
  const swept = closeIdle(server, ending.signal);
  try {
    if (await within(limitMs, closed)) return true;
    server.closeAllConnections();
    await closed;
    return false;
  } finally {
    ending.abort();
    await swept;
  }
}

/** Whether it ended in this time. */
async function within(ms: number, closed: Promise<true>): Promise<boolean> {
  const limit = new AbortController();
  try {
    return await Promise.race([closed, pause(ms, false as const, { signal: limit.signal })]);
  } finally {
    limit.abort();
  }
}

/**
 * Closes the listener, and no connection: `close` of node:http would close the idle ones under a request that a proxy
 * is just sending. What already connected is accepted first.
 */
const stopListening = (server: Server) => inQuietTurn(server, () => NetServer.prototype.close.call(server));

/** A kept-alive connection has no request to wait for once its response is sent. */
async function closeIdle(server: Server, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await inQuietTurn(server, () => server.closeIdleConnections());
    await pause(SWEEP_MS, undefined, { signal }).catch(() => {}); // it ended
  }
}
