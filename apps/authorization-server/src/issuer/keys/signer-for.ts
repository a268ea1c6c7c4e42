import type { HmacAlg, Signer, SigningAlg } from "@countersign/jwt";
import { isHmacAlg } from "@countersign/rules";
import type { ClientSecrets, SealedClient } from "../clients/secrets.ts";
import type { KeyRing } from "./key-ring.ts";

/**
 * The signer for a client with the algorithm that it registered: a key of ours, or the secret that we share with it
 * (OIDC Core §10.1).
 */
export type SignerFor = (client: SealedClient, alg: SigningAlg | HmacAlg) => Promise<Signer>;

export function signerFor({
  keys,
  clientSecrets,
}: {
  readonly keys: Pick<KeyRing, "signer">;
  readonly clientSecrets: Pick<ClientSecrets, "open">;
}): SignerFor {
  return async (client, alg) => {
    if (!isHmacAlg(alg)) return keys.signer(alg);

    const key = clientSecrets.open(client);
    if (key === undefined) throw new Error(`client ${client.id} has no secret to sign ${alg} with`);
    return { alg, key };
  };
}
