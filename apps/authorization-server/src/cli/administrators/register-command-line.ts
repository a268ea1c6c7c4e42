import { clientMetadata } from "@countersign/rules";
import { Command } from "commander";
import { COMMAND_LINE_CLIENT_ID, commandLineMetadata } from "../../administration/api/standing/command-line-client.ts";
import { addClient } from "../../administration/clients/clients.ts";
import { clientEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";

/** `administrators command-line`: registers the client by which administrators use this command line elsewhere. */
export function registerCommandLine(context: Context): Command {
  const command = new Command("command-line")
    .description("let administrators use this command line elsewhere, through the administration API")
    .option("--id <client_id>", "its client_id", COMMAND_LINE_CLIENT_ID);

  return reporting(command, context, async ({ id }: { readonly id: string }): Promise<Report> => {
    const { ISSUER: issuer } = await readVariables(clientEnvironment, context.environment);
    const metadata = validate(clientMetadata({ issuer }), commandLineMetadata(), "the command line");
    const client = { id, metadata, secretHash: undefined, logo: undefined };
    const added = await withDatabase(context, (database) => addClient(database, client, byOperator(context)));
    if (!added) throw refusal(`there is a client ${id}; with --id the command line gets another client_id`);
    const done = { client_id: id, login: `countersign login --issuer ${issuer}` };
    return { json: done, text: properties(done) };
  });
}
