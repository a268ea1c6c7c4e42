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

/** Systems assign ports from 32768 on to outgoing connections, and to servers that ask for any port. */
const FIRST = 10_000;
const LAST = 29_999;

/**
 * A free TCP port of 127.0.0.1, chosen at random among the ports that no outgoing connection uses. Another server
 * may take the port first, so callers try again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isPortFree(port)) return port;
  }
}
