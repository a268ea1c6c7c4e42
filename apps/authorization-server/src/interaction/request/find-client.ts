import { type Client, invalidRequest, type RequestParameters } from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";

/**
 * RFC 6749 §4.1.2.1: the client that a request names, as it is now. What this throws is shown to the person, and never
 * redirected.
 */
export async function findClient(
  parameters: RequestParameters,
  { clients }: Pick<Dependencies, "clients">,
): Promise<Client> {
  const clientId = parameters.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");

  const client = await clients.find(clientId);
  if (client === undefined) throw invalidRequest("client_id is unknown", unlessSecret(clientId));
  return client;
}

// A client that takes its secret for its id finds no secret in the log: those of ours have at least so many characters.
const unlessSecret = (clientId: string) => (clientId.length < 43 ? clientId : "not shown: as long as a secret");
