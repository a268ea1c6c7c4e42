import { isDeepStrictEqual } from "node:util";
import { clientMetadata, registeredItself, secretUseOf, shownMetadata } from "@countersign/rules";
import { Command } from "commander";
import { keepsSecret, patchedMembers } from "../../administration/clients/client-patch.ts";
import { changeClient as changeInRecords } from "../../administration/clients/clients.ts";
import { prepareKeys } from "../../issuer/clients/prepare-keys.ts";
import type { HeldClient } from "../../platform/stores/client/client-change.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { readJsonObject, validate } from "../command/input.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { clientEnvironment, readVariables } from "../config.ts";
import { clientOfId, recordOf } from "./clients.ts";
import { ensureKey } from "./keys.ts";
import { metadataOf, metadataOptions } from "./metadata-options.ts";

interface ChangeClientOptions extends Readonly<Record<string, unknown>> {
  readonly file?: string;
  readonly remove?: readonly string[];
}

/** `clients change`: changes single members of a client's metadata, and prints all of them. */
export function changeClient(context: Context): Command {
  const command = new Command("change")
    .description("change members of a client's metadata; the others, and its secret, stay")
    .argument("<client_id>")
    .addHelpText(
      "after",
      "\nA repeatable option replaces all values of its member. Services see the change within two seconds.\n" +
        "Reads DATABASE_URL; ISSUER and USERINFO_RESOURCE, on whose origins no redirect URI may be.",
    );
  for (const option of metadataOptions()) command.addOption(option);
  command
    .option("--file <file>", "a JSON object of the members to change; null removes one; options override it")
    .option("--remove <member...>", "remove a member, by its name in the metadata such as tos_uri");

  return reporting(command, context, async (id: string, options: ChangeClientOptions): Promise<Report> => {
    const changes = await changesOf(options);
    const { ISSUER: issuer, USERINFO_RESOURCE: userinfoResource } = await readVariables(
      clientEnvironment,
      context.environment,
    );
    return withDatabase(context, async (database) => {
      const found = await clientOfId(database, id);
      const members = shownMetadata(found, "operator");
      const given = patchedMembers(members, changes);
      const metadata = validate(clientMetadata({ issuer, userinfoResource }), given, "the client metadata");
      if (!keepsSecret(secretUseOf(found), metadata)) {
        throw refusal(`the client ${id} would need another secret: add a new client`);
      }
      await prepareKeys(metadata, (alg) => ensureKey(alg, database, context));

      const assertMeantFor = (held: HeldClient) => assertFree(held, members);
      const change = { clientId: id, metadata, assertMeantFor };
      if (!(await changeInRecords(database, change, byOperator(context)))) throw refusal(`there is no client ${id}`);
      const record = recordOf(await clientOfId(database, id));
      return { json: record, text: properties(record) };
    });
  });
}

async function changesOf(options: ChangeClientOptions): Promise<Readonly<Record<string, unknown>>> {
  const file = options.file === undefined ? {} : await readJsonObject(options.file);
  const removed = Object.fromEntries((options.remove ?? []).map((member) => [member, null]));
  const changes = { ...file, ...removed, ...metadataOf(options) };
  if (Object.keys(changes).length === 0) throw misuse("name what to change, by an option, --file or --remove");
  return changes;
}

/** Refuses a client that is declared elsewhere, and one that changed since its members were read. */
function assertFree(held: HeldClient, members: Readonly<Record<string, unknown>>): void {
  const { id, managedBy } = held;
  if (managedBy !== null)
    throw refusal(`the client ${id} is managed by the configuration ${managedBy}: change it there`);
  if (registeredItself(held)) throw refusal(`the client ${id} manages its own registration`);
  if (!isDeepStrictEqual(shownMetadata(held, "operator"), members)) {
    throw refusal(`the client ${id} was changed at the same moment: run the command again`);
  }
}
