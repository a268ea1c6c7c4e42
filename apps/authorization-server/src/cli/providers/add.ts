import { PROVIDER_PRESETS } from "@countersign/rules";
import { Command, Option } from "commander";
import { providerShape, usualSettings } from "../../administration/configuration/provider-shape.ts";
import { addIdentityProvider } from "../../administration/providers/identity-providers.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { providerEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { organizationWith } from "../organizations/organization.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { givenOf, PROVIDER_OPTIONS, type ProviderOptions, withProviderOptions } from "./options.ts";
import { assertFits, providerWith, recordOf } from "./record.ts";

/** `providers add`: adds an OpenID Provider at which people may sign in. */
export function addProvider(context: Context): Command {
  const command = new Command("add")
    .description("add a provider at which people may sign in; register the redirect URI there that this prints")
    .argument("<alias>", "its name in the redirect URI")
    .requiredOption("--name <name>", "the name that people see")
    .option("--issuer <url>", "its issuer: its metadata is below it")
    .addOption(new Option("--preset <name>", "a known provider without ID tokens").choices(PROVIDER_PRESETS))
    .requiredOption("--client-id <id>", "our client ID there")
    .addOption(new Option("--secret-file <path>", "a file with our client secret there").conflicts("ownKeys"))
    .option("--own-keys", "authenticate with our signing keys (private_key_jwt), which are in our JWK Set")
    .option("--scope <scopes>", "the scopes to ask for, separated by spaces")
    .option("--organization <slug>", "whose people sign in there, at the domains that the organization proved");
  withProviderOptions(command, { mode: "linked-only" }).addHelpText(
    "after",
    "\nReads DATABASE_URL, ISSUER and KEY_ENCRYPTION_KEYS, as the service does.",
  );

  return reporting(command, context, async (alias: string, options: ProviderOptions): Promise<Report> => {
    const { preset = null } = options;
    const defaults = {
      ...usualSettings(preset),
      preset,
      domains: [],
      mfa: [],
      phr: [],
      rpInitiatedLogout: false,
      claims: [],
      autoLink: false,
      enforced: false,
    };
    const given = { alias, ...defaults, ...(await givenOf(options)) };
    const provider = validate(providerShape, given, "the provider", PROVIDER_OPTIONS);
    const { organization: slug } = options;
    const { ISSUER, KEY_ENCRYPTION_KEYS } = await readVariables(providerEnvironment, context.environment);
    const texts = sealedTexts(KEY_ENCRYPTION_KEYS);
    const record = await withDatabase(context, async (database) => {
      const organizationId = slug === undefined ? null : (await organizationWith(database, slug)).id;
      assertFits({ ...provider, organizationId, hasSecret: provider.secret !== null });
      const added = { ...provider, organizationId };
      const id = await addIdentityProvider({ database, texts }, added, byOperator(context));
      if (id === undefined) throw refusal(`there is a provider ${alias} already`);
      return recordOf(await providerWith(database, alias), ISSUER);
    });
    return { json: record, text: properties(record) };
  });
}
