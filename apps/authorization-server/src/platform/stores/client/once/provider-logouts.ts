/** Logout tokens of providers that were used: each is accepted once (OIDC Back-Channel Logout §2.6). */
import { createHash } from "node:crypto";
import type { Query } from "../../transaction.ts";

/** A verified logout token. */
export interface ProviderLogoutToken {
  readonly jti: string;
  /** Until when it would be accepted, in seconds since 1970. */
  readonly exp: number;
}

/** Longer than any token is accepted after its end. */
const MARGIN_SECONDS = 30;

/**
 * Spends tokens in the transaction of what they end, so that each is spent exactly if that is done. Of several callers
 * with one token, one spends it: the others wait for its transaction.
 *
 * @returns the places of the tokens that were not spent before
 */
export async function spendProviderLogouts(
  query: Query,
  providerId: string,
  tokens: readonly ProviderLogoutToken[],
): Promise<ReadonlySet<number>> {
  const hashes = tokens.map(({ jti }) =>
    createHash("sha256")
      .update(JSON.stringify([providerId, jti]))
      .digest("hex"),
  );
  const ends = tokens.map(({ exp }) => new Date((exp + MARGIN_SECONDS) * 1000));
  const spent = await query(SPEND, [hashes, ends]);
  // A token that was sent twice is spent once.
  return new Set(spent.map(({ hash }) => hashes.indexOf(String(hash))));
}

// In one order, so that two of these statements never deadlock.
const SPEND = `
  INSERT INTO used_provider_logout (token_hash, expires_at)
  SELECT decode(hash, 'hex'), expires_at FROM unnest($1::text[], $2::timestamptz[]) AS t (hash, expires_at) ORDER BY 1
  ON CONFLICT (token_hash) DO NOTHING RETURNING encode(token_hash, 'hex') AS hash`;
