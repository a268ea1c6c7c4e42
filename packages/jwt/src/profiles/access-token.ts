/** JWT access token: RFC 9068. */
import type { JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { numericDate, parse, verifyCompact } from "../jws/compact.ts";
import { signJwt } from "../jws/sign.ts";
import { ACCESS_TOKEN_ALGS } from "../keys/algs.ts";
import type { SigningKey } from "../keys/signing-key.ts";

/** RFC 8693 §4.1: who acts for the subject, with those that acted before inside. */
const actor = z.object({
  sub: z.string().min(1),
  get act(): z.ZodOptional<typeof actor> {
    return actor.optional();
  },
});

const accessTokenClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.union([z.string(), z.array(z.string()).min(1).readonly()]),
  exp: numericDate,
  iat: numericDate,
  nbf: numericDate.optional(),
  jti: z.string().min(1),
  client_id: z.string().min(1),
  // RFC 9068 §2.2.3: absent when nothing was granted by scope.
  scope: z.string().optional(),
  /** Our own claim: the row of the authorization that this token belongs to. */
  authorization_id: z.guid(),
  /** Our own claim: the organization that this token counts in. */
  org_id: z.guid().optional(),
  /** RFC 9068 §2.2.3.1: the roles of the person at this audience. */
  roles: z.array(z.string()).readonly().optional(),
  // RFC 9068 §2.2.1: present when a person signed in.
  auth_time: numericDate.optional(),
  acr: z.string().optional(),
  amr: z.array(z.string()).readonly().optional(),
  // RFC 9396 §9.1: the details that were granted for this audience.
  authorization_details: z.array(z.record(z.string(), z.unknown())).readonly().optional(),
  act: actor.readonly().optional(),
  // RFC 8693 §4.4: who may act for the subject.
  may_act: actor.readonly().optional(),
  // RFC 7800 §3.1: what the token is bound to. All members are kept, because each one counts.
  cnf: z.record(z.string(), z.unknown()).readonly().optional(),
});

/** The result of `verifyAccessToken`; times in whole seconds since 1970. */
export type VerifiedAccessToken = Readonly<z.infer<typeof accessTokenClaims>>;

/** The claims that we sign: one audience, or one and that of /userinfo, and no `nbf`. */
export type AccessTokenClaims = Omit<VerifiedAccessToken, "aud" | "nbf"> & {
  readonly aud: string | readonly [string, string];
};

/** RFC 9068 §2.1, and what libraries expect that know no type of access tokens. */
export const ACCESS_TOKEN_TYPS = ["at+jwt", "JWT"] as const;
export type AccessTokenTyp = (typeof ACCESS_TOKEN_TYPS)[number];

/**
 * Signs an access token (RFC 9068 §2). Times must be whole seconds: others are refused on verification. An empty scope
 * and undefined claims are left out.
 */
export function signAccessToken(
  key: SigningKey,
  claims: AccessTokenClaims,
  typ: AccessTokenTyp = "at+jwt",
): Promise<string> {
  return signJwt(key, typ, claims.scope === "" ? { ...claims, scope: undefined } : claims);
}

export interface AccessTokenExpectations {
  readonly keys: JWTVerifyGetKey;
  readonly issuer: string;
  /**
   * The identifier of the resource server that verifies: the token must name it. `undefined` if the caller checks `aud`
   * itself.
   */
  readonly audience: string | undefined;
  readonly now: Date;
  /** How far the clocks of issuer and resource server may differ. */
  readonly clockToleranceSeconds?: number;
}

const TYPS = ACCESS_TOKEN_TYPS.map((typ) => typ.toLowerCase());

/** The default tolerance. */
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Verifies an access token as in RFC 9068 §4, of either type: `authorization_id` tells one of type `JWT` from an ID
 * token. Throws `invalid_jwt` for an invalid token, and passes on the error of `keys` if it cannot look. A valid token
 * may still be revoked.
 */
export async function verifyAccessToken(
  token: string,
  expected: AccessTokenExpectations,
): Promise<VerifiedAccessToken> {
  const { keys } = expected;
  const verified = await verifyCompact(token, { keys, algs: ACCESS_TOKEN_ALGS, typs: TYPS });
  const claims = parse(accessTokenClaims, verified, "claims");

  // RFC 9068 §4: exactly our issuer, and us in the audience.
  if (claims.iss !== expected.issuer) throw invalidJwt("issued by another issuer");
  if (expected.audience !== undefined && ![claims.aud].flat().includes(expected.audience)) {
    throw invalidJwt("for another audience");
  }

  assertInTime(claims, expected);
  return claims;
}

/**
 * Throws `invalid_jwt` outside the token's time. This check is separate, because it is needed on every use (RFC 7519
 * §4.1.4, §4.1.5).
 */
export function assertInTime(
  { exp, nbf = 0 }: Pick<VerifiedAccessToken, "exp" | "nbf">,
  {
    now,
    clockToleranceSeconds = CLOCK_TOLERANCE_SECONDS,
  }: Pick<AccessTokenExpectations, "now" | "clockToleranceSeconds">,
): void {
  const seconds = now.getTime() / 1000;
  if (exp <= seconds - clockToleranceSeconds) throw invalidJwt("expired");
  if (nbf > seconds + clockToleranceSeconds) throw invalidJwt("not valid yet");
}
