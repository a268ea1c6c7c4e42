/** The services of the ecosystem, and the environment that each one starts with. Pure. */
import { join } from "node:path";
import type { DatabaseUrls } from "./database.ts";
import { detailsFolder } from "./details.ts";
import { entryIn, type Service } from "./entries.ts";
import { FOR_MCP_CLIENTS } from "./mcp-clients.ts";
import { sampleApiSecret, sampleApis } from "./sample-apis.ts";
import { derived, derivedKey, type Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";

/** The prefixes of variables that one service gets, without the prefix. */
const OF_ONE = { "authorization-server": "AUTHORIZATION_SERVER__", "resource-server": "RESOURCE_SERVER__" } as const;

function ofOne(name: keyof typeof OF_ONE, { environment }: Settings): NodeJS.ProcessEnv {
  const prefix = OF_ONE[name];
  const own = Object.entries(environment).filter(([variable]) => variable.startsWith(prefix));
  return Object.fromEntries(own.map(([variable, value]) => [variable.slice(prefix.length), value]));
}

/**
 * The environment of every service and command of the ecosystem. LOG_LEVEL and NODE_ENV keep the values that the
 * person set.
 */
function shared({ environment, dataDir, urls }: Settings): NodeJS.ProcessEnv {
  const prefixes = Object.values(OF_ONE);
  const ofAll = Object.entries(environment).filter(([name]) => !prefixes.some((prefix) => name.startsWith(prefix)));
  return {
    NODE_ENV: "development",
    LOG_LEVEL: "info",
    NODE_COMPILE_CACHE: join(dataDir, "compile-cache"),
    ...Object.fromEntries(ofAll),
    HOST: "127.0.0.1", // some shells export this name for another purpose
    ISSUER: urls.issuer,
  };
}

/** The key by which the console proves who it is, as a private JWK. */
const consoleKey = (secrets: Secrets) => JSON.stringify(derivedKey(secrets, "console client"));

const userinfoResponseSecret = (secrets: Secrets) => derived(secrets, "userinfo response");

function authorizationServerEnvironment(
  settings: Settings,
  secrets: Secrets,
  databases: DatabaseUrls,
  mailUrl: string | undefined,
): NodeJS.ProcessEnv {
  return {
    // Every visitor may sign up here, unless the person who starts it says otherwise.
    ...(mailUrl !== undefined && { SIGN_UP: "open" }),
    ...FOR_MCP_CLIENTS,
    ...shared(settings),
    ...ofOne("authorization-server", settings),
    MAIL_URL: mailUrl,
    PORT: String(settings.ports.authorizationServer),
    ADMIN_URL: settings.urls.administration,
    ADMIN_PORT: String(settings.ports.administration),
    DATABASE_URL: databases.authorizationServer,
    KEY_ENCRYPTION_KEYS: secrets.keyEncryptionKeys,
    USERINFO_RESOURCE: settings.urls.resource,
    AUTHORIZATION_DETAILS_DIR: settings.environment.AUTHORIZATION_DETAILS_DIR || detailsFolder(settings),
    USERINFO_RESPONSE_SECRET: userinfoResponseSecret(secrets),
    // The sample client and the console receive logout tokens, and have no public addresses.
    OUTBOUND_ALLOWED_HOSTS: [
      settings.environment.OUTBOUND_ALLOWED_HOSTS,
      new URL(settings.urls.client).host,
      new URL(settings.urls.console).host,
    ]
      .filter(Boolean)
      .join(","),
  };
}

/**
 * The services, in the order in which people see their names.
 *
 * @param mailUrl the mail server; undefined if there is none
 */
export function servicesOf(
  settings: Settings,
  secrets: Secrets,
  databases: DatabaseUrls,
  mailUrl: string | undefined,
): readonly Service[] {
  const { ports, urls } = settings;
  const entryOf = (name: Service["name"]) => entryIn(settings, name);
  const { DATABASE_URL: _, KEY_ENCRYPTION_KEYS: __, MAIL_URL: ___, ...strangers } = settings.environment;
  const unprivileged = shared({ ...settings, environment: strangers });

  return [
    {
      name: "authorization-server",
      entry: entryOf("authorization-server"),
      port: ports.authorizationServer,
      readyPath: "/health/ready",
      environment: authorizationServerEnvironment(settings, secrets, databases, mailUrl),
    },
    {
      name: "resource-server",
      entry: entryOf("resource-server"),
      port: ports.resourceServer,
      readyPath: "/health/ready",
      environment: {
        ...unprivileged,
        ...ofOne("resource-server", settings),
        PORT: String(ports.resourceServer),
        DATABASE_URL: databases.resourceServer,
        RESOURCE: urls.resource,
        USERINFO_RESPONSE_SECRET: userinfoResponseSecret(secrets),
      },
    },
    {
      name: "sample-client",
      entry: entryOf("sample-client"),
      port: ports.sampleClient,
      readyPath: "/",
      environment: {
        ...unprivileged,
        PORT: String(ports.sampleClient),
        BASE_URL: urls.client,
        CLIENT_ID: "sample-client",
        CLIENT_SECRET: secrets.sampleClientSecret,
        ORDERS_API: urls.api,
        BIND_TOKENS: "yes",
      },
    },
    adminConsole(settings, secrets, unprivileged),
    ...sampleApis(settings, secrets, unprivileged),
  ];
}

/** The administration console: a client, which has no way to the database. */
const adminConsole = (settings: Settings, secrets: Secrets, unprivileged: NodeJS.ProcessEnv): Service => ({
  name: "admin-console",
  entry: entryIn(settings, "admin-console"),
  port: settings.ports.adminConsole,
  readyPath: "/health/ready",
  environment: {
    ...unprivileged,
    PORT: String(settings.ports.adminConsole),
    CONSOLE_URL: settings.urls.console,
    ADMIN_API: `${settings.urls.administration}/admin/api/v1`,
    CLIENT_KEY: consoleKey(secrets),
  },
});

/** The operator's command line, and its environment in the ecosystem. */
export function commandLine(
  settings: Settings,
  secrets: Secrets,
  databases: DatabaseUrls,
  mailUrl: string | undefined,
): { entry: string; environment: NodeJS.ProcessEnv } {
  return {
    entry: join(settings.root, "apps", "authorization-server", "src", "cli", "main.ts"),
    environment: {
      ...authorizationServerEnvironment(settings, secrets, databases, mailUrl),
      NODE_ENV: "development", // the seeded data is for demonstration, even when the services run in production mode
      ADMIN_DATABASE_URL: databases.administrator,
      OWNER_DATABASE_URL: databases.owner,
      RESOURCE_SERVER_DATABASE_URL: databases.resourceServer,
      SEED_SAMPLE_CLIENT_SECRET: secrets.sampleClientSecret,
      SEED_SAMPLE_CLIENT_URL: settings.urls.client,
      SEED_SAMPLE_API_URL: settings.urls.api,
      SEED_SAMPLE_API_SECRET: sampleApiSecret(secrets),
      SEED_SAMPLE_MCP_URL: settings.urls.mcp,
      SEED_SAMPLE_STOCK_URL: settings.urls.stock,
      SEED_ADMIN_CONSOLE_URL: settings.urls.console,
      SEED_ADMIN_CONSOLE_KEY: consoleKey(secrets),
    },
  };
}
