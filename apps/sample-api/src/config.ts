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
    CLIENT_ID: z.string().optional(),
    CLIENT_SECRET: z.string().optional(),
    INTROSPECT: z.enum(["payments", "always"]).default("payments"),
    STOCK_API: z
      .url({ protocol: /^https?$/ })
      .refine((value) => !/[?#@]|\/$/.test(value), "must have no query, fragment, user name or trailing slash")
      .optional(),
  })
  .refine(({ CLIENT_ID: id, CLIENT_SECRET: secret }) => (id === undefined) === (secret === undefined), {
    path: ["CLIENT_SECRET"],
    error: "and CLIENT_ID must be set together, or neither",
  })
  .refine(({ INTROSPECT, CLIENT_ID: id }) => INTROSPECT === "payments" || id !== undefined, {
    path: ["INTROSPECT"],
    error: "needs CLIENT_ID and CLIENT_SECRET",
  })
  .refine(({ STOCK_API, CLIENT_ID: id }) => STOCK_API === undefined || id !== undefined, {
    path: ["STOCK_API"],
    error: "needs CLIENT_ID and CLIENT_SECRET",
  })
  .refine(
    ({ NODE_ENV, CLIENT_SECRET: secret = "" }) => NODE_ENV !== "production" || !secret.includes(DEVELOPMENT_SECRET),
    {
      path: ["CLIENT_SECRET"],
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
  /** This API as a client of its issuer; undefined if it is none. */
  readonly account: Account | undefined;
  /** For which requests it asks the issuer whether a token is still valid. Without an account it never asks. */
  readonly introspects: "payments" | "always";
  /** The identifier and address of the stock API; undefined if nothing is reserved there. */
  readonly stockApi: string | undefined;
}

/** This API as a client of its issuer. */
export interface Account {
  readonly clientId: string;
  readonly clientSecret: string;
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
    account: accountOf(read),
    introspects: read.INTROSPECT,
    stockApi: read.STOCK_API,
  });
}

const accountOf = ({ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }: z.output<typeof environment>) =>
  clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
