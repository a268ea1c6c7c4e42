/** ID token: OIDC Core §2 and §3.1.3.6, and as a hint in RP-Initiated Logout §2. */
import { hash } from "node:crypto";
import type { JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { invalidJwt } from "../errors.ts";
import { json, numericDate, parse, split, verifyCompact } from "../jws/compact.ts";
import { signJwt } from "../jws/sign.ts";
import { HMAC_ALGS, type HmacAlg, SIGNING_ALGS, type SigningAlg } from "../keys/algs.ts";
import type { Signer } from "../keys/signing-key.ts";
import { verifyClientSigned } from "./client-signed.ts";

const idTokenClaims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.string().min(1),
  exp: numericDate,
  iat: numericDate,
  auth_time: numericDate,
  nonce: z.string().optional(),
  acr: z.string(),
  amr: z.array(z.string()).readonly(),
  sid: z.string().optional(),
  azp: z.string().optional(),
  at_hash: z.string().optional(),
  c_hash: z.string().optional(),
  // Access tokens may have the same `typ`. Each of them has this claim, and no ID token has it.
  authorization_id: z.undefined().optional(),
});

/** The claims of our ID tokens; `exp`, `iat` and `auth_time` in whole seconds since 1970. */
export type IdTokenClaims = Readonly<Omit<z.infer<typeof idTokenClaims>, "authorization_id">>;

const TYP = "JWT";

/** Signs an ID token. Undefined claims are left out, and so is the kid if the signer is a shared secret. */
export function signIdToken(signer: Signer, claims: IdTokenClaims): Promise<string> {
  return signJwt(signer, TYP, claims);
}

// OIDC Core §3.1.3.6: the hash of the ID token's own algorithm; RFC 8032 §5.1: Ed25519 is built on SHA-512.
const hashOf = (alg: SigningAlg | HmacAlg) => `sha${/^[A-Z]{2}(\d{3})$/.exec(alg)?.[1] ?? "512"}`;

/**
 * `at_hash` of an access token or `c_hash` of a code: the left half of its hash, in base64url (OIDC Core §3.1.3.6,
 * §3.3.2.11).
 */
export function halfHash(alg: SigningAlg | HmacAlg, value: string): string {
  const whole = hash(hashOf(alg), value, "hex");
  return Buffer.from(whole.slice(0, whole.length / 2), "hex").toString("base64url");
}

export interface HintExpectations {
  /** Our own keys. */
  readonly keys: JWTVerifyGetKey;
  /** The secret of a client whose ID tokens have this algorithm; `undefined` for any other client. */
  readonly secretOf: (clientId: string, alg: HmacAlg) => Promise<Uint8Array | undefined>;
  readonly issuer: string;
}

/**
 * Verifies one of our ID tokens that comes back as a hint. RP-Initiated Logout §2: an expired one is accepted, because
 * it only says who signed in. Throws `invalid_jwt`.
 */
export async function verifyIdTokenHint(token: string, expected: HintExpectations): Promise<IdTokenClaims> {
  const claims = parse(idTokenClaims, await verifiedHint(token, expected), "claims");
  if (claims.iss !== expected.issuer) throw invalidJwt("issued by another issuer");

  return claims;
}

async function verifiedHint(token: string, { keys, secretOf }: HintExpectations): Promise<unknown> {
  const jws = split(token);
  const shared = sharedAlg.safeParse(json(jws.protected));
  const typs = [TYP.toLowerCase()];
  if (!shared.success) return verifyCompact(token, { keys, algs: SIGNING_ALGS, typs });

  // OIDC Core §10.1: such a token belongs to the client that it was issued to, so only that client's secret can verify
  // it.
  const { alg } = shared.data;
  const { aud } = parse(idTokenClaims.pick({ aud: true }), json(jws.payload), "claims");
  const secret = await secretOf(aud, alg);
  if (secret === undefined) throw invalidJwt("alg is not that of the client");
  return verifyClientSigned(token, { keys: async () => secret, algs: [alg], typs });
}

const sharedAlg = z.object({ alg: z.enum(HMAC_ALGS) });
