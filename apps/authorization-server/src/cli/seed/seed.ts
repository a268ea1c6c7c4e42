import type { Database } from "@countersign/database";
import { parseScope } from "@countersign/rules";
import { Command } from "commander";
import { addClient } from "../../administration/clients/clients.ts";
import { addPerson } from "../../administration/people/people.ts";
import { findPerson } from "../../platform/records/people.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { NewClient } from "../../platform/stores/client/clients.ts";
import { relocateDemoClient } from "../../platform/stores/client/demo-clients.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting } from "../command/report.ts";
import { readVariables, type SeedEnvironment, seedEnvironment } from "../config.ts";
import { seedExchangePolicy } from "./exchange-policy.ts";
import { seedResources } from "./resources.ts";

interface DemoAccount {
  readonly username: string;
  readonly password: string;
  /** The secret of an authenticator app, in base32. */
  readonly totp?: string;
}

/** `seed`: adds demo people and clients for development. Existing ones keep the changes that an operator made. */
export function seedCommand(context: Context): Command {
  const command = new Command("seed")
    .description("add demo users and clients for development; refused in production")
    .addHelpText(
      "after",
      "\nReads DATABASE_URL, ISSUER, NODE_ENV (which must be development or test), SEED_SAMPLE_CLIENT_SECRET,\n" +
        "SEED_SAMPLE_CLIENT_URL, SEED_SAMPLE_API_URL, SEED_SAMPLE_API_SECRET, SEED_SAMPLE_MCP_URL,\n" +
        "SEED_SAMPLE_STOCK_URL, SEED_ADMIN_CONSOLE_URL, SEED_ADMIN_CONSOLE_KEY, ADMIN_URL and\n" +
        "KEY_ENCRYPTION_KEYS. Running it again changes nothing but the addresses of the samples, and the secrets,\n" +
        "scopes and grant types of their clients.",
    );

  return reporting(command, context, async (): Promise<Report> => {
    const environment = await readVariables(seedEnvironment, context.environment);
    if (environment.NODE_ENV === "production") {
      throw refusal("demo data is never added in production: its passwords are known to everyone (NODE_ENV)");
    }

    const { apiClient, demoClients } = await import("./clients.ts");
    const { ISSUER, SEED_SAMPLE_CLIENT_URL, SEED_SAMPLE_CLIENT_SECRET } = environment;
    if (new URL(ISSUER).protocol === "https:" && new URL(SEED_SAMPLE_CLIENT_URL).protocol === "http:") {
      throw refusal("an https ISSUER needs an https SEED_SAMPLE_CLIENT_URL, for the redirect URIs of the demo clients");
    }
    if (new URL(ISSUER).protocol === "https:" && environment.SEED_ADMIN_CONSOLE_URL?.startsWith("http:")) {
      throw refusal("an https ISSUER needs an https SEED_ADMIN_CONSOLE_URL, for the redirect URI of the console");
    }
    const { commandLineClient, consoleClient } = await import("./administrator.ts");
    const samples = await demoClients(ISSUER, SEED_SAMPLE_CLIENT_URL, SEED_SAMPLE_CLIENT_SECRET);
    const clients = [
      ...samples,
      ...apiClient(environment),
      ...consoleClient(environment),
      ...commandLineClient(environment),
    ];
    const [accounts, resources] = await withDatabase(context, async (database) => {
      const samples = await seedResources(database, environment, byOperator(context));
      await seedClients(database, clients, byOperator(context));
      await seedExchangePolicy(database, environment, byOperator(context));
      return [await seedPeople(database, environment, context), samples] as const;
    });

    const people = accounts.map(({ username, password }) => `${username} (${password})`).join(", ");
    const ids = clients.map(({ id }) => id);
    return {
      json: { accounts, clients: ids, resources },
      text: `Demo accounts: ${people || "none"}. Demo clients: ${ids.join(", ")}.`,
    };
  });
}

async function seedClients(database: Database, clients: readonly NewClient[], by: By): Promise<void> {
  for (const { id, metadata, secretHash, logo, resourceServer } of clients) {
    if (await addClient(database, { id, metadata, secretHash, logo, resourceServer }, by)) continue;

    // The sample client may have had another port or secret when it was started before.
    const location = {
      secretHash,
      redirectUris: metadata.redirect_uris,
      postLogoutRedirectUris: metadata.post_logout_redirect_uris,
      backchannelLogoutUri: metadata.backchannel_logout_uri,
      scopes: parseScope(metadata.scope),
      grantTypes: metadata.grant_types,
      authorizationDetailsTypes: metadata.authorization_details_types ?? [],
      resourceServer,
    };
    await relocateDemoClient(database, { id, location }, by);
  }
}

/** Adds the people who do not exist yet, and returns those who can sign in with the demo password now. */
async function seedPeople(
  database: Database,
  environment: SeedEnvironment,
  context: Context,
): Promise<readonly DemoAccount[]> {
  const by = byOperator(context);
  const { openPasswords } = await import("../../people/sign-in/passwords.ts");
  const { DEMO_PEOPLE } = await import("./people.ts");
  const passwords = openPasswords(context.passwordCost);
  const users = userStore(database);

  const accounts: DemoAccount[] = [];
  for (const { username, password, claims } of DEMO_PEOPLE) {
    if ((await findPerson(database, username)) === undefined) {
      await addPerson(database, { username, passwordHash: await passwords.hash(password), claims }, by);
    }
    const account = await users.findForSignIn(username);
    const works = account !== undefined && (await passwords.verify(account.passwordHash ?? undefined, password));
    if (works) accounts.push({ username, password });
  }

  const { DEMO_ADMINISTRATOR, seedAdministrator } = await import("./administrator.ts");
  const hasAdministrator = await seedAdministrator(database, environment, { hash: passwords.hash, by });
  return hasAdministrator ? [...accounts, DEMO_ADMINISTRATOR] : accounts;
}
