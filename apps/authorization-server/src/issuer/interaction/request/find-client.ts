import { type Client, invalidRequest, isDocumentUrl, type RequestParameters } from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";

/**
 * RFC 6749 §4.1.2.1: the current state of the client that a request names. The person sees any error that it throws.
 * Such an error is never redirected. A client that is known by its metadata document is found by a fresh one.
 *
 * @param address where the request comes from
 */
export async function findClient(
  parameters: RequestParameters,
  address: string,
  { clients, clientDocuments }: Pick<Dependencies, "clients" | "clientDocuments">,
): Promise<Client> {
  const clientId = parameters.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");

  const client = isDocumentUrl(clientId)
    ? await clientDocuments.forAuthorization(clientId, address)
    : await clients.find(clientId);
  if (client === undefined) throw invalidRequest("client_id is unknown", unlessSecret(clientId));
  return client;
}

// A client may send its secret as its id by mistake. The log must not contain it: our secrets have at least 43
// characters.
const unlessSecret = (clientId: string) => (clientId.length < 43 ? clientId : "not shown: as long as a secret");
