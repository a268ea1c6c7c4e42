/** Functions that the commands for clients share. */
import { shownMetadata } from "@countersign/rules";
import { findClient, type ListedClient } from "../../platform/records/clients.ts";
import type { RecordsDatabase } from "../../platform/records/records.ts";
import { refusal } from "../refusal.ts";

/** The client of an id, disabled or not. Refuses an unknown id. */
export async function clientOfId(database: RecordsDatabase, id: string): Promise<ListedClient> {
  const found = await findClient(database, id);
  if (found === undefined) throw refusal(`there is no client ${id}`);
  return found;
}

/** A client under the member names of the protocol, with what only operators see. */
export const recordOf = (client: ListedClient) => ({
  client_id: client.id,
  ...shownMetadata(client, "operator"),
  resource_server: client.resourceServer,
  has_logo: client.hasLogo,
  disabled_at: client.disabledAt,
  created_at: client.createdAt,
});
