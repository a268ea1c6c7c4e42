/**
 * Free ports: four in a row for an ecosystem, the last for its mails. They are claimed, so that another run on this
 * machine takes others.
 */
import { createServer, type Server } from "node:net";

const FIRST = 4100;
const LAST = 4980;
const IN_A_ROW = 10;
const CLAIM = 9;

/**
 * The first of four free ports in a row, counted up from `from`. They stay claimed until this process ends.
 * Otherwise another run could also find them free before the services listen on them. Throws when there are none.
 */
export async function freePortTriple(from = FIRST): Promise<number> {
  for (let port = from; port <= LAST; port += IN_A_ROW) {
    const claim = await listenOn(port + CLAIM);
    if (claim === undefined) continue;

    const free = await Promise.all([port, port + 1, port + 2, port + 3].map(isFree));
    if (free.every(Boolean)) return port;
    claim.close();
  }
  throw new Error(`no four free ports in a row from ${from} to ${LAST}`);
}

/** The port from which the search for the next three ports continues. */
export const after = (port: number) => port + IN_A_ROW;

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (probe === undefined) return false;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return true;
}

function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer().unref();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resolve(server));
  });
}
