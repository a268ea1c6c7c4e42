/** What the commands for clients have in common. */
import { shownMetadata } from "@countersign/rules";
import type { ClientAdministration, ListedClient } from "../../stores/clients.ts";
import { refusal } from "../refusal.ts";

/** The client of an id, disabled or not. Refuses an unknown one. */
export async function clientOfId(clients: Pick<ClientAdministration, "find">, id: string): Promise<ListedClient> {
  const found = await clients.find(id);
  if (found === undefined) throw refusal(`there is no client ${id}`);
  return found;
}

/** A client in the wire's spelling, with what only operators see. */
export const recordOf = (client: ListedClient) => ({
  client_id: client.id,
  ...shownMetadata(client, "operator"),
  has_logo: client.hasLogo,
  disabled_at: client.disabledAt,
  created_at: client.createdAt,
});
