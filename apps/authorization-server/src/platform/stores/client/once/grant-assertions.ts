/** Assertions that gave access: each is accepted once (RFC 7523 §3 item 7). */
import type { GrantAssertionClaims } from "@countersign/jwt";
import { oneTimeJwts, type Spending } from "./one-time-jwts.ts";

export interface GrantAssertionStore {
  /**
   * Whether an assertion of this issuer is accepted, as `Spending` says.
   *
   * @param proofFrom from when the proof of the same request could be used, in seconds since 1970
   */
  spend(
    issuer: string,
    assertion: Pick<GrantAssertionClaims, "jti" | "iat" | "exp">,
    proofFrom?: number,
  ): Promise<Spending>;
}

export function grantAssertionStore(parts: Parameters<typeof oneTimeJwts>[1]): GrantAssertionStore {
  const spend = oneTimeJwts("grant", parts);
  return {
    spend: (issuer, { jti, iat, exp }, proofFrom) => spend(issuer, { jti, exp, usableFrom: iat }, proofFrom),
  };
}
