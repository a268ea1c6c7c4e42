/** Which methods of authentication are accepted of a client in addition to its registered one: RFC 6749 §2.3.1. */
import type { Client } from "./client.ts";
import { registeredItself } from "./registration/self-registered.ts";

/**
 * Whether the secret of a client is accepted in the header and in the body, whichever of the two it registered.
 * RFC 7591 §2: a client that registers itself says what it does. Of what an operator typed, only the secret proves
 * something.
 */
export function takesSecretEitherWay(
  client: Pick<
    Client,
    "id" | "hasRegistrationToken" | "profile" | "tokenEndpointAuthMethod" | "tokenEndpointAuthMethodPinned"
  >,
): boolean {
  const { profile, tokenEndpointAuthMethod: method, tokenEndpointAuthMethodPinned: isPinned } = client;
  const sendsSecret = method === "client_secret_basic" || method === "client_secret_post";
  return sendsSecret && profile !== "fapi2" && !isPinned && !registeredItself(client);
}
