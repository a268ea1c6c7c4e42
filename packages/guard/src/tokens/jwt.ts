/** Verifies JWT access tokens: RFC 9068 §4, RFC 8725. */
import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { audienceOf, type Claims } from "../access.ts";
import { jsonOf } from "../base64url.ts";
import { MAX_TOKEN_LENGTH, split } from "../compact.ts";
import { invalidJwt } from "../errors.ts";
import { isRecord } from "../keys/signature-keys.ts";

/** How far the clocks of issuer and API may differ, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 5;

export interface JwtExpectations {
  readonly keys: JWTVerifyGetKey;
  readonly algs: readonly string[];
  readonly issuer: string;
  readonly resource: string;
  readonly typ: "at+jwt" | "JWT";
  readonly now: Date;
}

/** Whether a token looks like a JWT; others can only be introspected. */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

/** The issuer that a token names, unverified: it only chooses one of the configuration. Throws `invalid_jwt`. */
export function claimedIssuer(token: string): unknown {
  const claims = jsonOf(split(token).payload);
  return isRecord(claims) ? claims.iss : undefined;
}

/**
 * Verifies form, type, algorithm, signature, issuer, audience and time. Throws `invalid_jwt` for an invalid token, and
 * passes on the error of `keys` if it cannot look.
 */
export async function verifyJwt(
  token: string,
  { keys, algs, issuer, resource, typ, now }: JwtExpectations,
): Promise<Claims> {
  split(token);
  assertReadable(token);
  const claims = await verified(token, keys, { algs, issuer, typ, now });

  // RFC 9068 §4: us in the audience. §2.2: the claims that every token has.
  if (!audienceOf(claims).includes(resource)) throw invalidJwt("for another audience");
  for (const name of ["sub", "client_id", "jti"]) {
    if (typeof claims[name] !== "string" || claims[name] === "") throw invalidJwt(`${name} is missing`);
  }
  return claims;
}

/** Throws `invalid_jwt` unless header and claims are JSON with one meaning: the library reads what is left of it. */
export function assertReadable(token: string, longest = MAX_TOKEN_LENGTH): void {
  const [header = "", payload = ""] = token.split(".", 2);
  jsonOf(header, longest);
  jsonOf(payload, longest);
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  { algs, issuer, typ, now }: Pick<JwtExpectations, "algs" | "issuer" | "typ" | "now">,
): Promise<Claims> {
  // Only alg and kid are passed on: no jwk, jku or x5u reaches the search for a key (RFC 8725 §3.10).
  const find: JWTVerifyGetKey = ({ alg, kid }, jws) => {
    if (typeof kid !== "string") throw invalidJwt("kid is missing");
    return keys({ alg, kid }, jws);
  };
  try {
    const { payload } = await jwtVerify(token, find, {
      algorithms: [...algs],
      typ,
      issuer,
      requiredClaims: ["iss", "sub", "aud", "exp", "iat", "jti", "client_id"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    });
    return payload;
  } catch (err) {
    if (err instanceof errors.JOSEError || err instanceof TypeError) throw invalidJwt(err.message, err);
    throw err;
  }
}
