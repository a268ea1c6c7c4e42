/** Configuration from the environment, validated completely before anything starts. */
import { isUnreadableJson, readJson } from "@countersign/guard/json";
import { readEnvironment } from "@countersign/service";
import { tracingEnvironment } from "@countersign/tracing/environment";
import type { JWK_EC_Private } from "jose";
import { z } from "zod";

/** https, or a host that is this machine. */
const isSafe = (url: string) =>
  /^https:\/\/|^http:\/\/(?:[a-z0-9-]+\.)?localhost(?::|\/|$)|^http:\/\/127\.0\.0\.1(?::|\/|$)/.test(url);
const SAFE = "must be https, or on localhost";

const isOrigin = (url: string) => URL.canParse(url) && new URL(url).origin === url;

function isWebPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** RFC 7517: a private EC key for ES256. */
const privateJwk = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().min(1),
});

const LONGEST_KEY = 16_384;

const clientKey = z
  .string()
  .transform((text, context): unknown => {
    try {
      return readJson(text, { longest: LONGEST_KEY });
    } catch (err) {
      if (!isUnreadableJson(err)) throw err;
      context.addIssue({ code: "custom", message: `cannot be read as JSON: ${err.problem}` });
      return z.NEVER;
    }
  })
  .pipe(privateJwk)
  .describe("the private key of the console: a JWK for ES256 with a kid");

const environment = z.object({
  ISSUER: z.string().refine(isSafe, SAFE).describe("the authorization server"),
  CONSOLE_URL: z
    .string()
    .refine(isOrigin, "must be an origin, without a path")
    .refine(isSafe, SAFE)
    .describe("the public address of this console"),
  ADMIN_API: z.string().refine(isSafe, SAFE).describe("the identifier of the administration API, which is its address"),
  DOCUMENTATION_URL: z
    .string()
    .refine(isWebPage, "must be an http or https address without a username and a password")
    .optional()
    .describe("where the documents of this deployment are: people find a link to it in their menu"),
  CLIENT_ID: z.string().min(1).default("admin-console"),
  CLIENT_KEY: clientKey,
  HOST: z.string().default("127.0.0.1").describe("the address to listen on"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4004),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  ...tracingEnvironment.shape,
});

type Environment = z.output<typeof environment>;

export interface Config extends Environment {
  readonly CLIENT_KEY: Environment["CLIENT_KEY"] & JWK_EC_Private;
}

/** Reads the configuration. Throws one error that lists every problem, a line each. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(environment, env);
