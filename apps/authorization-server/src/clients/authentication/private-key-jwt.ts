/**
 * private_key_jwt: OIDC Core §9. The client signs for each request with a key that only it has, and no secret travels.
 */
import { CLIENT_SIGNING_ALGS } from "@countersign/rules";
import { assertion, provesByAssertion } from "./assertion.ts";
import type { ClientAuthenticationMethod } from "./method.ts";

export const privateKeyJwt: ClientAuthenticationMethod = {
  name: "private_key_jwt",
  credential: assertion,

  proves(claim, client, deps) {
    const keys = deps.clientKeys.of(client);
    return keys !== undefined && provesByAssertion(claim, client, { keys, algs: CLIENT_SIGNING_ALGS }, deps);
  },
};
