/** `administrators register-console` and `register-command-line`: the clients that administer. */

import { readFile } from "node:fs/promises";
import { jsonOrUndefined } from "@countersign/guard/json";
import { clientMetadata } from "@countersign/rules";
import { Command } from "commander";
import { COMMAND_LINE_CLIENT_ID, commandLineMetadata } from "../../administration/api/standing/command-line-client.ts";
import { CONSOLE_CLIENT_ID, consoleMetadata } from "../../administration/api/standing/console-client.ts";
import { addClient } from "../../administration/clients/clients.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { validate } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { clientEnvironment, readVariables } from "../config.ts";

interface ConsoleOptions {
  readonly key: string;
  readonly id: string;
}

/** `administrators console`: registers the client of the console. */
export function registerConsole(context: Context): Command {
  const command = new Command("console")
    .description("register the administration console")
    .argument("<url>", "its public address, without a path")
    .requiredOption("--key <file>", "its key, as a JWK; of a private key the public part is registered")
    .option("--id <client_id>", "its client_id", CONSOLE_CLIENT_ID);

  return reporting(command, context, async (url: string, { key: file, id }: ConsoleOptions): Promise<Report> => {
    const { ISSUER: issuer } = await readVariables(clientEnvironment, context.environment);
    if (!URL.canParse(url) || new URL(url).origin !== url) throw refusal(`${url} is no address without a path`);
    const metadata = validate(clientMetadata({ issuer }), consoleMetadata(url, [await keyIn(file)]), "the console");
    const client = { id, metadata, secretHash: undefined, logo: undefined };
    const added = await withDatabase(context, (database) => addClient(database, client, byOperator(context)));
    if (!added) throw refusal(`there is a client ${id}; with --id the console gets another client_id`);
    const done = { client_id: id, redirect_uri: `${url}/callback` };
    return { json: done, text: properties(done) };
  });
}

const LONGEST_KEY = 16_384;

async function keyIn(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, "utf8").catch(() => {
    throw refusal(`${file} cannot be read`);
  });
  const key = jsonOrUndefined(text, { longest: LONGEST_KEY });
  if (typeof key === "object" && key !== null && "kty" in key) return key as Record<string, unknown>;
  throw refusal(`${file} holds no JWK`);
}

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
