/** Request objects that were used, of clients whose request objects are accepted once. */
import { oneTimeJwts, type Spending } from "./one-time-jwts.ts";

export interface RequestObjectStore {
  /**
   * Whether a request object of this client is accepted, as `Spending` says. Times are in seconds since 1970.
   *
   * @param proofFrom from when the proof of the same request could be used
   */
  spend(
    clientId: string,
    object: { readonly jti: string; readonly nbf: number; readonly exp: number },
    proofFrom?: number,
  ): Promise<Spending>;
}

export function requestObjectStore(parts: Parameters<typeof oneTimeJwts>[1]): RequestObjectStore {
  const spend = oneTimeJwts("request-object", parts);
  return {
    spend: (clientId, { jti, nbf, exp }, proofFrom) => spend(clientId, { jti, exp, usableFrom: nbf }, proofFrom),
  };
}
