/** Configuration is read once from the environment, validated, frozen, and passed on. Nothing else reads it. */
import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { ACRS, hashSecret } from "@countersign/rules";
import { listenEnvironment } from "@countersign/service";
import { tracingEnvironment } from "@countersign/tracing/environment";
import { z } from "zod";
import { administrationEnvironment, checkAdministrationEnvironment } from "./administration/api/environment.ts";
import { checkCertificateEnvironment, clientsEnvironment } from "./issuer/clients/environment.ts";
import { detailsEnvironment } from "./issuer/details/environment.ts";
import { parseKeyEncryptionKeys } from "./issuer/keys/key-encryption-keys.ts";
import { accountEnvironment } from "./people/account/environment.ts";
import { mailEnvironment } from "./people/mail/environment.ts";
import { passkeyEnvironment } from "./people/sign-in/passkeys/environment.ts";
import { signUpEnvironment } from "./people/sign-in/sign-up-policy.ts";
import { issuerUrl } from "./platform/issuer-url.ts";
import { auditStreamEnvironment } from "./platform/jobs/stream/stream-environment.ts";
import { databaseUrl, redisUrl } from "./platform/store-urls.ts";

const DAY_SECONDS = 86_400;

const seconds = (lowest: number, highest: number) => z.coerce.number().int().min(lowest).max(highest);

const keyEncryptionKeys = z.string().transform((text, context) => {
  try {
    return parseKeyEncryptionKeys(text);
  } catch (err) {
    context.addIssue({ code: "custom", message: (err as Error).message });
    return z.NEVER;
  }
});

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );

/** Every variable by itself. The commands pick those that they need. */
export const variables = z.object({
  /** The issuer identifier: the address that browsers and clients use. */
  ISSUER: issuerUrl,
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  DATABASE_URL: databaseUrl,
  /** The connections for people, and as many for hot statements; others have fewer beside them (decision 123). */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /**
   * If this is set, short-lived state is in Redis (nodes of a cluster, or sentinels, separated by commas). Otherwise it
   * is in PostgreSQL.
   */
  REDIS_URL: redisUrl.optional(),
  /** `id:key` pairs, each key 32 bytes in base64url. The first seals, all open. */
  KEY_ENCRYPTION_KEYS: keyEncryptionKeys,
  /** Identifier of the resource server of /userinfo. It is the audience of access tokens. */
  USERINFO_RESOURCE: z.url({ protocol: /^https?$/ }),
  /** Address of the userinfo endpoint; by default `/userinfo` at the resource server's identifier. */
  USERINFO_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * The secret that authenticates the resource server when it requests signed and encrypted UserInfo responses. Without
   * it, these responses are not available.
   */
  USERINFO_RESPONSE_SECRET: z
    .string()
    .regex(/^[\w-]{32,256}$/, "must be 32 to 256 letters, digits, - and _")
    .transform(hashSecret)
    .optional(),
  /** The least `acr` of every sign-in. A person without a factor for it sets one up. */
  REQUIRED_ACR: z.enum(ACRS).optional(),
  ACCESS_TOKEN_SIGNING_ALG: z.enum(ACCESS_TOKEN_ALGS).default("ES256"),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  JOBS: z.enum(["all", "own"]).default("all"), // own: those that write what this process noted; another runs the others
  /** Prometheus metrics are served on this port of METRICS_HOST. If it is not set, they are not served. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** Addresses of the proxies in front, comma separated. Only their X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: list,
  /** Hosts (`host`, or `host:port`), comma separated, from which clients' documents may be fetched at any address. */
  OUTBOUND_ALLOWED_HOSTS: list.transform(
    (hosts) => new Set(hosts.map((host) => host.toLowerCase().replace(/:443$/, ""))),
  ),
  /**
   * Certificates in PEM form that are trusted for these fetches in addition to the system's. OUTBOUND_CA_FILE names a
   * file with them.
   */
  OUTBOUND_CA: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/, "must be certificates in PEM form")
    .optional(),
  /** A folder whose files replace views and messages of the same name. */
  VIEWS_DIR: z.string().optional(),
  CODE_TTL_SECONDS: seconds(10, 60).default(60),
  ACCESS_TOKEN_TTL_SECONDS: seconds(60, 3600).default(300),
  ID_TOKEN_TTL_SECONDS: seconds(60, 3600).default(300),
  SESSION_IDLE_SECONDS: seconds(300, 30 * DAY_SECONDS).default(DAY_SECONDS / 2),
  SESSION_ABSOLUTE_SECONDS: seconds(300, 365 * DAY_SECONDS).default(30 * DAY_SECONDS),
  /** Whether a browser that is closed and opened again is still signed in. */
  SESSION_COOKIE: z.enum(["browser", "persistent"]).default("browser"),
  /** How long a refresh token may be unused, and how long a family of refresh tokens may live. */
  REFRESH_TOKEN_IDLE_SECONDS: seconds(300, 365 * DAY_SECONDS).default(7 * DAY_SECONDS),
  REFRESH_TOKEN_ABSOLUTE_SECONDS: seconds(300, 365 * DAY_SECONDS).default(30 * DAY_SECONDS),
  /** How long the secret of a client that registers itself is valid. 0 means forever. */
  DYNAMIC_CLIENT_SECRET_TTL_DAYS: z.coerce.number().int().min(0).max(3650).default(0),
  /** How long a client that registered itself may be unused. 0 means forever. */
  DYNAMIC_CLIENT_UNUSED_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
  /** How many requests per minute one source, and one client, may send to the token endpoint. */
  TOKEN_REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(100_000_000).default(600_000),
  /**
   * Whether each DPoP proof must have a nonce of this service. With `optional`, a proof is accepted for five minutes by
   * its own time.
   */
  DPOP_NONCE: z.enum(["optional", "required"]).default("optional"),
  /** The maximum age of a signing key before the next one replaces it. */
  SIGNING_KEY_MAX_AGE_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** How long an account stays disabled before it is erased, after its person deleted it. */
  DELETION_GRACE_DAYS: z.coerce.number().int().min(0).max(30).default(7),
  /** How long the link is valid with which a person replaces a forgotten password. */
  RESET_LINK_MINUTES: z.coerce.number().int().min(10).max(1440).default(60),
  /**
   * A file of SHA-1 hashes of leaked passwords in ascending order, one on each line. New passwords that are in it are
   * refused.
   */
  PASSWORD_LIST_FILE: z.string().optional(),
  /** How long the audit log is kept. */
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(3650).default(400),
  ...listenEnvironment.shape,
  ...tracingEnvironment.shape,
  ...administrationEnvironment.shape,
  ...clientsEnvironment.shape,
  ...detailsEnvironment.shape,
  ...accountEnvironment.shape,
  ...mailEnvironment.shape,
  ...auditStreamEnvironment.shape,
  ...signUpEnvironment.shape,
  ...passkeyEnvironment.shape,
});

/** The variables of the service, which must fit together. */
export const environment = variables
  .superRefine(checkCertificateEnvironment)
  .superRefine(checkAdministrationEnvironment);

export type Config = Readonly<z.output<typeof environment>>;

/** The locations of the stores. */
export const storeSettings = (config: Config) => ({
  connectionString: config.DATABASE_URL,
  poolSize: config.DATABASE_POOL_SIZE,
  redisUrl: config.REDIS_URL,
  issuer: config.ISSUER,
});

/** The limits that a deployment sets. */
export const limitSettings = (config: Config) => ({
  tokenRequestsPerMinute: config.TOKEN_REQUESTS_PER_MINUTE,
  pushedRequestsPerMinute: config.PUSHED_REQUESTS_PER_MINUTE,
  invitationsPerHour: config.INVITATIONS_PER_HOUR,
});

/** How long sessions and refresh tokens live. */
export const storedLifetimes = (config: Config) => ({
  session: { idleSeconds: config.SESSION_IDLE_SECONDS, absoluteSeconds: config.SESSION_ABSOLUTE_SECONDS },
  refreshToken: {
    idleSeconds: config.REFRESH_TOKEN_IDLE_SECONDS,
    absoluteSeconds: config.REFRESH_TOKEN_ABSOLUTE_SECONDS,
  },
});

type PasswordSettings = {
  readonly [Name in "ISSUER" | "PASSWORD_LIST_FILE" | "REQUIRED_ACR"]?: Config[Name] | undefined;
};

/** The policy for new passwords. They may be shorter where every sign-in needs a second factor. */
export const newPasswordPolicy = (config: PasswordSettings) => ({
  issuer: config.ISSUER,
  listFile: config.PASSWORD_LIST_FILE,
  withSecondFactor: config.REQUIRED_ACR !== undefined && config.REQUIRED_ACR !== ACRS[0],
});

/** The settings for issuing tokens. */
export const tokenSettings = (config: Config) => ({
  issuer: config.ISSUER,
  accessTokenAlg: config.ACCESS_TOKEN_SIGNING_ALG,
  accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
  idTokenTtlSeconds: config.ID_TOKEN_TTL_SECONDS,
});

/** The settings for proofs of the sender. */
export const senderSettings = (config: Config) => ({
  keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
  nonceRequired: config.DPOP_NONCE === "required",
});

/** The lifetimes that endpoints use. */
export interface Lifetimes {
  readonly codeTtlSeconds: number;
  readonly sessionIdleSeconds: number;
  /** The lifetime of the secret of a client that registers itself; 0 means forever. */
  readonly clientSecretDays: number;
  /** How long a deleted account can be restored. */
  readonly deletionGraceDays: number;
  /** How long a person can use the link that replaces a forgotten password. */
  readonly resetLinkSeconds: number;
}

export const lifetimesOf = (config: Config): Lifetimes => ({
  codeTtlSeconds: config.CODE_TTL_SECONDS,
  sessionIdleSeconds: config.SESSION_IDLE_SECONDS,
  clientSecretDays: config.DYNAMIC_CLIENT_SECRET_TTL_DAYS,
  deletionGraceDays: config.DELETION_GRACE_DAYS,
  resetLinkSeconds: config.RESET_LINK_MINUTES * 60,
});
