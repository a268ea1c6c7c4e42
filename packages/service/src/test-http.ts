/** Real HTTP on loopback, and a log that can be looked at. */
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Express } from "express";
import { startServer, stopServer } from "./http-server.ts";
import { createLogger, type Logger } from "./logger.ts";

export interface Served {
  readonly port: number;
  readonly origin: string;
  close(): Promise<unknown>;
}

export async function serve(app: Express): Promise<Served> {
  const server = createServer(app);
  const port = await startServer(server, { port: 0, host: "127.0.0.1", variable: "PORT" });
  return { port, origin: `http://127.0.0.1:${port}`, close: () => stopServer(server, 0) };
}

/** Sends bytes as they are, which `fetch` would correct or refuse, and returns the whole response. */
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
