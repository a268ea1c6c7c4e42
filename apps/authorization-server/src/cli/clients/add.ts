import { clientMetadata, secretUseIn } from "@countersign/rules";
import { Command } from "commander";
import { addClient as addToRecords } from "../../administration/clients/clients.ts";
import { newClient } from "../../administration/clients/new-client.ts";
import { prepareKeys } from "../../issuer/clients/prepare-keys.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { readJsonObject, validate } from "../command/input.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { clientEnvironment, readVariables } from "../config.ts";
import { resourceOf } from "../resources/resources.ts";
import { ensureKey, secretsFor } from "./keys.ts";
import { readLogo } from "./logo-file.ts";
import { metadataOf, metadataOptions } from "./metadata-options.ts";

interface AddClientOptions extends Readonly<Record<string, unknown>> {
  readonly file?: string;
  readonly logo?: string;
  readonly resourceServer?: string;
}

// RFC 7662 §2.1: an API that only introspects gets no tokens, so it needs no grant type.
const defaultsOf = ({ resourceServer, redirectUri }: AddClientOptions) =>
  resourceServer !== undefined && redirectUri === undefined ? { grant_types: [] } : {};

/** `clients add`: registers a client and prints its id and, once, its secret. */
export function addClient(context: Context): Command {
  const command = new Command("add")
    .description("register a client; prints its id and its secret, which is never shown again")
    .addHelpText(
      "after",
      "\nReads DATABASE_URL; ISSUER and USERINFO_RESOURCE, on whose origins no redirect URI may be; " +
        "and KEY_ENCRYPTION_KEYS for a client whose\nsecret is the key of an HMAC or whose answers need " +
        "a key that is not made yet.",
    );
  for (const option of metadataOptions()) command.addOption(option);
  command
    .option("--file <file>", "a JSON object of client metadata; options override it")
    .option("--logo <file>", "a PNG, JPEG or WebP picture of at most 256 KB")
    .option(
      "--resource-server <identifier>",
      "the API that it belongs to: it may introspect all tokens for that API, and needs no grant type",
    );

  return reporting(command, context, async (options: AddClientOptions): Promise<Report> => {
    const { ISSUER: issuer, USERINFO_RESOURCE: userinfoResource } = await readVariables(
      clientEnvironment,
      context.environment,
    );
    const file = options.file === undefined ? {} : await readJsonObject(options.file);
    const given = { ...defaultsOf(options), ...file, ...metadataOf(options) };
    const metadata = validate(clientMetadata({ issuer, userinfoResource }), given, "the client metadata");
    const logo = options.logo === undefined ? undefined : await readLogo(options.logo);

    const secrets = await secretsFor(secretUseIn(metadata), context);
    const { client: made, secret } = newClient({ metadata, logo }, secrets);
    const client = { ...made, resourceServer: options.resourceServer };
    await withDatabase(context, async (database) => {
      if (client.resourceServer !== undefined) await resourceOf(database, client.resourceServer);
      await prepareKeys(metadata, (alg) => ensureKey(alg, database, context));
      await addToRecords(database, client, byOperator(context));
    });

    const added = { client_id: client.id, client_secret: secret };
    return { json: added, text: properties(added) };
  });
}
