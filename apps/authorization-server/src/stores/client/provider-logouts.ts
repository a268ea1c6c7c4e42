/** Logout tokens of providers that were used: each is accepted once (OIDC Back-Channel Logout §2.6). */
import { oneTimeJwts, type Spending } from "./one-time-jwts.ts";

export interface ProviderLogoutStore {
  /** Whether a token of this provider is accepted, as `Spending` says. */
  spend(
    providerId: string,
    token: { readonly jti: string; readonly iat: number; readonly exp: number },
  ): Promise<Spending>;
}

export function providerLogoutStore(parts: Parameters<typeof oneTimeJwts>[1]): ProviderLogoutStore {
  const spend = oneTimeJwts("provider logout", parts);
  return { spend: (providerId, { jti, iat, exp }) => spend(providerId, { jti, exp, usableFrom: iat }) };
}
