/** Client authentication at the token endpoint: RFC 6749 §2.3 and §3.2.1. Exactly one method, and the one that was registered. */
import { type Client, invalidClient, invalidRequest, type RequestParameters } from "@countersign/rules";
import type { ClientStore } from "../stores/clients.ts";
import { clientSecretBasic } from "./client-secret-basic.ts";
import { clientSecretPost } from "./client-secret-post.ts";
import type { ClientAuthenticationMethod } from "./method.ts";
import { none } from "./none.ts";

/** Every method that clients can authenticate by; discovery lists just these. */
export const clientAuthenticationMethods: readonly ClientAuthenticationMethod[] = [
  clientSecretBasic,
  clientSecretPost,
  none,
];

/**
 * Tells which client sent a request, and that it really was that client. Throws `invalid_client` with one sentence
 * for every cause, `invalid_request` when methods are mixed (RFC 6749 §2.3: no more than one in each request).
 */
export async function authenticateClient(
  request: { authorization: string | undefined; parameters: RequestParameters },
  { clients }: { clients: Pick<ClientStore, "find"> },
): Promise<Client> {
  const used = clientAuthenticationMethods.filter((method) => method.isUsed(request));
  const [method, another] = used;
  const asserted = request.parameters.get("client_assertion") !== undefined;
  if (another !== undefined || (method !== undefined && asserted))
    throw invalidRequest("more than one client authentication method is used");
  if (method === undefined) throw invalidClient("no client authentication");

  const claimed = method.claim(request);
  const client = await clients.find(claimed.clientId);
  if (client === undefined) throw invalidClient("unknown client");

  // RFC 7591 §2: the method that was registered is the only one that counts.
  if (client.tokenEndpointAuthMethod !== method.name) throw invalidClient(`${method.name} is not this client's method`);
  if (!method.proves(claimed, client)) throw invalidClient("wrong client secret");
  return client;
}
