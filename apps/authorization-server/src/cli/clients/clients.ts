/** `clients list`, `show`, `refusals` and `remove`. */

import { shownMetadata } from "@countersign/rules";
import { Command } from "commander";
import { deleteClient } from "../../administration/clients/clients.ts";
import { findClient, type ListedClient, listClients as listRecords } from "../../platform/records/clients.ts";
import type { RecordsDatabase } from "../../platform/records/records.ts";
import { type RefusedRecord, refusedRequestsOf } from "../../platform/records/refused-requests.ts";
import type { Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { printable, properties, type Report, reporting, table } from "../command/report.ts";

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

/** `clients list`: lists every client, by name. */
export function listClients(context: Context): Command {
  return reporting(new Command("list").description("list every client"), context, async (): Promise<Report> => {
    const clients = await withDatabase(context, listRecords);

    const rows = clients.map((client) => ({
      client_id: client.id,
      name: client.name,
      profile: client.profile,
      authentication: client.tokenEndpointAuthMethod,
      state: client.disabledAt === null ? "enabled" : "disabled",
      added: client.createdAt.toISOString(),
    }));
    return { json: clients.map(recordOf), text: table(rows, "There are no clients yet.") };
  });
}

/** `clients show`: shows one client's metadata. Nothing of its secret is shown. */
export function showClient(context: Context): Command {
  const command = new Command("show").description("show a client's metadata").argument("<client_id>");

  return onDatabase(command, context, async ({ database }, id: string) => {
    const client = await clientOfId(database, id);
    const record = recordOf(client);
    return { json: record, text: properties(record) };
  });
}

/** `clients remove`: deletes a client with all that was issued to it. */
export function removeClient(context: Context): Command {
  const command = new Command("remove")
    .description("delete a client, what was issued to it, and what users agreed to with it")
    .argument("<client_id>");

  return onDatabase(command, context, async ({ database, by }, id: string) => {
    const { name } = await clientOfId(database, id);
    const removed = await deleteClient(database, id, by);
    return { json: { client_id: id, removed }, text: `${name} is deleted, and what was issued to it is revoked.` };
  });
}

/** `clients refusals`: shows why requests of a client were refused, and what to set. */
export function clientRefusals(context: Context): Command {
  const command = new Command("refusals")
    .description("show the last refused requests of a client, of one day: what was wrong, and what to set")
    .argument("<client_id>");

  return reporting(command, context, async (id: string): Promise<Report> => {
    const refused = await withDatabase(context, async (database) => {
      await clientOfId(database, id);
      return refusedRequestsOf(database, id, context.now());
    });
    return { json: refused.map(jsonOf), text: refused.map(textOf).join("\n\n") || NONE };
  });
}

const NONE =
  "No request of this client was refused in the last day. A request that names another client_id, or none, is of no " +
  "client: the log of the service has it.";

const jsonOf = ({ description, names, values, firstAt, lastAt, ...rest }: RefusedRecord) => ({
  ...rest,
  error_description: description,
  parameter_names: names,
  parameters: values,
  first_at: firstAt,
  last_at: lastAt,
});

function textOf(refused: RefusedRecord): string {
  const { endpoint, error, description, detail, remedy, names, values, times, firstAt, lastAt } = refused;
  const often = times === 1 ? "once" : `${times} times since ${firstAt.toISOString()}`;
  const others = names.filter((name) => values[name] === undefined);
  const asked = [...Object.entries(values).map(([name, value]) => `${name}=${value}`), ...others];
  return [
    `${lastAt.toISOString()}  ${endpoint}  ${error}  (${often})`,
    `  wrong:  ${description}${detail === null ? "" : ` [${detail}]`}`,
    ...(remedy === null ? [] : [`  to do:  ${remedy}`]),
    `  asked:  ${asked.join(" ") || "nothing"}`,
  ]
    .map(printable)
    .join("\n");
}
