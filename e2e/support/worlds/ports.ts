/**
 * Free ports: eleven in a row for an ecosystem, of its services, the mail catcher, the database where it is in a
 * container, and the listeners for clients with certificates. They are claimed, so that another run on this machine
 * takes others.
 */
import { createServer, type Server } from "node:net";

const FIRST = 4100;
const LAST = 4980;
const IN_A_ROW = 12;
const CLAIM = 11;

/**
 * The first of eleven free ports in a row, counted up from `from`. They stay claimed until this process ends.
 * Otherwise another run could also find them free before the services listen on them. Throws when there are none.
 */
export async function freePorts(from = FIRST): Promise<number> {
  for (let port = from; port <= LAST; port += IN_A_ROW) {
    const claim = await listenOn(port + CLAIM);
    if (claim === undefined) continue;

    const free = await Promise.all(Array.from({ length: CLAIM }, (_, index) => isFree(port + index)));
    if (free.every(Boolean)) return port;
    claim.close();
  }
  throw new Error(`no eleven free ports in a row from ${from} to ${LAST}`);
}

/** The port from which the search for the next ports continues. */
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
