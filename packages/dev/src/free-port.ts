import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Whether a process can listen on this TCP port of the loopback address now. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Systems assign ports from here on to outgoing connections, and to servers that ask for any port. */
export const FIRST_ASSIGNED = 32_768;

const FIRST = 10_000;
/** The last port that `freePort` chooses. */
export const LAST = 29_999;

/**
 * A free TCP port of 127.0.0.1, chosen at random among the ports that no outgoing connection uses. Another server
 * may take the port first, so callers try again.
 *
 * @param kept ports that are free, and stay so: servers that start later listen there
 */
export async function freePort(kept: readonly number[] = []): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (!kept.includes(port) && (await isPortFree(port))) return port;
  }
}
