/** Assertions that were used: each is accepted once (RFC 7523 §3 item 7, OIDC Core §9). */
import { type AssertedClaims, MAX_UNDATED_ASSERTION_SECONDS } from "@countersign/jwt";
import { oneTimeJwts, type Spending } from "./one-time-jwts.ts";

export interface ClientAssertionStore {
  /**
   * Whether an assertion of this client is accepted, as `Spending` says.
   *
   * @param proofFrom from when the proof of the same request could be used, in seconds since 1970
   */
  spend(
    clientId: string,
    assertion: Pick<AssertedClaims, "jti" | "iat" | "exp">,
    proofFrom?: number,
  ): Promise<Spending>;
}

export function clientAssertionStore(parts: Parameters<typeof oneTimeJwts>[1]): ClientAssertionStore {
  const spend = oneTimeJwts("assertion", parts);
  return {
    // An assertion without iat is assumed to be made as early as its end allows.
    spend: (clientId, { jti, iat, exp }, proofFrom) =>
      spend(clientId, { jti, exp, usableFrom: iat ?? exp - MAX_UNDATED_ASSERTION_SECONDS }, proofFrom),
  };
}
