/** Algorithms with a shared secret: RFC 7518 §3.2. The secret of the client is the key (OIDC Core §10.1). */
export const HMAC_ALGS = ["HS256", "HS384", "HS512"] as const;

export type HmacAlg = (typeof HMAC_ALGS)[number];

/** Whether an algorithm is of this kind. It proves nothing to a third party, because either side could have signed. */
export function isHmacAlg(alg: string | undefined): alg is HmacAlg {
  return HMAC_ALGS.some((one) => one === alg);
}
