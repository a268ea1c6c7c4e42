/** Configuration from the environment, validated completely before anything starts. */
import { databaseUrlProblem } from "@countersign/database/database-url";
import { isSafeUrl } from "@countersign/jwt";
import { ACRS } from "@countersign/rules";
import { checkMutualTls, listenEnvironment, mutualTlsEnvironment, readEnvironment } from "@countersign/service";
import { tracingEnvironment } from "@countersign/tracing/environment";
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);

// OIDC Discovery §3 and RFC 8707 §2: an identifier is compared byte by byte, so it has no query and no fragment.
const isIdentifier = (url: string) => isSafeUrl(url) && !/[?#]/.test(url);
const identifier = z
  .string()
  .refine(isIdentifier, "must be an https URL, or http on localhost, without query or fragment");

const environment = z
  .object({
    ISSUER: identifier.describe("the issuer of the access tokens, exactly as its discovery document spells it"),
    RESOURCE: identifier.describe("the identifier of this resource server: the audience of its tokens"),
    DATABASE_URL: z
      .string()
      .refine((text) => databaseUrlProblem(text) === undefined, {
        error: ({ input }) => databaseUrlProblem(String(input)),
      })
      .describe("PostgreSQL, with a login that may read userinfo_v1 and nothing else"),
    DATABASE_REPLICA_URL: z
      .string()
      .refine((text) => databaseUrlProblem(text) === undefined, {
        error: ({ input }) => databaseUrlProblem(String(input)),
      })
      .optional()
      .describe("a replica of it, from which people are read while it is new enough"),
    REPLICA_MAX_LAG_SECONDS: z.coerce
      .number()
      .int()
      .min(1)
      .max(300)
      .default(5)
      .describe("how far the replica may be behind"),
    JWKS_URL: z
      .string()
      .refine(isSafeUrl, "must be an https URL, or http on localhost")
      .optional()
      .describe("the issuer's keys; without it, discovery finds them"),
    USERINFO_RESPONSE_SECRET: z
      .string()
      .regex(/^[\w-]{32,256}$/, "must be 32 to 256 letters, digits, - and _")
      .optional()
      .describe("a secret shared with the issuer; without it, no signed or encrypted responses"),
    USERINFO_RESPONSE_URL: z
      .string()
      .refine(isSafeUrl, "must be an https URL, or http on localhost")
      .optional()
      .describe("the issuer's address for signed and encrypted responses; by default below ISSUER"),
    USERINFO_ENDPOINT: z
      .string()
      .refine(isSafeUrl, "must be an https URL, or http on localhost")
      .optional()
      .describe("the public address of /userinfo, which DPoP proofs name; by default RESOURCE with /userinfo"),
    REDIS_URL: z
      .string()
      .regex(/^rediss?(?:\+sentinel)?:\/\/\S+$/, "must begin with redis://, rediss:// or redis+sentinel://")
      .optional()
      .describe(
        "Redis, which replicas need to accept each DPoP proof once; without it, each process remembers its own",
      ),
    USERINFO_REQUIRED_ACR: z.enum(ACRS).optional().describe("the least `acr` of the sign-in behind a token"),
    USERINFO_MAX_AGE_SECONDS: z.coerce
      .number()
      .int()
      .min(60)
      .max(30 * 86_400)
      .optional()
      .describe("how long ago the person behind a token may have signed in"),
    PORT: port.default(4001),
    METRICS_PORT: port.optional().describe("the port for Prometheus; off by default"),
    METRICS_HOST: z.string().default("127.0.0.1"),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    ...listenEnvironment.shape,
    ...mutualTlsEnvironment.shape,
    ...tracingEnvironment.shape,
  })
  .superRefine(checkMutualTls)
  .superRefine(checkMemory);

/** RFC 9449 §11.1: with a memory in each process, a proof that someone saw would count once at each. */
function checkMemory(
  { WORKERS, REDIS_URL }: { WORKERS: number; REDIS_URL?: string | undefined },
  context: z.RefinementCtx,
) {
  if (WORKERS === 1 || REDIS_URL !== undefined) return;
  const message = "needs REDIS_URL, where the processes remember together which DPoP proofs were used";
  context.addIssue({ code: "custom", path: ["WORKERS"], message });
}

export type Config = Readonly<z.infer<typeof environment>>;

/** Reads the configuration. Throws one error that lists every problem, a line each. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(environment, env);
