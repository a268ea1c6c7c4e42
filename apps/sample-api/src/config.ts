/** The configuration. It is read from the environment and checked once. No other file reads the environment. */
import { z } from "zod";

const words = z
  .string()
  .transform((value) => value.split(" ").filter(Boolean))
  .refine((values) => values.length > 0, "must name at least one");

const environment = z.object({
  ISSUER: z.url({ protocol: /^https?$/ }),
  RESOURCE: z.url({ protocol: /^https?$/ }),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4005),
  STRONG_ACR_VALUES: words.default(["urn:countersign:acr:mfa", "phr", "phrh"]),
  STRONG_MAX_AGE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
});

export interface Config {
  /** The authorization server whose tokens this API accepts. */
  readonly issuer: string;
  /** The identifier of this API: the audience of its tokens, and the address at which clients reach it. */
  readonly resource: string;
  readonly host: string;
  readonly port: number;
  /** What a sign-in must reach before an order is cancelled: one of these, at most so long ago. */
  readonly strong: { readonly acr: readonly string[]; readonly maxAge: number };
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
  });
}
