import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves on a loopback port (0: a free one). The application is made when the origin is known. */
export async function listen(make: (origin: string) => RequestListener, port = 0): Promise<Listening> {
  let application: RequestListener = (_req, res) => res.writeHead(503).end();
  const server = createServer((req, res) => application(req, res));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));

  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  application = make(origin);
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
