/** Assertions that were used: each counts once (RFC 7523 §3 item 7, OIDC Core §9). */
import type { Ephemeral } from "@countersign/ephemeral";
import { type AssertedClaims, MAX_UNDATED_ASSERTION_SECONDS } from "@countersign/jwt";

/** More than any assertion is accepted after its end. */
const MARGIN_SECONDS = 30;
/** How far the clock of a client may be ahead of ours. */
const SKEW_SECONDS = 10;

export interface ClientAssertionStore {
  /**
   * Whether an assertion of this client counts: of racing callers exactly one is told `first`, and no one ever after.
   * `before_store` is one that may have been used before the store was emptied.
   */
  spend(clientId: string, assertion: Pick<AssertedClaims, "jti" | "iat" | "exp">): Promise<Spending>;
}

export type Spending = "first" | "used" | "before_store";

export function clientAssertionStore({
  store,
  now,
}: Pick<Ephemeral, "store"> & { now: () => Date }): ClientAssertionStore {
  return {
    async spend(clientId, { jti, iat, exp }) {
      const key = `assertion:${JSON.stringify([clientId, jti])}`;
      const ttlSeconds = Math.ceil(exp - now().getTime() / 1000) + MARGIN_SECONDS;
      if (!(await store.putIfAbsent(key, "", ttlSeconds))) return "used";

      // What was seen before the store was emptied is forgotten: what could have been used then is refused. Without
      // iat, that is what could have been used at all, had it been made as early as its end allows.
      const usableFrom = iat ?? exp - MAX_UNDATED_ASSERTION_SECONDS;
      const bornAt = await store.bornAt(key);
      return (usableFrom - SKEW_SECONDS) * 1000 >= bornAt.getTime() ? "first" : "before_store";
    },
  };
}
