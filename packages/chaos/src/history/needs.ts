/** What goes on while a store is away: docs/operations/redis.md and databases.md say it to operators. */
import type { Asked, Away, Kind } from "./entry.ts";

/** All other kinds may be answered 503. A replica that is away stops none: another one answers. */
const GOES_ON: Readonly<Record<Away, readonly Kind[] | "all">> = {
  postgres: ["discovery"],
  // What only reads.
  changes: ["discovery", "userinfo", "introspection"],
  redis: [
    "discovery",
    "silent",
    "exchange",
    "refresh",
    "userinfo",
    "introspection",
    "client-credentials",
    "revocation",
  ],
  replica: "all",
};

/** A proof of a key counts once, and Redis says whether it was used: at the token endpoint. */
const PROVES: readonly Kind[] = ["exchange", "refresh"];

/** Whether a request may be answered 503 while this is away. */
export function mayFail({ kind, by }: Pick<Asked, "kind" | "by">, away: Away): boolean {
  const goesOn = GOES_ON[away];
  if (goesOn === "all") return false;
  return !goesOn.includes(kind) || (away === "redis" && by === "key" && PROVES.includes(kind));
}
