/** What a relying party that we did not write needs to be tried. */
import { createServer } from "node:net";
import type { Operator } from "../support/operator.ts";
import type { Account, World } from "../support/world.ts";

interface Surroundings {
  readonly world: World;
  readonly operator: Operator;
  /** Somebody of whom every claim is known. */
  readonly demo: Account;
}

export interface Party {
  readonly name: string;
  /** Debian's packages of it. */
  readonly packages: readonly string[];
  isInstalled(): Promise<boolean>;
  /** Throws when something is not as it has to be; leaves nothing running. */
  run(surroundings: Surroundings): Promise<void>;
}

/** A port of loopback that nobody listens on. */
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
