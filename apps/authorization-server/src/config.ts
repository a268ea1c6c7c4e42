/** Configuration: read once from the environment, validated, frozen, and passed on. The only file that reads it. */
import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { hashSecret, isLocalHttp } from "@countersign/rules";
import { z } from "zod";
import { parseKeyEncryptionKeys } from "./keys/key-encryption-keys.ts";

const DAY_SECONDS = 86_400;

const seconds = (lowest: number, highest: number) => z.coerce.number().int().min(lowest).max(highest);

/** Compared byte by byte, so there is one way to write a path: nothing encoded, no dots that a URL parser takes out. */
const PLAIN_PATH = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

/**
 * An issuer has no query, fragment or trailing slash (OIDC Discovery §3), and is https unless only this machine can
 * reach it.
 */
const issuerUrl = z
  .url({ protocol: /^https?$/ })
  .refine((issuer) => !/[?#]|\/$/.test(issuer), "must have no query, no fragment and no trailing slash")
  .refine(
    (issuer) =>
      issuer.startsWith(new URL(issuer).origin) && PLAIN_PATH.test(issuer.slice(new URL(issuer).origin.length)),
    "must be scheme, host and port in lower case, and at most a path of letters, digits and ._~-",
  )
  .refine(
    (issuer) => issuer.startsWith("https:") || isLocalHttp(issuer),
    "must be https, unless its host is loopback or *.localhost",
  );

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

export const environment = z.object({
  /** The issuer identifier: the address that browsers and clients use. */
  ISSUER: issuerUrl,
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /**
   * Short-lived state lives in Redis when this is set (nodes of a cluster with commas between), otherwise in
   * PostgreSQL.
   */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/)
    .optional(),
  /** `id:key` pairs, 32 bytes in base64url each; the first seals, all open. */
  KEY_ENCRYPTION_KEYS: keyEncryptionKeys,
  /** Identifier of the resource server of /userinfo, and so the audience of access tokens. */
  USERINFO_RESOURCE: z.url({ protocol: /^https?$/ }),
  /** Address of the userinfo endpoint; by default `/userinfo` at the resource server's identifier. */
  USERINFO_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * By which the resource server is known where it asks for signed and encrypted UserInfo responses; without it, there
   * are none.
   */
  USERINFO_RESPONSE_SECRET: z
    .string()
    .regex(/^[\w-]{32,256}$/, "must be 32 to 256 letters, digits, - and _")
    .transform(hashSecret)
    .optional(),
  ACCESS_TOKEN_SIGNING_ALG: z.enum(ACCESS_TOKEN_ALGS).default("ES256"),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  /** Prometheus metrics are served on this port of METRICS_HOST, and nowhere when it is not set. */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** Addresses of the proxies in front, comma separated: only their X-Forwarded-For is believed. */
  TRUSTED_PROXIES: list,
  /**
   * Hosts (`host`, or `host:port`) that documents of clients may be fetched from wherever they are, comma separated.
   */
  OUTBOUND_ALLOWED_HOSTS: list.transform(
    (hosts) => new Set(hosts.map((host) => host.toLowerCase().replace(/:443$/, ""))),
  ),
  /** Certificates in PEM form that are trusted there besides the system's; OUTBOUND_CA_FILE names a file with them. */
  OUTBOUND_CA: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/, "must be certificates in PEM form")
    .optional(),
  /** How long readiness fails before the process stops listening, once it is told to stop. */
  SHUTDOWN_DELAY_SECONDS: seconds(0, 300).default(0),
  /** A folder whose files stand in for views and messages of the same name. */
  VIEWS_DIR: z.string().optional(),
  CODE_TTL_SECONDS: seconds(10, 60).default(60),
  ACCESS_TOKEN_TTL_SECONDS: seconds(60, 3600).default(300),
  ID_TOKEN_TTL_SECONDS: seconds(60, 3600).default(300),
  SESSION_IDLE_SECONDS: seconds(300, 30 * DAY_SECONDS).default(DAY_SECONDS / 2),
  SESSION_ABSOLUTE_SECONDS: seconds(300, 365 * DAY_SECONDS).default(30 * DAY_SECONDS),
  /** How long a refresh token may lie unused, and how long a family of them may live. */
  REFRESH_TOKEN_IDLE_SECONDS: seconds(300, 365 * DAY_SECONDS).default(7 * DAY_SECONDS),
  REFRESH_TOKEN_ABSOLUTE_SECONDS: seconds(300, 365 * DAY_SECONDS).default(30 * DAY_SECONDS),
  /** How long the secret of a client that registers itself is good; 0 for ever. */
  DYNAMIC_CLIENT_SECRET_TTL_DAYS: z.coerce.number().int().min(0).max(3650).default(0),
  /** How long a client that registered itself may lie unused; 0 for ever. */
  DYNAMIC_CLIENT_UNUSED_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
  /** How many requests a minute one source, and one client, may send to the token endpoint. */
  TOKEN_REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(100_000_000).default(600_000),
  /** How old a signing key may become before the next one takes over. */
  SIGNING_KEY_MAX_AGE_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** How long the audit trail is kept. */
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(3650).default(400),
});

export type Config = Readonly<z.output<typeof environment>>;

/** Where the stores are. */
export const storeSettings = (config: Config) => ({
  connectionString: config.DATABASE_URL,
  poolSize: config.DATABASE_POOL_SIZE,
  redisUrl: config.REDIS_URL,
  issuer: config.ISSUER,
});

/** How long sessions live. */
export const sessionLifetime = (config: Config) => ({
  idleSeconds: config.SESSION_IDLE_SECONDS,
  absoluteSeconds: config.SESSION_ABSOLUTE_SECONDS,
});

/** How long refresh tokens live. */
export const refreshTokenLifetime = (config: Config) => ({
  idleSeconds: config.REFRESH_TOKEN_IDLE_SECONDS,
  absoluteSeconds: config.REFRESH_TOKEN_ABSOLUTE_SECONDS,
});

/** What tokens are made with. */
export const tokenSettings = (config: Config) => ({
  issuer: config.ISSUER,
  accessTokenAlg: config.ACCESS_TOKEN_SIGNING_ALG,
  accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
  idTokenTtlSeconds: config.ID_TOKEN_TTL_SECONDS,
});

/** What endpoints know of how long things live. */
export interface Lifetimes {
  readonly codeTtlSeconds: number;
  readonly sessionIdleSeconds: number;
  /** Of the secret of a client that registers itself; 0 for ever. */
  readonly clientSecretDays: number;
}

export const lifetimesOf = (config: Config): Lifetimes => ({
  codeTtlSeconds: config.CODE_TTL_SECONDS,
  sessionIdleSeconds: config.SESSION_IDLE_SECONDS,
  clientSecretDays: config.DYNAMIC_CLIENT_SECRET_TTL_DAYS,
});
