/** Free ports: three in a row for an ecosystem, one for the proxy. */
import { createServer } from "node:net";

const FIRST = 4100;
const LAST = 4980;
const IN_A_ROW = 10;

/** The first of three free ports, counted up from `from`. Throws when there are none. */
export async function freePortTriple(from = FIRST): Promise<number> {
  for (let port = from; port <= LAST; port += IN_A_ROW) {
    const free = await Promise.all([port, port + 1, port + 2].map(isFree));
    if (free.every(Boolean)) return port;
  }
  throw new Error(`no three free ports in a row from ${from} to ${LAST}`);
}

/** Where the search for the next triple goes on. */
export const after = (port: number) => port + IN_A_ROW;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
