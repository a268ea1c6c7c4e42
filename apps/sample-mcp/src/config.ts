/** The configuration. It is read from the environment and checked once. No other file reads the environment. */
import { z } from "zod";

const environment = z.object({
  ISSUER: z.url({ protocol: /^https?$/ }),
  RESOURCE: z.url({ protocol: /^https?$/ }),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4006),
});

export interface Config {
  /** The authorization server whose tokens this server accepts. */
  readonly issuer: string;
  /** The identifier of this server: the audience of its tokens, and the address to which clients connect. */
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
