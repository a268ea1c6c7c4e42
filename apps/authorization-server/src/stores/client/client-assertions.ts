/** Assertions that were used: each is accepted once (RFC 7523 §3 item 7, OIDC Core §9). */
import type { Ephemeral } from "@countersign/ephemeral";
import { type AssertedClaims, MAX_UNDATED_ASSERTION_SECONDS } from "@countersign/jwt";

/** Longer than any assertion is accepted after its end. */
const MARGIN_SECONDS = 30;
/** How far the clock of a client may be ahead of ours. */
const SKEW_SECONDS = 10;

export interface ClientAssertionStore {
  /**
   * Whether an assertion of this client is accepted. Exactly one of several racing callers gets `first`, and nobody
   * gets it later. `before_store` means that the assertion may have been used before the store was emptied.
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

      // If the store was emptied, it forgot the assertions it had seen. So an assertion that could have been used
      // before that is refused. An assertion without iat is assumed to be made as early as its end allows.
      const usableFrom = iat ?? exp - MAX_UNDATED_ASSERTION_SECONDS;
      const bornAt = await store.bornAt(key);
      return (usableFrom - SKEW_SECONDS) * 1000 >= bornAt.getTime() ? "first" : "before_store";
    },
  };
}
