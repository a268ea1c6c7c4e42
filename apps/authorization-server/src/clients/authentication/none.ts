/** none: a public client names itself, and proves nothing (RFC 6749 §3.2.1, OIDC Core §9). What protects it is PKCE. */
import { invalidClient, isPublicClient } from "@countersign/rules";
import type { ClientAuthenticationMethod } from "./method.ts";

// RFC 7521 §4.2: an assertion is an attempt by another method, never a missing one.
const OTHER_METHODS = ["client_secret", "client_assertion", "client_assertion_type"];

export const none: ClientAuthenticationMethod = {
  name: "none",

  isUsed: ({ authorization, parameters }) =>
    authorization === undefined &&
    parameters.get("client_id") !== undefined &&
    OTHER_METHODS.every((name) => parameters.get(name) === undefined),

  claim({ parameters }) {
    const clientId = parameters.get("client_id");
    if (clientId === undefined) throw invalidClient("client_id is missing");
    return { clientId };
  },

  proves: (_claim, client) => isPublicClient(client),
};
