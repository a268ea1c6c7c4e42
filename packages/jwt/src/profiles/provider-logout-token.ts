/** A logout token of another provider, of which we are a client: OIDC Back-Channel Logout §2.4 and §2.6. */
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { numericDate, parse } from "../jws/compact.ts";
import { SIGNING_ALGS } from "../keys/algs.ts";
import { type ClientSignedExpectations, verifyClientSigned } from "./client-signed.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const TYPS = ["logout+jwt", "jwt"];
const TOLERANCE_SECONDS = 60;
/** A token is made for one delivery. */
const OLDEST_SECONDS = 300;

// No control characters and no halves of surrogate pairs: a database does not hold them.
const text = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

const logoutClaims = z
  .object({
    iss: z.string().max(2048),
    aud: z.union([z.string(), z.tuple([z.string()])]),
    iat: numericDate,
    exp: numericDate.optional(),
    jti: text,
    sub: text.optional(),
    sid: text.optional(),
    events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
    // §2.4: an ID token has one, so none is taken for a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

export type ProviderLogoutClaims = Readonly<z.infer<typeof logoutClaims>>;

interface LogoutExpectations extends Pick<ClientSignedExpectations, "keys"> {
  readonly issuer: string;
  /** Our client ID at the provider. */
  readonly audience: string;
  readonly now: Date;
}

/**
 * Verifies a logout token. The caller must check that it is the first with its `jti`. Throws `invalid_jwt`, or
 * `keys_unavailable` if the keys of the provider could not be fetched.
 */
export async function verifyProviderLogoutToken(
  token: string,
  { keys, issuer, audience, now }: LogoutExpectations,
): Promise<ProviderLogoutClaims> {
  const claims = parse(
    logoutClaims,
    await verifyClientSigned(token, { keys, algs: SIGNING_ALGS, typs: TYPS }),
    "claims",
  );
  if (claims.iss !== issuer) throw invalidJwt("of another issuer");
  if ([claims.aud].flat()[0] !== audience) throw invalidJwt("for another audience");
  const seconds = now.getTime() / 1000;
  const { iat, exp = iat + OLDEST_SECONDS } = claims;
  if (exp <= seconds - TOLERANCE_SECONDS || iat < seconds - OLDEST_SECONDS - TOLERANCE_SECONDS) {
    throw invalidJwt("expired");
  }
  if (iat > seconds + TOLERANCE_SECONDS) throw invalidJwt("from the future");
  return claims;
}

/** Until when a token with these claims is accepted, in whole seconds since 1970. */
export const acceptedUntil = ({ iat }: Pick<ProviderLogoutClaims, "iat">): number =>
  iat + OLDEST_SECONDS + TOLERANCE_SECONDS;
