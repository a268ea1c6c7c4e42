/** Request objects: OIDC Core §6, RFC 9101. A signed JWT that holds the parameters of an authorization request. */
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { numericDate, parse } from "../jws/compact.ts";
import { type ClientSignedExpectations, verifyClientSigned } from "./client-signed.ts";

export interface RequestObjectExpectations extends Omit<ClientSignedExpectations, "typs"> {
  readonly clientId: string;
  readonly issuer: string;
  /**
   * Whether `iss`, `aud` and `exp` are required, with `aud` a single name (RFC 9101 §10.8, FAPI 2.0), or are only
   * checked if present (OIDC Core §6.1).
   */
  readonly strict: boolean;
  readonly now: Date;
}

const TYPS = ["oauth-authz-req+jwt", "jwt"];
/** Claims that describe the JWT itself, and are not parameters of the request. */
const ABOUT_THE_JWT = ["iss", "aud", "exp", "nbf", "iat", "jti", "sub"];
/** From `nbf` to `exp`, in seconds (FAPI 2.0 Message Signing §5.3.1). */
const MAX_LIFE_SECONDS = 3600;
const TOLERANCE_SECONDS = 10;

const about = z.object({
  iss: z.string().optional(),
  sub: z.unknown().optional(),
  aud: z.union([z.string(), z.array(z.string()).max(10)]).optional(),
  exp: numericDate.optional(),
  nbf: numericDate.optional(),
  // RFC 9101 §4: an object must not contain another object.
  request: z.undefined().optional(),
  request_uri: z.undefined().optional(),
});

/**
 * Verifies a request object and returns its parameters in the form of a query: `max_age` as text, `claims` as JSON.
 * Throws `invalid_jwt`, or `keys_unavailable` if the client's keys could not be fetched.
 */
export async function verifyRequestObject(
  token: string,
  expected: RequestObjectExpectations,
): Promise<readonly (readonly [string, string])[]> {
  const { keys, algs } = expected;
  const claims = await verifyClientSigned(token, { keys, algs, typs: TYPS });
  assertAbout(parse(about, claims, "claims"), expected);

  return Object.entries(claims as Record<string, unknown>)
    .filter(([name]) => !ABOUT_THE_JWT.includes(name))
    .flatMap(([name, value]) => parametersOf(name, value));
}

function assertAbout({ iss, sub, aud, exp, nbf }: z.infer<typeof about>, expected: RequestObjectExpectations): void {
  const { clientId, strict, now } = expected;
  if (strict && (iss === undefined || aud === undefined || exp === undefined))
    throw invalidJwt("iss, aud or exp is missing");
  if (iss !== undefined && iss !== clientId) throw invalidJwt("iss is not the client");
  // RFC 9101 §10.8: with this subject it could be used as an assertion by which the client authenticates.
  if (sub === clientId) throw invalidJwt("sub is the client");
  assertAudience(aud, expected);

  const seconds = now.getTime() / 1000;
  if (exp !== undefined && exp <= seconds - TOLERANCE_SECONDS) throw invalidJwt("expired");
  if (nbf !== undefined && nbf > seconds + TOLERANCE_SECONDS) throw invalidJwt("not valid yet");
  if (strict && exp !== undefined && exp - (nbf ?? seconds) > MAX_LIFE_SECONDS) throw invalidJwt("valid for too long");
}

// A list may also name another server, which could then present the object to us.
function assertAudience(
  aud: z.infer<typeof about>["aud"],
  { issuer, strict }: Pick<RequestObjectExpectations, "issuer" | "strict">,
): void {
  if (strict && typeof aud !== "string") throw invalidJwt("aud must be one string");
  if (aud !== undefined && ![aud].flat().includes(issuer)) throw invalidJwt("for another audience");
}

// RFC 8707 §2: only `resource` may have several values, as a list of texts.
function parametersOf(name: string, value: unknown): (readonly [string, string])[] {
  const values = name === "resource" && Array.isArray(value) ? value : [value];
  return values.map((one) => [name, asParameter(name, one)]);
}

// RFC 9101 §4, OIDC Core §6.1: parameters are text, except for a number and JSON. Other types cannot be in a
// query.
function asParameter(name: string, value: unknown): string {
  if (name === "max_age" && typeof value === "number") return String(value);
  if (isJsonOf(name, value)) return JSON.stringify(value);
  if (typeof value === "string" && !NOT_TEXT.includes(name)) return value;
  throw invalidJwt(`${name} is of another type`);
}

const NOT_TEXT = ["max_age", "claims", "authorization_details"];

// RFC 9396 §3: authorization_details are an array.
const isJsonOf = (name: string, value: unknown) =>
  name === "authorization_details" ? Array.isArray(value) : name === "claims" && isObject(value);

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
