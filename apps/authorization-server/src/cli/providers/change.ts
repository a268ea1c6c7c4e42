import { Command, Option } from "commander";
import { hasSecretIn, providerShape } from "../../administration/configuration/provider-shape.ts";
import { type AssertMayChange, changeIdentityProvider } from "../../administration/providers/identity-providers.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { providerEnvironment, readVariables } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { givenOf, PROVIDER_OPTIONS, type ProviderOptions, withProviderOptions } from "./options.ts";
import { assertFits, providerWith, recordOf } from "./record.ts";

const changesShape = providerShape.omit({ alias: true, preset: true }).partial();

/** `providers change`: changes what is given of a provider, and leaves the rest. */
export function changeProvider(context: Context): Command {
  const command = new Command("change")
    .description("change a provider; with another issuer, people have to connect their accounts again")
    .argument("<alias>", "as `providers list` shows it")
    .option("--name <name>", "the name that people see")
    .option("--issuer <url>", "its issuer")
    .option("--client-id <id>", "our client ID there")
    .addOption(new Option("--secret-file <path>", "a file with our client secret there").conflicts("ownKeys"))
    .option("--own-keys", "authenticate with our signing keys (private_key_jwt) from now on, and forget the secret")
    .option("--scope <scopes>", "all the scopes to ask for, separated by spaces");
  withProviderOptions(command, {})
    .option("--no-enforced", "people of its domains may use a password again")
    .option("--no-rp-initiated-logout", "a sign-out here leaves the session there")
    .option("--no-auto-link", "ask a person who has an account with the address")
    .addHelpText("after", "\nReads DATABASE_URL, ISSUER and KEY_ENCRYPTION_KEYS, as the service does.");

  return reporting(command, context, async (alias: string, options: ProviderOptions): Promise<Report> => {
    const changes = validate(changesShape, await givenOf(options), "the provider", PROVIDER_OPTIONS);
    if (Object.keys(changes).length === 0) throw refusal("name at least one option to change");
    const { ISSUER, KEY_ENCRYPTION_KEYS } = await readVariables(providerEnvironment, context.environment);
    const texts = sealedTexts(KEY_ENCRYPTION_KEYS);
    const record = await withDatabase(context, async (database) => {
      const assertMay: AssertMayChange = (before) =>
        assertFits(
          { ...before, hasSecret: before.keyEncryptionKeyId !== null },
          { ...changes, hasSecret: hasSecretIn(changes.secret) },
        );
      const by = byOperator(context);
      const done = await changeIdentityProvider({ database, texts }, alias, changes, by, assertMay);
      if (done === "secret-needed") throw refusal("--issuer needs --secret-file: the secret of before is of another");
      return recordOf(await providerWith(database, alias), ISSUER);
    });
    return { json: record, text: properties(record) };
  });
}
