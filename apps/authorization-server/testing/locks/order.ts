/** The order of locks, as the decision states it. */
import { readFileSync } from "node:fs";

const DECISION = new URL("../../../../docs/decisions/0131-locks-are-taken-in-one-order.md", import.meta.url);

/** The tables in the order in which a transaction locks their rows. */
export const LOCK_ORDER: readonly string[] = readFileSync(DECISION, "utf8")
  .split("\n")
  .filter((line) => /^\d+\. /.test(line))
  .flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, table = ""]) => table));
