/**
 * private_key_jwt: OIDC Core §9. The client signs each request with a private key that only it has. No secret is sent.
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
