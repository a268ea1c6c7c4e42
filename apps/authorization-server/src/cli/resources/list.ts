import { Command } from "commander";
import { listResourceServers } from "../../records/resource-servers.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";
import { recordOf } from "./record.ts";

/** `resources list`: lists every resource server, including that of /userinfo. */
export function listResources(context: Context): Command {
  return reporting(new Command("list").description("list resource servers"), context, async (): Promise<Report> => {
    const resources = await withDatabase(context, listResourceServers);

    const records = resources.map(recordOf);
    const rows = records.map((record) => ({
      resource: record.resource,
      name: record.name,
      alg: record.access_token_signing_alg,
      ttl: `${record.access_token_ttl_seconds}s`,
      listed: record.listed ? "yes" : "",
      state: record.disabled ? "disabled" : "",
      scope: record.scope,
    }));
    return { json: records, text: table(rows, "There is no resource server yet.") };
  });
}
