/** Request objects: OIDC Core §6, RFC 9101. A signed JWT that holds the parameters of an authorization request. */
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { numericDate, parse } from "../jws/compact.ts";
import { type ClientSignedExpectations, verifyClientSigned } from "./client-signed.ts";

export interface RequestObjectExpectations extends Omit<ClientSignedExpectations, "typs"> {
  readonly clientId: string;
  readonly issuer: string;
  /** The claims that it must have. A claim that is not among them is checked if it is present (OIDC Core §6.1). */
  readonly required: readonly RequiredClaim[];
  readonly now: Date;
}

/** Claims that a profile may demand of a request object: RFC 9101 §4 and §10.8, FAPI 2.0 Message Signing §5.3.1. */
export type RequiredClaim = "iss" | "aud" | "exp" | "nbf";

/** A verified request object. */
export interface RequestObject {
  /** Its parameters in the form of a query: `max_age` as text, `claims` as JSON. */
  readonly parameters: readonly (readonly [string, string])[];
  /** What identifies it, and when it is valid, in whole seconds since 1970; each undefined if it does not say it. */
  readonly jti: string | undefined;
  readonly nbf: number | undefined;
  readonly exp: number | undefined;
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
  iat: numericDate.optional(),
  jti: z.string().min(1).max(255).optional(),
  // RFC 9101 §4: an object must not contain another object.
  request: z.undefined().optional(),
  request_uri: z.undefined().optional(),
});

/** Verifies a request object. Throws `invalid_jwt`, or `keys_unavailable` if the client's keys could not be fetched. */
export async function verifyRequestObject(token: string, expected: RequestObjectExpectations): Promise<RequestObject> {
  const { keys, algs } = expected;
  const claims = await verifyClientSigned(token, { keys, algs, typs: TYPS });
  const { jti, nbf, exp, ...others } = parse(about, claims, "claims");
  assertAbout({ ...others, nbf, exp }, expected);

  const parameters = Object.entries(claims as Record<string, unknown>)
    .filter(([name]) => !ABOUT_THE_JWT.includes(name))
    .flatMap(([name, value]) => parametersOf(name, value));
  return { parameters, jti, nbf, exp };
}

type About = z.infer<typeof about>;

function assertAbout(claims: About, { clientId, issuer, required, now }: RequestObjectExpectations): void {
  const { iss, sub, aud } = claims;
  const missing = required.find((name) => claims[name] === undefined);
  if (missing !== undefined) throw invalidJwt(`${missing} is missing`);
  if (iss !== undefined && iss !== clientId) throw invalidJwt("iss is not the client");
  // RFC 9101 §10.8: with this subject it could be used as an assertion by which the client authenticates.
  if (sub === clientId) throw invalidJwt("sub is the client");
  // RFC 9101 §4: the list may name other servers, too. They learn no secret from the object.
  if (aud !== undefined && ![aud].flat().includes(issuer)) throw invalidJwt("for another audience");
  assertTime(claims, required.includes("exp"), now);
}

// The life has a limit where `exp` is required. That also limits the age of `nbf`.
function assertTime({ exp, nbf, iat }: About, isLimited: boolean, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (exp !== undefined && exp <= seconds - TOLERANCE_SECONDS) throw invalidJwt("expired");
  if (nbf !== undefined && nbf > seconds + TOLERANCE_SECONDS) throw invalidJwt("not valid yet");
  if (!isLimited) return;
  if (iat !== undefined && iat > seconds + TOLERANCE_SECONDS) throw invalidJwt("issued in the future");
  if (exp !== undefined && exp - (nbf ?? seconds) > MAX_LIFE_SECONDS) throw invalidJwt("valid for too long");
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
  if (isJsonOf(name, value)) return jsonOf(name, value);
  if (typeof value === "string" && !NOT_TEXT.includes(name)) return value;
  throw invalidJwt(`${name} is of another type`);
}

// The types of the compiler do not know this function yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

// A number that was too large stays one, so that it is refused as it is in a query. It would become null.
const keepTooLarge = (_: string, one: unknown) =>
  one === Number.POSITIVE_INFINITY || one === Number.NEGATIVE_INFINITY ? rawJSON(one > 0 ? "1e400" : "-1e400") : one;

function jsonOf(name: string, value: unknown): string {
  try {
    return JSON.stringify(value, keepTooLarge);
  } catch (cause) {
    throw invalidJwt(`${name} has too many levels`, cause);
  }
}

const NOT_TEXT = ["max_age", "claims", "authorization_details"];

// RFC 9396 §3: authorization_details are an array.
const isJsonOf = (name: string, value: unknown) =>
  name === "authorization_details" ? Array.isArray(value) : name === "claims" && isObject(value);

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
