/** For tests: servers on loopback, and requests in which every byte of the target and every header line is chosen. */
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The lines of WWW-Authenticate. */
  readonly challenges: readonly string[];
  readonly body: string;
}

/** Starts a server; `send` sends a request target as it is, which `fetch` would normalize. */
export async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    send: (path: string, { method = "GET", headers = {}, body }: Sent = {}) =>
      new Promise<Received>((resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, method, headers }, (res) => {
          const parts: Buffer[] = [];
          res.on("data", (part: Buffer) => parts.push(part));
          res.on("end", () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              challenges: res.headersDistinct["www-authenticate"] ?? [],
              body: Buffer.concat(parts).toString(),
            }),
          );
        });
        sent.on("error", reject).end(body);
      }),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
