/** The requirements on a Redis server. */
import type { Log } from "../log.ts";

/** The lines of INFO, by name. Empty if the server does not permit INFO. */
export type ServerFacts = ReadonlyMap<string, string>;

/** Uses INFO: managed services forbid CONFIG, but mostly allow INFO. */
export async function serverFacts(client: { info(): Promise<string> }): Promise<ServerFacts> {
  const text = await client.info().catch((error: unknown) => {
    // A server that refuses INFO can be used unchecked. A server that does not answer cannot be used.
    if (error instanceof Error && /^(NOPERM|ERR unknown command)/i.test(error.message)) return "";
    throw error;
  });
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(":");
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : [];
    }),
  );
}

/** True when keys are spread over several servers. */
export function isCluster(facts: ServerFacts): boolean {
  return facts.get("cluster_enabled") === "1";
}

/**
 * Throws unless the server keeps what it stores: an evicted `jti` would let a replay through. If the server does not
 * tell its policy, a warning asks the operator to check it.
 */
export function assertFit(facts: ServerFacts, address: string, log: Log): void {
  const version = facts.get("redis_version");
  if (version !== undefined && !isAtLeast6_2(version)) {
    throw new Error(`Redis at ${address} is ${version}; 6.2 or newer is needed (or Valkey).`);
  }

  const policy = facts.get("maxmemory_policy");
  if (policy === undefined) {
    log.warn({ address }, "Redis does not report its maxmemory-policy: make sure that it is noeviction");
    return;
  }
  if (policy === "noeviction") return;
  throw new Error(
    `Redis at ${address} has maxmemory-policy ${policy} and may forget single-use marks, which lets replays through. ` +
      "Set maxmemory-policy noeviction.",
  );
}

function isAtLeast6_2(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 6 || (major === 6 && minor >= 2);
}
