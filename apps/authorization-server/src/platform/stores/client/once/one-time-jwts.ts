/** JWTs of clients that are accepted once, by their `jti`. Replicas share the short-lived store. */
import type { Ephemeral } from "@countersign/ephemeral";

/** Longer than any JWT is accepted after its end. */
const MARGIN_SECONDS = 30;
/** How far the clock of a client may be ahead of ours. */
const SKEW_SECONDS = 10;

export interface OneTimeJwt {
  readonly jti: string;
  /** From when it could be used, and until when, in seconds since 1970. */
  readonly usableFrom: number;
  readonly exp: number;
}

/**
 * Exactly one of several racing callers gets `first`, and none gets it later. `before_store` means that the JWT may
 * have been used before the store was emptied, and `before_proof` that the proof beside it may have been. In both cases
 * the JWT is not used up.
 */
export type Spending = "first" | "used" | "before_store" | "before_proof";

/**
 * Returns what decides whether a verified JWT of a client is accepted.
 *
 * @param kind what the JWTs are; the same `jti` may be used once for each kind
 */
export function oneTimeJwts(kind: string, { store, now }: Pick<Ephemeral, "store"> & { now: () => Date }) {
  /** @param proofFrom from when the proof of the same request could be used, in seconds since 1970 */
  return async (
    clientId: string,
    { jti, usableFrom, exp }: OneTimeJwt,
    proofFrom = Number.POSITIVE_INFINITY,
  ): Promise<Spending> => {
    const key = `${kind}:${JSON.stringify([clientId, jti])}`;
    const ttlSeconds = Math.ceil(exp - now().getTime() / 1000) + MARGIN_SECONDS;
    const ownFrom = usableFrom - SKEW_SECONDS;
    const neededSince = new Date(Math.min(ownFrom, proofFrom) * 1000);
    const bornAt = await store.remember(key, ttlSeconds, neededSince);
    if (bornAt === undefined) return "used";

    // If the store was emptied, it forgot the JWTs it had seen. So one that could have been used before is refused.
    if (ownFrom * 1000 < bornAt.getTime()) return "before_store";
    return proofFrom * 1000 < bornAt.getTime() ? "before_proof" : "first";
  };
}
