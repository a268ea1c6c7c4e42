/**
 * The configuration of the operator's commands. Each command reads the variables that it needs, and validates them by
 * the same rules as the service.
 */
import { z } from "zod";
import { variables } from "../config.ts";

type Shape = typeof variables.shape;

/** These variables of the service. */
const only = <Name extends keyof Shape>(...names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, variables.shape[name]])) as Pick<Shape, Name>);

export const databaseEnvironment = only("DATABASE_URL");

/** The service itself defines the resource server at the first address; no client is redirected to the others. */
export const configurationEnvironment = only("ADMIN_URL").extend(
  only("ISSUER", "USERINFO_RESOURCE", "KEY_ENCRYPTION_KEYS").partial().shape,
);

export const ownerEnvironment = databaseEnvironment.extend({
  OWNER_DATABASE_URL: variables.shape.DATABASE_URL.optional().describe("the login that owns the database"),
});

export const prepareEnvironment = ownerEnvironment.extend({
  ADMIN_DATABASE_URL: variables.shape.DATABASE_URL.optional().describe("a login that may create roles and databases"),
  RESOURCE_SERVER_DATABASE_URL: variables.shape.DATABASE_URL.optional().describe(
    "the DATABASE_URL of the resource server",
  ),
});

export const purgeEnvironment = databaseEnvironment.extend(only("AUDIT_RETENTION_DAYS").shape);

/** The policy for new passwords: the name of the issuer is refused as a password, if the command knows it. */
export const passwordEnvironment = only("ISSUER", "PASSWORD_LIST_FILE", "REQUIRED_ACR").partial();

/** The issuer decides which redirect URIs may be registered, and which of them belong to this service. */
export const clientEnvironment = only("ISSUER").extend(only("USERINFO_RESOURCE").partial().shape);

/** What the deployment demands of authorization requests. */
export const clientCheckEnvironment = only("NATIVE_LOCALHOST", "PUSHED_REQUESTS", "SIGNED_REQUESTS").extend(
  only("USERINFO_RESOURCE").partial().shape,
);

/** The issuer decides the redirect URIs at other providers. */
export const issuerEnvironment = only("ISSUER");

/** The relying party of passkeys. */
export const passkeyEnvironment = only("ISSUER", "WEBAUTHN_RP_ID");

export const providerEnvironment = only("ISSUER", "KEY_ENCRYPTION_KEYS");

export const keyEnvironment = only("KEY_ENCRYPTION_KEYS");

/** Whether the deployment sends mail. */
export const mailUrlEnvironment = only("MAIL_URL");

/** What writing mails into the outbox needs. */
export const mailEnvironment = only("ISSUER", "KEY_ENCRYPTION_KEYS", "MAIL_URL", "MAIL_FROM");

/** What a command needs to write a mail into the outbox. The service delivers it. */
export const invitationEnvironment = only("ISSUER", "KEY_ENCRYPTION_KEYS", "MAIL_FROM", "SIGN_UP");

/** Whether an invitation can be accepted. */
export const signUpVariable = only("SIGN_UP");

export const logoutEnvironment = only("ISSUER", "KEY_ENCRYPTION_KEYS", "OUTBOUND_ALLOWED_HOSTS", "OUTBOUND_CA");

/** Which addresses webhooks may have, and what seals their keys. */
export const webhookEnvironment = only("ISSUER", "KEY_ENCRYPTION_KEYS", "OUTBOUND_ALLOWED_HOSTS");

/** What asking a hook needs. */
export const hookEnvironment = only("ISSUER", "KEY_ENCRYPTION_KEYS", "OUTBOUND_ALLOWED_HOSTS", "OUTBOUND_CA");

/** What sending a mail needs. */
export const sendingEnvironment = only(
  "ISSUER",
  "VIEWS_DIR",
  "MAIL_URL",
  "MAIL_CA",
  "MAIL_FROM",
  "MAIL_DKIM_SELECTOR",
  "MAIL_DKIM_KEY",
);

/** The folder of a deployment's own views. */
export const themeEnvironment = only("VIEWS_DIR");

/** Where the administration API is: its owners are kept. */
export const ownersEnvironment = only("ADMIN_URL");

/** Where the administration API is, and what its tokens are like. */
export const administratorEnvironment = only("ADMIN_URL", "ACCESS_TOKEN_SIGNING_ALG", "ACCESS_TOKEN_TTL_SECONDS");

export const firstAdministratorEnvironment = z.object({
  FIRST_ADMINISTRATOR: z
    .string()
    .max(254)
    .optional()
    .describe("the email address whose link `administrators invite --first` prints"),
});

export const seedEnvironment = only("ISSUER", "NODE_ENV").extend({
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
  ...only("KEY_ENCRYPTION_KEYS").partial().shape,
});

export type SeedEnvironment = z.output<typeof seedEnvironment>;

/** Reads and validates variables. Throws an error that lists every problem. */
export async function readVariables<T>(shape: z.ZodType<T>, given: NodeJS.ProcessEnv): Promise<Readonly<T>> {
  // Loaded here, because loading what the services need of this package takes longer than most commands run.
  const { readEnvironment } = await import("@countersign/service");
  return readEnvironment(shape, given);
}
