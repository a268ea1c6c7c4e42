/** One running ecosystem, as the tests see it. It is made once for all workers, which find it in their environment. */
import type { CertifiedKey } from "./certificates.ts";

export interface Account {
  readonly username: string;
  readonly password: string;
  /** The secret of an authenticator app, in base32. */
  readonly totp?: string;
}

export type WorldName = "http" | "https";

export interface World {
  readonly name: WorldName;
  readonly issuer: string;
  readonly resource: string;
  readonly client: string;
  /** The sample API, the sample MCP server, and the stock API behind the first one. */
  readonly api: string;
  readonly mcp: string;
  readonly stock: string;
  /** The administration console. */
  readonly console: string;
  /** The origin of any other site of this world, such as `site("evil")`; on https only. */
  readonly otherSites: string;
  /** The URL of the database, with the login of the authorization server. */
  readonly databaseUrl: string;
  readonly accounts: readonly Account[];
  readonly dataDir: string;
  /** The command that prints what the authorization servers logged. */
  readonly logCommand: readonly [program: string, ...args: readonly string[]];
  /** The time when its services were ready, in milliseconds since 1970. */
  readonly readyAt: number;
  /** The certificate (PEM) of the authority that signed the certificates of the world; on https only. */
  readonly authority: string;
  /** A certificate for mutual TLS that this authority signed for a client; on https only. */
  readonly clientCertificate?: CertifiedKey;
}

const VARIABLE = "COUNTERSIGN_E2E_WORLDS";

/** Publishes the worlds to the processes that run tests. */
export function publishWorlds(worlds: readonly World[]): void {
  process.env[VARIABLE] = JSON.stringify(worlds);
}

/** The world with this name. Throws when it was not started. */
export function findWorld(name: WorldName): World {
  const worlds = JSON.parse(process.env[VARIABLE] ?? "[]") as readonly World[];
  const found = worlds.find((world) => world.name === name);
  if (found === undefined) throw new Error(`the ${name} world was not started`);
  return found;
}

/** The origin of another site in the https world: `siteOf(world, "evil")` is `https://evil.test:<port>`. */
export function siteOf(world: World, name: string): string {
  return world.otherSites.replace("*", name);
}
