/** The keys of ours that a client needs. */
import type { SigningAlg } from "@countersign/jwt";
import { type ClientMetadata, isHmacAlg } from "@countersign/rules";

/** The members that name the algorithm of a response. */
const SIGNED_RESPONSES = [
  "id_token_signed_response_alg",
  "userinfo_signed_response_alg",
  "authorization_signed_response_alg",
  "introspection_signed_response_alg",
] as const;

/**
 * Makes sure that the keys which will sign the responses to the client are published before the client is told that it
 * is registered.
 *
 * @param ensureKey creates a key for an algorithm that has none
 */
export async function prepareKeys(
  metadata: Pick<ClientMetadata, (typeof SIGNED_RESPONSES)[number]>,
  ensureKey: (alg: SigningAlg) => Promise<unknown>,
): Promise<void> {
  for (const member of SIGNED_RESPONSES) {
    const alg = metadata[member];
    if (alg !== undefined && !isHmacAlg(alg)) await ensureKey(alg);
  }
}
