/** The JWT of another issuer that asks for an access token: RFC 7523 §2.1 and §3. */
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { json, numericDate, parse, split } from "../jws/compact.ts";
import { type ClientSignedExpectations, verifyClientSigned } from "./client-signed.ts";

// No control characters and no halves of surrogate pairs: a database does not hold them.
const text = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

const grantClaims = z.looseObject({
  iss: z.string().max(500),
  sub: text,
  aud: z.union([z.string(), z.array(z.string()).min(1).max(10).readonly()]),
  exp: numericDate,
  // Without them, a replay could not be detected.
  iat: numericDate,
  jti: text,
  nbf: numericDate.optional(),
  // An ID token may have one, and a request object has the other: neither was made to be shown here.
  nonce: z.undefined().optional(),
  response_type: z.undefined().optional(),
});

/** The claims of a verified assertion, and all others that it has; times in whole seconds since 1970. */
export type GrantAssertionClaims = Readonly<z.infer<typeof grantClaims>>;

export interface GrantAssertionExpectations extends Omit<ClientSignedExpectations, "typs"> {
  readonly issuer: string;
  /** Our name, as the issuer was told. */
  readonly audience: string;
  readonly maxLifetimeSeconds: number;
  readonly now: Date;
}

/** The clocks of issuers are not under our control. */
const TOLERANCE_SECONDS = 10;

/** How an assertion is sent: RFC 7519 §5.1. The types of other JWTs are refused (RFC 8725 §3.11). */
const TYPS = ["jwt"];

/** What to do, where the message of a verification does not say it. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  "alg is not allowed": "alg is not one of the trusted issuer's signing_algs",
  "the signature does not verify": "the signature does not verify with the trusted issuer's keys: compare them",
  "no key with this kid and algorithm": "no key of the trusted issuer has this kid and alg: compare its keys",
};

/** The issuer that an assertion names. It is used to find the keys, and proves nothing. Throws `invalid_jwt`. */
export function claimedIssuer(token: string): string {
  return parse(z.object({ iss: z.string().max(500) }), json(split(token).payload), "claims").iss;
}

/**
 * Verifies an assertion as in RFC 7523 §3. The caller must check that it is the first with its `jti`. Throws
 * `invalid_jwt`, whose detail names the claim and what to do, or `keys_unavailable`.
 */
export async function verifyGrantAssertion(
  token: string,
  { keys, algs, ...expected }: GrantAssertionExpectations,
): Promise<GrantAssertionClaims> {
  const claims = read(await signed(token, { keys, algs, typs: TYPS }));
  if (claims.iss !== expected.issuer) throw invalidJwt("iss is not the trusted issuer");
  assertAudience(claims.aud, expected.audience);
  assertTimes(claims, expected);
  return claims;
}

async function signed(token: string, expected: ClientSignedExpectations): Promise<unknown> {
  try {
    return await verifyClientSigned(token, expected);
  } catch (err) {
    const wayOut = WAYS_OUT[(err as { readonly detail?: string }).detail ?? ""];
    throw wayOut === undefined ? err : invalidJwt(wayOut, err);
  }
}

function read(payload: unknown): GrantAssertionClaims {
  const parsed = grantClaims.safeParse(payload);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? "the claims");
  if (name === "nonce" || name === "response_type") throw invalidJwt(`${name} is that of another kind of token`);
  throw invalidJwt(`${name} is missing or malformed: have the issuer set it`);
}

// §3 item 3. If it named another server, too, that one could present the assertion here.
function assertAudience(aud: GrantAssertionClaims["aud"], audience: string): void {
  const [only, another] = [aud].flat();
  if (another !== undefined)
    throw invalidJwt("aud must name this server and no other: ask the issuer for one audience");
  if (only !== audience) throw invalidJwt("aud is not the audience that the trusted issuer is registered with");
}

// §3 items 4 to 6.
function assertTimes(
  { exp, nbf, iat }: GrantAssertionClaims,
  { maxLifetimeSeconds, now }: Pick<GrantAssertionExpectations, "maxLifetimeSeconds" | "now">,
): void {
  const seconds = now.getTime() / 1000;
  if (exp <= seconds - TOLERANCE_SECONDS) throw invalidJwt("exp is in the past: ask the issuer for a new token");
  if (iat > seconds + TOLERANCE_SECONDS) throw invalidJwt("iat is in the future: compare the clocks");
  if ((nbf ?? 0) > seconds + TOLERANCE_SECONDS) throw invalidJwt("nbf is in the future: compare the clocks");
  if (exp - iat > maxLifetimeSeconds)
    throw invalidJwt("exp is later after iat than max_lifetime_seconds: ask the issuer for a shorter life");
}
