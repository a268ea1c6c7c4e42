/** The keys of ours that a client needs. */
import type { SigningAlg } from "@countersign/jwt";
import { type ClientMetadata, isHmacAlg } from "@countersign/rules";

/**
 * Makes sure that the keys which will sign the responses to the client are published before the client is told that it
 * is registered.
 *
 * @param ensureKey creates a key for an algorithm that has none
 */
export async function prepareKeys(
  metadata: Pick<ClientMetadata, "id_token_signed_response_alg" | "userinfo_signed_response_alg">,
  ensureKey: (alg: SigningAlg) => Promise<unknown>,
): Promise<void> {
  for (const alg of [metadata.id_token_signed_response_alg, metadata.userinfo_signed_response_alg]) {
    if (alg !== undefined && !isHmacAlg(alg)) await ensureKey(alg);
  }
}
