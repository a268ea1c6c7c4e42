/** The configuration. It is read from the environment and checked once. No other file reads the environment. */
import { z } from "zod";

const words = z
  .string()
  .transform((value) => value.split(" ").filter(Boolean))
  .refine((values) => values.length > 0, "must name at least one");

/** A secret that contains this text was made for development, so it is publicly known. */
const DEVELOPMENT_SECRET = "development-only";

const environment = z
  .object({
    NODE_ENV: z.string().optional(),
    ISSUER: z.url({ protocol: /^https?$/ }),
    RESOURCE: z.url({ protocol: /^https?$/ }),
    HOST: z.string().default("127.0.0.1"),
    PORT: z.coerce.number().int().min(0).max(65_535).default(4005),
    STRONG_ACR_VALUES: words.default(["urn:countersign:acr:mfa", "phr", "phrh"]),
    STRONG_MAX_AGE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
    INTROSPECTION_CLIENT_ID: z.string().optional(),
    INTROSPECTION_CLIENT_SECRET: z.string().optional(),
    INTROSPECT: z.enum(["payments", "always"]).default("payments"),
  })
  .refine(
    ({ INTROSPECTION_CLIENT_ID: id, INTROSPECTION_CLIENT_SECRET: secret }) =>
      (id === undefined) === (secret === undefined),
    {
      path: ["INTROSPECTION_CLIENT_SECRET"],
      error: "and INTROSPECTION_CLIENT_ID must be set together, or neither",
    },
  )
  .refine(({ INTROSPECT, INTROSPECTION_CLIENT_ID: id }) => INTROSPECT === "payments" || id !== undefined, {
    path: ["INTROSPECT"],
    error: "needs INTROSPECTION_CLIENT_ID and INTROSPECTION_CLIENT_SECRET",
  })
  .refine(
    ({ NODE_ENV, INTROSPECTION_CLIENT_SECRET: secret = "" }) =>
      NODE_ENV !== "production" || !secret.includes(DEVELOPMENT_SECRET),
    {
      path: ["INTROSPECTION_CLIENT_SECRET"],
      error: "is a development default that is publicly known: production needs another secret (NODE_ENV)",
    },
  );

export interface Config {
  /** The authorization server whose tokens this API accepts. */
  readonly issuer: string;
  /** The identifier of this API: the audience of its tokens, and the address at which clients reach it. */
  readonly resource: string;
  readonly host: string;
  readonly port: number;
  /** What a sign-in must reach before an order is cancelled: one of these, at most so long ago. */
  readonly strong: { readonly acr: readonly string[]; readonly maxAge: number };
  /** How it asks the issuer whether a token is still valid; undefined if it checks only the token. */
  readonly introspection: Introspection | undefined;
}

/** This API as a client of its issuer, and for which requests it asks. */
export interface Introspection {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly of: "payments" | "always";
}

/**
 * Reads the configuration from the environment; a variable set to nothing counts as not set.
 * @throws ZodError that lists every missing or malformed variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = environment.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  return Object.freeze({
    issuer: read.ISSUER,
    resource: read.RESOURCE,
    host: read.HOST,
    port: read.PORT,
    strong: { acr: read.STRONG_ACR_VALUES, maxAge: read.STRONG_MAX_AGE_SECONDS },
    introspection: introspectionOf(read),
  });
}

function introspectionOf(read: z.output<typeof environment>): Introspection | undefined {
  const { INTROSPECTION_CLIENT_ID: clientId, INTROSPECTION_CLIENT_SECRET: clientSecret, INTROSPECT: of } = read;
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret, of };
}
