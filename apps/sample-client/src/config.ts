/** Configuration: the environment, read and checked once. The only file that reads it. */
import { z } from "zod";
import { isHttpsOrLocal } from "./urls.ts";

const SECRET_MAY_NOT_TRAVEL = "must be https (plain http is for localhost, *.localhost and loopback addresses)";

/** Kept exactly as written: an issuer is compared as a string, not as a URL (OIDC Discovery §4.3). */
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(isHttpsOrLocal, SECRET_MAY_NOT_TRAVEL)
  .refine((value) => !/[?#@]/.test(value), "must have no query, fragment or user name");

/** Origin only: `__Host-` cookies belong to a whole host, so the client does too. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine(isHttpsOrLocal, SECRET_MAY_NOT_TRAVEL)
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, "must be an origin, without a path")
  .transform((value) => new URL(value).origin);

const environment = z.object({
  ISSUER: issuer.default("http://localhost:4000"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4002),
  BASE_URL: baseUrl.default("http://localhost:4002"),
  CLIENT_ID: z.string({ error: "is required: the identifier the provider gave this client" }),
  CLIENT_SECRET: z.string().optional(),
  SCOPE: z
    .string()
    .default("openid profile email address phone")
    .refine((value) => value.split(" ").includes("openid"), "must include openid"),
});

export interface Config {
  readonly issuer: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  /** `/callback` of this client, as registered at the provider to the letter. */
  readonly redirectUri: string;
  /** Where the provider may send the browser after signing out; registered at the provider as well. */
  readonly signedOutUri: string;
  readonly clientId: string;
  /** Absent for a public client: PKCE alone then protects the code. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** True behind https: cookies are then `__Host-` and Secure. */
  readonly secure: boolean;
}

/**
 * Reads the configuration from the environment; a variable set to nothing counts as not set.
 * @throws ZodError that lists every missing or malformed variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const read = environment.parse(given);

  return Object.freeze({
    issuer: read.ISSUER,
    host: read.HOST,
    port: read.PORT,
    baseUrl: read.BASE_URL,
    redirectUri: `${read.BASE_URL}/callback`,
    signedOutUri: `${read.BASE_URL}/signed-out`,
    clientId: read.CLIENT_ID,
    clientSecret: read.CLIENT_SECRET,
    scope: read.SCOPE,
    secure: read.BASE_URL.startsWith("https:"),
  });
}
