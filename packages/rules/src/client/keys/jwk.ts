/** Public keys of clients: RFC 7517, and the requirements of RFC 7518 §3.3 and RFC 8725 §3.2. */
import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto";
import { z } from "zod";

/**
 * Algorithms that a client may sign with: all that prove possession of a private key (RFC 7518 §3.1, RFC 8037 §3.1,
 * RFC 9864 §2.2).
 */
export const CLIENT_SIGNING_ALGS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;

export type ClientSigningAlg = (typeof CLIENT_SIGNING_ALGS)[number];

const MOST_KEYS = 20;
const RSA_BITS = { fewest: 2048, most: 8192 };

/** Otherwise Zod makes the checks after one that fails, too, and what is out of bounds would be imported. */
const abort = true;

const base64url = (max: number) =>
  z
    .string()
    .max(max, { abort })
    .regex(/^[\w-]+$/, { abort });
const visible = z.string().regex(/^[\x20-\x7E]{1,255}$/);

// RFC 7517 §4: the members that are read of a key. No x5u, no jku: no address in a key is ever requested.
const about = {
  kid: visible.optional(),
  alg: visible.optional(),
  use: visible.optional(),
  key_ops: z.array(visible).max(10).optional(),
};

// RFC 8705 §2.2.2: the first is the certificate of a client whose certificates are self-signed.
const certificates = z.array(z.base64({ abort }).max(16_000, { abort })).min(1, { abort }).max(5, { abort }).optional();

// RFC 7518 §6, RFC 8037 §2: the public members of each kind. No "oct": a symmetric key has nothing public.
const publicKey = (x5c: typeof certificates | z.ZodCatch<typeof certificates>) =>
  z.discriminatedUnion("kty", [
    z.object({ ...about, x5c, kty: z.literal("RSA"), n: base64url(1400), e: base64url(6) }),
    z.object({ ...about, x5c, kty: z.literal("EC"), crv: visible, x: base64url(90), y: base64url(90) }),
    z.object({ ...about, x5c, kty: z.literal("OKP"), crv: visible, x: base64url(90) }),
  ]);

type PublicKey = z.output<ReturnType<typeof publicKey>>;

const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const publicJwk = (x5c: Parameters<typeof publicKey>[0]) =>
  z
    .record(z.string(), z.unknown())
    // A private key that was sent to anyone is no longer secret.
    .refine((jwk) => PRIVATE_MEMBERS.every((name) => !Object.hasOwn(jwk, name)), "must be a public key")
    .pipe(publicKey(x5c))
    .refine(isStrong, "must be a supported key, with RSA of 2048 to 8192 bits");

const registeredJwk = publicJwk(certificates).refine(
  (jwk) => jwk.x5c === undefined || isOfKey(jwk, jwk.x5c[0]),
  "x5c must begin with a certificate of the key",
);

/** A published key set can change: a certificate that is not of its key counts for nothing, and the key stays. */
const publishedJwk = publicJwk(certificates.catch(undefined)).transform(({ x5c, ...jwk }) =>
  x5c !== undefined && isOfKey(jwk, x5c[0]) ? { ...jwk, x5c } : jwk,
);

/**
 * Whether a certificate is that of a key: RFC 7517 §4.7.
 *
 * @param certificate its DER in base64
 */
export function isOfKey(jwk: Omit<PublicKey, "x5c">, certificate = ""): boolean {
  try {
    const { publicKey: certified } = new X509Certificate(Buffer.from(certificate, "base64"));
    return createPublicKey({ key: jwk, format: "jwk" }).equals(certified);
  } catch {
    return false;
  }
}

/** The keys that a client registers: each must be public and usable (RFC 7591 §2). */
export const clientJwks = z.object({ keys: z.array(registeredJwk).min(1).max(MOST_KEYS) });

export type ClientJwks = z.output<typeof clientJwks>;

const jwkSet = z.object({ keys: z.array(z.unknown()).max(100) });

/**
 * The usable keys of a document found at a `jwks_uri`. RFC 7517 §5: unknown keys are ignored. Keys that must not be
 * trusted are ignored too. Throws if the document is not a JWK Set.
 */
export function usableJwks(document: unknown): ClientJwks {
  const keys = jwkSet.parse(document).keys.flatMap((jwk) => publishedJwk.safeParse(jwk).data ?? []);
  return { keys: keys.slice(0, MOST_KEYS) };
}

// Imports the key, and uses it where only that shows its strength. This finds a point that is not on its curve, a point
// of so small an order (RFC 7748 §6.1) that no key agreement is possible, and a modulus of the wrong size. They are
// found here, and not when a token comes.
function isStrong(jwk: PublicKey): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: "jwk" });
    if (jwk.kty === "RSA") return isStrongRsa(key, jwk.n);
    if (key.asymmetricKeyType !== "x25519") return true;
    return diffieHellman({ privateKey: generateKeyPairSync("x25519").privateKey, publicKey: key }).length > 0;
  } catch {
    return false;
  }
}

// RFC 8017 §3.1: both are odd. With an exponent of 1, a signature proves nothing and a ciphertext hides nothing.
function isStrongRsa({ asymmetricKeyDetails }: KeyObject, modulus: string): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const isOdd = ((Buffer.from(modulus, "base64url").at(-1) ?? 0) & 1) === 1;
  const isOfSize = modulusLength >= RSA_BITS.fewest && modulusLength <= RSA_BITS.most;
  return isOdd && isOfSize && publicExponent >= 3n && publicExponent % 2n === 1n;
}
