import { Command } from "commander";
import { listClients as listRecords } from "../../platform/records/clients.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";
import { recordOf } from "./record.ts";

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
