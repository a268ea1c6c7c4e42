/** `providers`: the providers at which people may sign in. */

import { PROVIDER_PRESETS } from "@countersign/rules";
import { Command, Option } from "commander";
import { listKept } from "../../administration/entity-acts.ts";
import { takenFrom } from "../../administration/entity-values.ts";
import {
  addedProvider,
  changedProvider,
  newProviderOf,
  providerFields,
  providers,
} from "../../administration/providers/entity.ts";
import {
  addIdentityProvider,
  changeIdentityProvider,
  enableIdentityProvider,
} from "../../administration/providers/identity-providers.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { statementsOf } from "../../platform/records/records.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { validate } from "../command/input.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting, table } from "../command/report.ts";
import { issuerEnvironment, providerEnvironment, readVariables } from "../config.ts";
import { organizationWith } from "../organizations/organization.ts";
import { givenOf, PROVIDER_OPTIONS, type ProviderOptions, withProviderOptions } from "./options.ts";
import { assertFits, providerWith, recordOf } from "./record.ts";

const ALIAS = ["<alias>", "as `providers list` shows it"] as const;

type Deps = Parameters<typeof addIdentityProvider>[0];

/** Runs an act upon a provider, and reports what the provider is then. */
async function reportAfter(
  context: Context,
  alias: string,
  act: (deps: Deps & { readonly database: Parameters<typeof providerWith>[0] }) => Promise<unknown>,
): Promise<Report> {
  const { ISSUER, KEY_ENCRYPTION_KEYS } = await readVariables(providerEnvironment, context.environment);
  const record = await withDatabase(context, async (database) => {
    await act({ database, texts: sealedTexts(KEY_ENCRYPTION_KEYS) });
    return recordOf(await providerWith(database, alias), ISSUER);
  });
  return { json: record, text: properties(record) };
}

/** `providers add`: adds an OpenID Provider at which people may sign in. */
function addProvider(context: Context): Command {
  const command = new Command("add")
    .description("add a provider at which users may sign in; register the redirect URI there that this prints")
    .argument("<alias>", "its name in the redirect URI")
    .requiredOption("--name <name>", "the name that users see")
    .option("--issuer <url>", "its issuer: its metadata is below it")
    .addOption(new Option("--preset <name>", "a known provider without ID tokens").choices(PROVIDER_PRESETS))
    .requiredOption("--client-id <id>", "our client ID there")
    .addOption(new Option("--secret-file <path>", "a file with our client secret there").conflicts("ownKeys"))
    .option("--own-keys", "authenticate with our signing keys (private_key_jwt), which are in our JWK Set")
    .option("--scope <scopes>", "the scopes to ask for, separated by spaces")
    .option("--organization <slug>", "whose users sign in there, at the domains that the organization proved");
  withProviderOptions(command, { mode: "linked-only" });

  return reporting(command, context, async (alias: string, options: ProviderOptions): Promise<Report> => {
    const given = validate(addedProvider, { alias, ...(await givenOf(options)) }, "the provider", PROVIDER_OPTIONS);
    const { organization: slug } = options;
    const made = newProviderOf(given);
    return reportAfter(context, alias, async (deps) => {
      const organization = slug === undefined ? null : (await organizationWith(deps.database, slug)).id;
      assertFits({ ...made, organization, hasSecret: made.secret !== null });
      await addIdentityProvider(deps, { ...made, organization }, byOperator(context));
    });
  });
}

/** `providers change`: changes what is given of a provider, and leaves the rest. */
function changeProvider(context: Context): Command {
  const command = new Command("change")
    .description("change a provider; with another issuer, users have to connect their accounts again")
    .argument(...ALIAS)
    .option("--name <name>", "the name that users see")
    .option("--issuer <url>", "its issuer")
    .option("--client-id <id>", "our client ID there")
    .addOption(new Option("--secret-file <path>", "a file with our client secret there").conflicts("ownKeys"))
    .option("--own-keys", "authenticate with our signing keys (private_key_jwt) from now on, and forget the secret")
    .option("--scope <scopes>", "all the scopes to ask for, separated by spaces");
  withProviderOptions(command, {})
    .option("--no-enforced", "users of its domains may use a password again")
    .option("--no-rp-initiated-logout", "a sign-out here leaves the session there")
    .option("--no-auto-link", "ask the user of an account before its address connects it");

  return reporting(command, context, async (alias: string, options: ProviderOptions): Promise<Report> => {
    const given = validate(changedProvider, await givenOf(options), "the provider", PROVIDER_OPTIONS);
    if (Object.keys(given).length === 0) throw refusal("name at least one option to change");
    const changes = { ...takenFrom(providerFields, given), secret: given.secret };
    return reportAfter(context, alias, async (deps) => {
      const done = await changeIdentityProvider(deps, alias, changes, byOperator(context), (before) =>
        assertFits({ ...before, hasSecret: before.keyEncryptionKeyId !== null }, changes),
      );
      if (done === "secret-needed") throw refusal("--issuer needs --secret-file: the secret of before is of another");
    });
  });
}

/** `providers enable` and `providers disable`. */
function enableProvider(context: Context, isEnabled: boolean): Command {
  const [name, about] = isEnabled
    ? ["enable", "let users sign in at a disabled provider again"]
    : ["disable", "refuse sign-ins at a provider; its users keep their accounts and their other ways to sign in"];
  const state = isEnabled ? "enabled" : "disabled";
  const command = new Command(name).description(about).argument(...ALIAS);

  return onDatabase(command, context, async ({ database, by }, alias: string) => {
    await providerWith(database, alias);
    const isDone = await enableIdentityProvider(database, { alias, isEnabled }, by);
    if (!isDone) throw refusal(`the provider ${alias} is ${state} already`);
    return { json: { alias, enabled: isEnabled }, text: `The provider ${alias} is ${state}.` };
  });
}

/** `providers list`: lists every provider. */
function listProvidersCommand(context: Context): Command {
  const command = new Command("list")
    .description("list the providers at which users may sign in")
    .addHelpText("after", "\nReads DATABASE_URL and ISSUER, as the service does.");

  return reporting(command, context, async (): Promise<Report> => {
    const { ISSUER } = await readVariables(issuerEnvironment, context.environment);
    const records = (await withDatabase(context, (database) => listKept(statementsOf(database), providers))).map(
      (each) => recordOf(each, ISSUER),
    );
    const rows = records.map(({ alias, name, issuer, mode, domains, disabled }) => ({
      ...{ alias, name, issuer, mode, domains, state: disabled ? "disabled" : "" },
    }));
    return { json: records, text: table(rows, "No providers yet.") };
  });
}

/** The commands below `providers` that no operation declares. */
export const PROVIDER_COMMANDS: readonly ((context: Context) => Command)[] = [
  ...[addProvider, listProvidersCommand, changeProvider],
  (context) => enableProvider(context, false),
  (context) => enableProvider(context, true),
];
