/** Real HTTP on loopback, and a log that tests can read. */
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import { createLogger, type Logger } from "./log/logger.ts";
import type { OnError } from "./routing/fail-safely.ts";
import { type Methods, type ServeOptions, serve } from "./routing/routes.ts";
import { startServer, stopServer } from "./server/http-server.ts";
import { malformedRequestStatus } from "./server/malformed-requests.ts";

export interface Served {
  readonly port: number;
  readonly origin: string;
  close(): Promise<unknown>;
}

async function open(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  const port = await startServer(server, { port: 0, host: "127.0.0.1", variable: "PORT" });
  return { port, origin: `http://127.0.0.1:${port}`, close: () => stopServer(server, 0) };
}

/** Answers an error in JSON, with its message. */
export const inJson: OnError = (err, call) =>
  call.json({ failed: String(err), reference: call.requestId }, {}, malformedRequestStatus(err) ?? 500);

/** Serves routes of one kind of caller, like a service whose issuer is on https. */
export function openRoutes(
  routes: Readonly<Record<string, Methods>>,
  options: Partial<ServeOptions> & Pick<ServeOptions, "log">,
): Promise<Served> {
  const caller = { onError: inJson };
  const table = Object.entries(routes).map(([path, methods]) => [path, { caller, methods }] as const);
  return open(
    serve({
      routes: Object.fromEntries(table),
      notFound: { caller, handler: (call) => call.json("not found", {}, 404) },
      publicUrl: "https://issuer.example",
      addressOf: ({ socket }) => socket.remoteAddress ?? "unknown",
      metrics: undefined,
      ...options,
    }),
  );
}

/** Sends bytes unchanged, which `fetch` would correct or refuse, and returns the whole response. */
export function raw(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("end", () => resolve(response)).on("error", reject);
  });
}

export function recordingLogger(level = "debug"): { logger: Logger; lines: Record<string, unknown>[]; text(): string } {
  const written: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write(line: string) {
      written.push(line);
      lines.push(JSON.parse(line));
    },
  };
  return { logger: createLogger({ name: "test", level, destination }), lines, text: () => written.join("") };
}
