/** Algorithms of those who share a secret: RFC 7518 §3.2. The secret of a client is the key (OIDC Core §10.1). */
export const HMAC_ALGS = ["HS256", "HS384", "HS512"] as const;

export type HmacAlg = (typeof HMAC_ALGS)[number];

/** Whether an algorithm is of this kind: one that proves nothing to a third party, as either side could have signed. */
export function isHmacAlg(alg: string | undefined): alg is HmacAlg {
  return HMAC_ALGS.some((one) => one === alg);
}
