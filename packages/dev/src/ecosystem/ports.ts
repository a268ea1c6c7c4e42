/** Checks whether the ports of the services are free, before anything starts. */
import { connect, createServer } from "node:net";
import { codeOf, failure } from "../failure.ts";

/** Browsers try both addresses for "localhost". */
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * @throws a failure that names the first port that is not available, and what to do
 */
export async function checkPorts(ports: readonly number[]): Promise<void> {
  const problems = await Promise.all(ports.map(problemOf));
  const index = problems.findIndex((problem) => problem !== undefined);
  const port = ports[index];
  if (port === undefined) return;

  if (problems[index] === "forbidden")
    throw failure(`Port ${port} may only be used by root: choose others, as in COUNTERSIGN_PORT=4000 npm start.`);
  const others = port >= 5000 ? 4000 : 5000;
  throw failure(
    `Port ${port} is taken: stop what uses it (lsof -i :${port} shows it), or choose other ports: ` +
      `COUNTERSIGN_PORT=${others} npm start.`,
  );
}

async function problemOf(port: number): Promise<"taken" | "forbidden" | undefined> {
  for (const host of LOOPBACK) {
    // A server on all addresses does not always prevent others from binding one address. But it answers on that
    // address.
    if (await isAnswered(port, host)) return "taken";
    const refusal = await listenRefusal(port, host);
    if (refusal === "EADDRINUSE") return "taken";
    if (refusal === "EACCES") return "forbidden";
  }
  return undefined; // any other error: this machine has no such address
}

function isAnswered(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.setTimeout(1000, () => resolve(false));
    socket.once("connect", () => socket.destroy()).once("timeout", () => socket.destroy());
  });
}

function listenRefusal(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(codeOf(error)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
