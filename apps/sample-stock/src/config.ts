/** The configuration. It is read from the environment and checked once. No other file reads the environment. */
import { z } from "zod";

const environment = z.object({
  ISSUER: z.url({ protocol: /^https?$/ }),
  RESOURCE: z.url({ protocol: /^https?$/ }),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4008),
});

export interface Config {
  /** The authorization server whose tokens this API accepts. */
  readonly issuer: string;
  /** The identifier of this API: the audience of its tokens, and the address at which other APIs reach it. */
  readonly resource: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Reads the configuration from the environment; a variable set to nothing counts as not set.
 * @throws ZodError that lists every missing or malformed variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = environment.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  return Object.freeze({ issuer: read.ISSUER, resource: read.RESOURCE, host: read.HOST, port: read.PORT });
}
