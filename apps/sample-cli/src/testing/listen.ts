import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves on a free port of loopback. The application is made when its origin is known. */
export async function listen(make: (origin: string) => RequestListener): Promise<Listening> {
  let application: RequestListener = (_req, res) => res.writeHead(503).end();
  const server = createServer((req, res) => application(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  application = make(origin);
  return {
    origin,
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}
