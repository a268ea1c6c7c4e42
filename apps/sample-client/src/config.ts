/** The configuration. It is read from the environment and checked once. No other file reads the environment. */
import { z } from "zod";
import type { ClientKey } from "./provider/client-key.ts";
import { isHttpsOrLocal } from "./provider/urls.ts";
import { newSecret } from "./session/secrets.ts";
import type { TracingSettings } from "./tracing/tracing.ts";

const SECRET_MAY_NOT_TRAVEL = "must be https (plain http is for localhost, *.localhost and loopback addresses)";

/** The issuer is kept exactly as written, because it is compared as a string, not as a URL (OIDC Discovery §4.3). */
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(isHttpsOrLocal, SECRET_MAY_NOT_TRAVEL)
  .refine((value) => !/[?#@]/.test(value), "must have no query, fragment or user name");

/** An origin only: `__Host-` cookies belong to a whole host, so the client does too. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine(isHttpsOrLocal, SECRET_MAY_NOT_TRAVEL)
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, "must be an origin, without a path")
  .transform((value) => new URL(value).origin);

/** A secret that contains this text was made for development, so it is publicly known. */
const DEVELOPMENT_SECRET = "development-only";

const environment = z
  .object({
    NODE_ENV: z.string().optional(),
    ISSUER: issuer.default("http://localhost:4000"),
    HOST: z.string().default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(4002),
    BASE_URL: baseUrl.default("http://localhost:4002"),
    CLIENT_ID: z.string().optional(),
    CLIENT_SECRET: z.string().optional(),
    CLIENT_KEY_FILE: z.string().optional(),
    INITIAL_ACCESS_TOKEN: z
      .string()
      .regex(/^[\w.~+/-]+=*$/, "must be one word, as a bearer token is (RFC 6750 §2.1)")
      .optional(),
    REGISTRATION_FILE: z.string().default(".registration.json"),
    CLIENT_NAME: z.string().max(200).default("Sample client"),
    LOGO_URI: z.url({ protocol: /^https?$/ }).optional(),
    BACKCHANNEL_LOGOUT_URI: z
      .url({ protocol: /^https?$/ })
      .refine((value) => !/[#@]/.test(value), "must have no fragment or user name")
      .or(z.literal("none"))
      .optional(),
    APPLICATION_TYPE: z.enum(["web", "native"]).default("web"),
    COOKIE_SECRET: z.string().min(32, "must have at least 32 characters and be hard to guess").optional(),
    SCOPE: z
      .string()
      .default("openid profile email address phone")
      .transform((value) => value.split(" ").filter(Boolean).join(" "))
      .refine((value) => value.split(" ").includes("openid"), "must include openid"),
    STRONGER_ACR_VALUES: z
      .string()
      .default("phr urn:countersign:acr:mfa")
      .transform((value) => value.split(" ").filter(Boolean).join(" "))
      .refine((value) => value !== "", "must name at least one acr"),
    PUSH_REQUESTS: z.enum(["yes", "no"]).default("no"),
    API_URL: z
      .url({ protocol: /^https?$/ })
      .refine(isHttpsOrLocal, SECRET_MAY_NOT_TRAVEL)
      .refine((value) => !/[#@]/.test(value), "must have no fragment or user name")
      .optional(),
    ORDERS_API: z
      .url({ protocol: /^https?$/ })
      .refine(isHttpsOrLocal, SECRET_MAY_NOT_TRAVEL)
      .refine((value) => !/[?#@]|\/$/.test(value), "must have no query, fragment, user name or trailing slash")
      .optional(),
    BIND_TOKENS: z.enum(["yes", "no"]).default("no"),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/ })
      .transform((value) => new URL("v1/traces", value.endsWith("/") ? value : `${value}/`).href)
      .optional(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    TAKE_TRACEPARENT: z.enum(["yes", "no"]).default("no"),
  })
  .refine(
    ({ NODE_ENV, CLIENT_SECRET = "" }) => NODE_ENV !== "production" || !CLIENT_SECRET.includes(DEVELOPMENT_SECRET),
    {
      path: ["CLIENT_SECRET"],
      error: "is a development default that is publicly known: production needs another secret (NODE_ENV)",
    },
  )
  .refine(
    ({ CLIENT_KEY_FILE: key, CLIENT_ID, CLIENT_SECRET }) =>
      key === undefined || (CLIENT_ID !== undefined && CLIENT_SECRET === undefined),
    {
      path: ["CLIENT_KEY_FILE"],
      error: "needs CLIENT_ID, and excludes CLIENT_SECRET: a client authenticates in one way",
    },
  );

/** This client as the provider knows it: configured, or registered by itself at its first start. */
export interface Credentials {
  readonly clientId: string;
  /** A client without secret and key is public: only PKCE then protects the code. */
  readonly clientSecret: string | undefined;
  readonly clientKey?: ClientKey;
}

/** How this client registers itself if it is not registered: RFC 7591. */
export interface RegistrationSettings {
  /** The token that the provider may require for registration; needed once. */
  readonly initialAccessToken: string | undefined;
  /** The file that keeps the response, so that the next start does not register again. */
  readonly file: string;
  readonly clientName: string;
  readonly logoUri: string | undefined;
  /** The URL at which the provider's server reaches `/backchannel-logout`; undefined if it cannot reach it. */
  readonly backchannelLogoutUri: string | undefined;
  readonly applicationType: "web" | "native";
}

/** All settings except the credentials, which may not exist yet. */
export interface Settings extends TracingSettings {
  readonly issuer: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** The URL of this client's `/callback`, exactly as registered at the provider. */
  readonly redirectUri: string;
  /** The URL to which the provider may send the browser after sign-out; also registered at the provider. */
  readonly signedOutUri: string;
  readonly scope: string;
  /** The `acr_values` of a request for a stronger sign-in, the preferred one first. */
  readonly strongerAcrValues: string;
  /** Whether authorization requests are sent to the provider before the browser goes there: RFC 9126. */
  readonly pushesRequests: boolean;
  /** The address of an API that each sign-in of the code flow calls with its access token; none by default. */
  readonly apiUrl: string | undefined;
  /** The identifier and address of the orders API; without it there is no page for it. */
  readonly ordersApi: string | undefined;
  /** Whether access tokens of the code flow are bound to a key: RFC 9449. */
  readonly bindsTokens: boolean;
  /** The secret that seals the cookies of sign-ins in progress. */
  readonly cookieSecret: string;
  /** True behind https: cookies are then `__Host-` and Secure. */
  readonly secure: boolean;
}

export interface Config extends Settings, Credentials {}

export interface Environment {
  readonly settings: Settings;
  /** undefined when no CLIENT_ID is set: this client then registers itself, or did so before. */
  readonly credentials: Credentials | undefined;
  /** The file with the key of the client that CLIENT_ID names. */
  readonly clientKeyFile: string | undefined;
  readonly registration: RegistrationSettings;
}

/**
 * Reads the configuration from the environment; a variable set to nothing counts as not set.
 * @throws ZodError that lists every missing or malformed variable.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = environment.parse(given);
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = read;

  return Object.freeze({
    settings: Object.freeze({
      issuer: read.ISSUER,
      host: read.HOST,
      port: read.PORT,
      baseUrl: read.BASE_URL,
      redirectUri: `${read.BASE_URL}/callback`,
      signedOutUri: `${read.BASE_URL}/signed-out`,
      scope: read.SCOPE,
      strongerAcrValues: read.STRONGER_ACR_VALUES,
      pushesRequests: read.PUSH_REQUESTS === "yes",
      apiUrl: read.API_URL,
      ordersApi: read.ORDERS_API,
      bindsTokens: read.BIND_TOKENS === "yes",
      tracesUrl: read.OTEL_EXPORTER_OTLP_ENDPOINT,
      tracedPart: read.OTEL_TRACES_SAMPLER_ARG,
      takesTraceparent: read.TAKE_TRACEPARENT === "yes",
      // A new secret at each start means that sign-ins in progress do not survive a restart, and that no other
      // process can open them.
      cookieSecret: read.COOKIE_SECRET ?? newSecret(),
      secure: read.BASE_URL.startsWith("https:"),
    }),
    credentials: clientId === undefined ? undefined : Object.freeze({ clientId, clientSecret }),
    clientKeyFile: read.CLIENT_KEY_FILE,
    registration: Object.freeze({
      initialAccessToken: read.INITIAL_ACCESS_TOKEN,
      file: read.REGISTRATION_FILE,
      clientName: read.CLIENT_NAME,
      logoUri: read.LOGO_URI,
      backchannelLogoutUri: backchannelLogoutUriOf(read),
      applicationType: read.APPLICATION_TYPE,
    }),
  });
}

/**
 * Without BACKCHANNEL_LOGOUT_URI, this client registers a URI on https only: for the provider, localhost is another
 * machine.
 */
function backchannelLogoutUriOf({ BACKCHANNEL_LOGOUT_URI: given, BASE_URL }: z.output<typeof environment>) {
  if (given !== undefined) return given === "none" ? undefined : given;
  return BASE_URL.startsWith("https:") ? `${BASE_URL}/backchannel-logout` : undefined;
}
