/** A replica of the authorization server ends, by itself or by force, and another one starts in its place. */
import type { Fault } from "./fault.ts";

const end = (name: string, signal: "SIGTERM" | "SIGKILL"): Fault => ({
  name,
  away: "replica",
  isAbrupt: signal === "SIGKILL",
  run: ({ replicas }) => replicas[0]?.replace(signal) ?? Promise.resolve(),
});

export const terminateReplica = end("SIGTERM of a replica", "SIGTERM");
export const killReplica = end("SIGKILL of a replica", "SIGKILL");
