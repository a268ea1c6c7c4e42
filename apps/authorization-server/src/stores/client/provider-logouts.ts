/** Logout tokens of providers that were used: each is accepted once (OIDC Back-Channel Logout §2.6). */
import { createHash } from "node:crypto";
import type { Query } from "../transaction.ts";

/** A verified logout token. */
export interface ProviderLogoutToken {
  readonly jti: string;
  /** Until when it would be accepted, in seconds since 1970. */
  readonly exp: number;
}

/** Longer than any token is accepted after its end. */
const MARGIN_SECONDS = 30;

/**
 * Spends a token in the transaction of what it ends, so that it is spent exactly if that is done. Of several callers
 * with one token, one gets true: the others wait for its transaction.
 */
export async function spendProviderLogout(
  query: Query,
  providerId: string,
  { jti, exp }: ProviderLogoutToken,
): Promise<boolean> {
  const tokenHash = createHash("sha256")
    .update(JSON.stringify([providerId, jti]))
    .digest();
  return (await query(SPEND, [tokenHash, new Date((exp + MARGIN_SECONDS) * 1000)])).length === 1;
}

const SPEND = `
  INSERT INTO used_provider_logout (token_hash, expires_at) VALUES ($1, $2)
  ON CONFLICT (token_hash) DO NOTHING RETURNING token_hash`;
