/**
 * The configuration of the operator's commands. Each command reads the variables that it needs, and validates them by
 * the same rules as the service.
 */
import { z } from "zod";
import { variables } from "../config.ts";

export const databaseEnvironment = variables.pick({ DATABASE_URL: true });

/** The service itself defines the resource server at the first address; no client is redirected to the others. */
export const configurationEnvironment = variables
  .pick({ ADMIN_URL: true })
  .extend(variables.pick({ ISSUER: true, USERINFO_RESOURCE: true, KEY_ENCRYPTION_KEYS: true }).partial().shape);

export const ownerEnvironment = databaseEnvironment.extend({
  OWNER_DATABASE_URL: variables.shape.DATABASE_URL.optional().describe("the login that owns the database"),
});

export const prepareEnvironment = ownerEnvironment.extend({
  ADMIN_DATABASE_URL: variables.shape.DATABASE_URL.optional().describe("a login that may create roles and databases"),
  RESOURCE_SERVER_DATABASE_URL: variables.shape.DATABASE_URL.optional().describe(
    "the DATABASE_URL of the resource server",
  ),
});

export const purgeEnvironment = databaseEnvironment.extend(variables.pick({ AUDIT_RETENTION_DAYS: true }).shape);

/** The policy for new passwords: the name of the issuer is refused as a password, if the command knows it. */
export const passwordEnvironment = variables
  .pick({ ISSUER: true, PASSWORD_LIST_FILE: true, REQUIRED_ACR: true })
  .partial();

/** The issuer decides which redirect URIs may be registered, and which of them belong to this service. */
export const clientEnvironment = variables
  .pick({ ISSUER: true })
  .extend(variables.pick({ USERINFO_RESOURCE: true }).partial().shape);

/** What the deployment demands of authorization requests. */
export const clientCheckEnvironment = variables
  .pick({ NATIVE_LOCALHOST: true, PUSHED_REQUESTS: true, SIGNED_REQUESTS: true })
  .extend(variables.pick({ USERINFO_RESOURCE: true }).partial().shape);

/** The issuer decides the redirect URIs at other providers. */
export const issuerEnvironment = variables.pick({ ISSUER: true });

/** The relying party of passkeys. */
export const passkeyEnvironment = variables.pick({ ISSUER: true, WEBAUTHN_RP_ID: true });

export const providerEnvironment = variables.pick({ ISSUER: true, KEY_ENCRYPTION_KEYS: true });

export const keyEnvironment = variables.pick({ KEY_ENCRYPTION_KEYS: true });

/** Whether the deployment sends mail. */
export const mailUrlEnvironment = variables.pick({ MAIL_URL: true });

/** What writing mails into the outbox needs. */
export const mailEnvironment = variables.pick({
  ISSUER: true,
  KEY_ENCRYPTION_KEYS: true,
  MAIL_URL: true,
  MAIL_FROM: true,
});

/** What a command needs to write a mail into the outbox. The service delivers it. */
export const invitationEnvironment = variables.pick({
  ISSUER: true,
  KEY_ENCRYPTION_KEYS: true,
  MAIL_FROM: true,
  SIGN_UP: true,
});

/** Whether an invitation can be accepted. */
export const signUpVariable = variables.pick({ SIGN_UP: true });

export const logoutEnvironment = variables.pick({
  ISSUER: true,
  KEY_ENCRYPTION_KEYS: true,
  OUTBOUND_ALLOWED_HOSTS: true,
  OUTBOUND_CA: true,
});

/** Which addresses webhooks may have, and what seals their keys. */
export const webhookEnvironment = variables.pick({
  ISSUER: true,
  KEY_ENCRYPTION_KEYS: true,
  OUTBOUND_ALLOWED_HOSTS: true,
});

/** What sending a mail needs. */
export const sendingEnvironment = variables.pick({
  ISSUER: true,
  VIEWS_DIR: true,
  MAIL_URL: true,
  MAIL_CA: true,
  MAIL_FROM: true,
  MAIL_DKIM_SELECTOR: true,
  MAIL_DKIM_KEY: true,
});

/** The folder of a deployment's own views. */
export const themeEnvironment = variables.pick({ VIEWS_DIR: true });

/** Where the administration API is: its owners are kept. */
export const ownersEnvironment = variables.pick({ ADMIN_URL: true });

/** Where the administration API is, and what its tokens are like. */
export const administratorEnvironment = variables.pick({
  ADMIN_URL: true,
  ACCESS_TOKEN_SIGNING_ALG: true,
  ACCESS_TOKEN_TTL_SECONDS: true,
});

export const firstAdministratorEnvironment = z.object({
  FIRST_ADMINISTRATOR: z
    .string()
    .max(254)
    .optional()
    .describe("the e-mail address whose link `administrators invite --first` prints"),
});

export const seedEnvironment = variables.pick({ ISSUER: true, NODE_ENV: true }).extend({
  SEED_SAMPLE_CLIENT_SECRET: z.string().min(32).describe("the demo client's secret, the same as the sample client's"),
  SEED_SAMPLE_CLIENT_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).origin === url, "must be an origin: scheme, host and port, no trailing slash")
    .describe("the address of the sample client"),
  SEED_SAMPLE_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("the identifier of the sample API; without it there is none"),
  SEED_SAMPLE_API_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe("the CLIENT_SECRET of the sample API; without it there is no client for it"),
  SEED_SAMPLE_MCP_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("the identifier of the sample MCP server; without it there is none"),
  SEED_SAMPLE_STOCK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("the identifier of the sample stock API, which the sample API calls; without it there is none"),
  SEED_ADMIN_CONSOLE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("the address of the administration console; without it there is no client for it"),
  SEED_ADMIN_CONSOLE_KEY: z
    .string()
    .optional()
    .describe("the CLIENT_KEY of the administration console; its public part is registered"),
  ...administratorEnvironment.shape,
  ...variables.pick({ KEY_ENCRYPTION_KEYS: true }).partial().shape,
});

export type SeedEnvironment = z.output<typeof seedEnvironment>;

/** Reads and validates variables. Throws an error that lists every problem. */
export async function readVariables<T>(shape: z.ZodType<T>, given: NodeJS.ProcessEnv): Promise<Readonly<T>> {
  // Loaded here, because loading what the services need of this package takes longer than most commands run.
  const { readEnvironment } = await import("@countersign/service");
  return readEnvironment(shape, given);
}
