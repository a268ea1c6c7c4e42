/** The JWT by which a client authenticates: RFC 7523 §2.2 and §3, OIDC Core §9 (private_key_jwt). */
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { json, numericDate, parse, split } from "../jws/compact.ts";
import { type ClientSignedExpectations, verifyClientSigned } from "./client-signed.ts";

const text = z.string().min(1).max(255);

const assertionClaims = z.object({
  iss: text,
  sub: text,
  aud: z.union([z.string(), z.array(z.string()).min(1).max(10).readonly()]),
  exp: numericDate,
  iat: numericDate.optional(),
  nbf: numericDate.optional(),
  // RFC 7523 §3 makes it optional; without it, a replay could not be detected.
  jti: text,
  // RFC 9101 §10.8: browsers see a request object, so it must not be usable as a client's credentials.
  response_type: z.undefined().optional(),
  redirect_uri: z.undefined().optional(),
});

/** The claims of a verified assertion; times in whole seconds since 1970. */
export type AssertedClaims = Readonly<z.infer<typeof assertionClaims>>;

export interface AssertionExpectations extends Omit<ClientSignedExpectations, "typs"> {
  readonly clientId: string;
  /** Our names: the assertion must name one of them, and no other party. */
  readonly audiences: readonly string[];
  /** Whether the audience may be a list. */
  readonly listed: boolean;
  readonly now: Date;
}

/** How far ahead an assertion may expire. It is made for one request, but common libraries give it an hour. */
export const MAX_ASSERTION_SECONDS = 3600;

/** The same for an assertion without `iat`. */
export const MAX_UNDATED_ASSERTION_SECONDS = 600;

// The clocks of clients are not under our control.
const TOLERANCE_SECONDS = 10;

/**
 * The client that an assertion claims to be from. It is used to find the keys, and proves nothing. Throws
 * `invalid_jwt`.
 */
export function claimedSubject(token: string): string {
  return parse(z.object({ sub: text }), json(split(token).payload), "claims").sub;
}

/**
 * Verifies an assertion as in RFC 7523 §3. The caller must check that it is the first with its `jti`. Throws
 * `invalid_jwt`, or `keys_unavailable` if the client's keys could not be fetched.
 */
export async function verifyClientAssertion(token: string, expected: AssertionExpectations): Promise<AssertedClaims> {
  const { keys, algs, clientId } = expected;
  const typs = ["jwt", "client-authentication+jwt"];
  const claims = parse(assertionClaims, await verifyClientSigned(token, { keys, algs, typs }), "claims");

  // §3 items 1 and 2: the client is both issuer and subject.
  if (claims.iss !== clientId || claims.sub !== clientId) throw invalidJwt("iss and sub are not the client");
  assertAudience(claims.aud, expected);
  assertAssertionTime(claims, expected.now);
  return claims;
}

// §3 item 3. If the list named another server, the assertion would be valid there too, and either server could present
// it to the other.
function assertAudience(
  aud: AssertedClaims["aud"],
  { audiences, listed }: Pick<AssertionExpectations, "audiences" | "listed">,
): void {
  if (typeof aud !== "string" && !listed) throw invalidJwt("aud must be one string");
  if (![aud].flat().every((name) => audiences.includes(name))) throw invalidJwt("for another audience");
}

// §3 items 4 to 6.
function assertAssertionTime({ exp, nbf, iat }: AssertedClaims, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (exp <= seconds - TOLERANCE_SECONDS) throw invalidJwt("expired");
  const longest = iat === undefined ? MAX_UNDATED_ASSERTION_SECONDS : MAX_ASSERTION_SECONDS;
  if (exp > seconds + longest + TOLERANCE_SECONDS) throw invalidJwt("valid for too long");
  if ((nbf ?? 0) > seconds + TOLERANCE_SECONDS) throw invalidJwt("not valid yet");
  if ((iat ?? 0) > seconds + TOLERANCE_SECONDS) throw invalidJwt("issued in the future");
}
