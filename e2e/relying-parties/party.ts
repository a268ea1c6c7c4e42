/** What the test of a relying party by other authors needs. */
import { createServer } from "node:net";
import type { Operator } from "../support/worlds/operator.ts";
import type { Account, World } from "../support/worlds/world.ts";

export interface Surroundings {
  readonly world: World;
  readonly operator: Operator;
  /** A person with every claim. */
  readonly demo: Account;
}

export interface Party {
  readonly name: string;
  /** Its Debian packages. */
  readonly packages: readonly string[];
  isInstalled(): Promise<boolean>;
  /** Throws if a requirement is not met. Leaves no process running. */
  run(surroundings: Surroundings): Promise<void>;
}

/** A loopback port that is not in use. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
