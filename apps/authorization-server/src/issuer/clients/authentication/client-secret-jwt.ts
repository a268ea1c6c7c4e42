/**
 * client_secret_jwt: OIDC Core §9. The client signs each request with the secret that it shares with us. The secret
 * itself is not sent.
 */
import { HMAC_ALGS, hasEnded } from "@countersign/rules";
import { assertion, provesByAssertion } from "./assertion.ts";
import type { ClientAuthenticationMethod } from "./method.ts";

export const clientSecretJwt: ClientAuthenticationMethod = {
  name: "client_secret_jwt",
  credential: assertion,

  proves(claim, client, deps) {
    const secret = deps.clientSecrets.open(client);
    if (secret === undefined || hasEnded(client.secretExpiresAt, deps.now())) return false;
    return provesByAssertion(claim, client, { keys: async () => secret, algs: HMAC_ALGS }, deps);
  },
};
