import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Whether a TCP port of the loopback address can be listened on now. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Systems give ports from 32768 on to connections that go out, and to servers that ask for any port. */
const FIRST = 10_000;
const LAST = 29_999;

/**
 * A free TCP port of 127.0.0.1, picked at random among those that no connection that goes out takes meanwhile. Another
 * server may take it first: callers try again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isPortFree(port)) return port;
  }
}
