import { clientMetadata, reasonOf, secretUseIn } from "@countersign/rules";
import { Command, Option } from "commander";
import type { z } from "zod";
import { addClient } from "../../administration/clients/clients.ts";
import { newClient } from "../../administration/clients/new-client.ts";
import { type Addresses, addressesIn } from "../../administration/imports/convert/addresses.ts";
import { clientsOfAuth0 } from "../../administration/imports/convert/auth0-clients.ts";
import { NotAnExport } from "../../administration/imports/convert/converted.ts";
import { type ConvertedClient, clientsOfKeycloak } from "../../administration/imports/convert/keycloak-clients.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { readBytes } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting, table } from "../command/report.ts";
import { clientEnvironment, readVariables } from "../config.ts";
import { type Outcome, resultOf, saidOf, writeReport } from "./import-report.ts";
import { secretsFor } from "./keys.ts";

const LARGEST_BYTES = 400 * 1024 * 1024;

const LARGEST_TABLE = 4 * 1024 * 1024;

const CONVERTERS = { keycloak: clientsOfKeycloak, auth0: clientsOfAuth0 } as const;

interface ImportOptions {
  readonly from: keyof typeof CONVERTERS;
  readonly dryRun?: boolean;
  readonly addresses?: string;
  readonly report?: string;
}

/** `clients import`: registers clients of other software, under their ids and with secrets of their own. */
export function importClients(context: Context): Command {
  const command = new Command("import")
    .description(
      "register the clients of a realm of Keycloak or a tenant of Auth0; addresses with * are listed and refused",
    )
    .argument("<file>", "the export, in JSON")
    .addOption(
      new Option("--from <software>", "what made the export").choices(Object.keys(CONVERTERS)).default("keycloak"),
    )
    .option("--addresses <file>", "a CSV of client_id, uri and address: addresses instead of those that are refused")
    .option("--report <file>", "write what became of each client: JSON, text beside it, and a CSV for --addresses")
    .option("--dry-run", "say what would be done, and do nothing");

  return reporting(
    command,
    context,
    async (file: string, { from, dryRun = false, addresses, report }: ImportOptions): Promise<Report> => {
      const instead = addresses === undefined ? undefined : await addressesOf(addresses);
      const clients = clientsIn(from, { file, text: (await readBytes(file, LARGEST_BYTES)).toString("utf8") }, instead);
      const { ISSUER: issuer, USERINFO_RESOURCE: userinfoResource } = await readVariables(
        clientEnvironment,
        context.environment,
      );
      const shape = clientMetadata({ issuer, userinfoResource });
      const outcomes: Outcome[] = [];
      for (const client of clients) outcomes.push(await imported(client, { shape, dryRun, context }));
      if (report !== undefined) await writeReport(report, outcomes, dryRun);
      return reported(outcomes, dryRun);
    },
  );
}

async function addressesOf(file: string): Promise<Addresses> {
  const text = (await readBytes(file, LARGEST_TABLE)).toString("utf8");
  try {
    return addressesIn(text);
  } catch (err) {
    throw err instanceof NotAnExport ? refusal(`${file} is no table of addresses: ${err.message}`) : err;
  }
}

function clientsIn(
  from: ImportOptions["from"],
  { file, text }: { readonly file: string; readonly text: string },
  addresses: Addresses | undefined,
): readonly ConvertedClient[] {
  try {
    return CONVERTERS[from](text, addresses);
  } catch (err) {
    throw err instanceof NotAnExport ? refusal(`${file} is not an export of ${from}: ${err.message}`) : err;
  }
}

interface Importing {
  readonly shape: ReturnType<typeof clientMetadata>;
  readonly dryRun: boolean;
  readonly context: Context;
}

async function imported(converted: ConvertedClient, { shape, dryRun, context }: Importing): Promise<Outcome> {
  const { clientId, metadata: taken, changed, left, skipped, wild } = converted;
  const said = { client_id: clientId, changed, not_taken: left, skipped };
  if (skipped.length > 0) return { ...said, taken: {}, refused: [], to_fill_in: [] };

  const { success, data: metadata, error } = shape.safeParse(taken, { reportInput: true });
  const problems = success ? [] : error.issues.map((issue) => problemOf(taken, issue));
  const refused = [...converted.refused, ...(converted.refused.length > 0 ? [] : problems.map(({ says }) => says))];
  const unusable = problems.flatMap(({ address }) => address ?? []);
  const outcome = {
    ...said,
    taken: refused.length > 0 ? {} : taken,
    refused,
    to_fill_in: [...new Set([...wild, ...unusable])],
  };
  if (refused.length > 0 || metadata === undefined || dryRun) return outcome;

  const { client, secret } = newClient({ metadata, logo: undefined }, await secretsFor(secretUseIn(metadata), context));
  const isAdded = await withDatabase(context, (database) =>
    addClient(database, { ...client, id: clientId }, byOperator(context)),
  );
  return isAdded
    ? { ...outcome, client_secret: secret }
    : { ...outcome, taken: {}, refused: ["there is a client with this id"] };
}

/** What is wrong with the metadata, and the address that it is about. */
function problemOf(metadata: ConvertedClient["metadata"], issue: z.core.$ZodIssue) {
  const [member, index] = issue.path;
  const reason = reasonOf(issue);
  if (member !== "redirect_uris" && member !== "post_logout_redirect_uris")
    return { says: `${issue.path.join(".")}: ${reason}`, address: undefined };
  const address = (metadata[member] as readonly string[] | undefined)?.[Number(index)];
  return { says: `its address ${address ?? ""} (${member}) ${reason}`, address };
}

function reported(outcomes: readonly Outcome[], dryRun: boolean): Report {
  const rows = outcomes.map((outcome) => ({
    client: outcome.client_id,
    result: resultOf(outcome, dryRun),
    secret: outcome.client_secret ?? "",
  }));
  const said = outcomes.flatMap(saidOf);
  const report = { json: outcomes, text: [table(rows, "The export has no clients."), ...said].join("\n") };
  const failed = outcomes.filter(({ refused }) => refused.length > 0).length;
  return failed === 0 ? report : { ...report, failure: refusal(`${failed} clients were refused`) };
}
