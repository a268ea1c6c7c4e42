/** Configuration of the operator's commands: each reads what it needs of the environment, and nothing else. */
import { z } from "zod";

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** The issuer decides which redirect URIs may be registered. */
const issuer = z.url({ protocol: /^https?$/ });

export const databaseEnvironment = z.object({ DATABASE_URL: databaseUrl });

export const clientEnvironment = z.object({ ISSUER: issuer });

export const seedEnvironment = z.object({
  ISSUER: issuer,
  /** As for the services: what is not said to be something else is production. */
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  /** Secret of the demo client, known to the sample client too. */
  SEED_SAMPLE_CLIENT_SECRET: z.string().min(32),
  /** Where the sample client is reached: an origin. */
  SEED_SAMPLE_CLIENT_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).origin === url, "must be an origin: scheme, host and port, no trailing slash"),
});

/** Reads and validates variables. Throws with every problem listed. */
export async function readVariables<T>(shape: z.ZodType<T>, environment: NodeJS.ProcessEnv): Promise<T> {
  // Loaded here: what the services need of this package takes longer to load than most commands take to run.
  const { readEnvironment } = await import("@countersign/service");
  return readEnvironment(shape, environment);
}
