/**
 * Passkeys and security keys: what we ask an authenticator for, and the checks of its responses that need no
 * cryptography (Web Authentication Level 3).
 */
import { createHash } from "node:crypto";
import { jsonOrUndefined } from "@countersign/guard/json";
import { z } from "zod";
import { isVisible } from "../../text/visible.ts";
import type { Factor } from "../levels/proofs.ts";

/** COSE algorithms of credentials, the preferred first: EdDSA (Ed25519), ES256, RS256 (RFC 9053 §2, RFC 8812 §2). */
export const PASSKEY_ALGS = [-8, -7, -257] as const;

/** What a credential is for. One for `sign-in` verifies its user, so it is a second factor as well. */
export type PasskeyUse = "sign-in" | "second-factor";

/** Our service, as authenticators know it (WebAuthn §4). */
export interface RelyingParty {
  /** The RP ID: the issuer's host, or a parent domain of it. */
  readonly id: string;
  /** Shown by some authenticators. */
  readonly name: string;
  /** The origins of the pages on which a ceremony may take place. */
  readonly origins: readonly string[];
  /** Whether no other software uses the RP ID: then a credential that is not known here is known nowhere. */
  readonly isExclusive: boolean;
}

/** A credential that a person has, as options name it. */
export interface KnownCredential {
  readonly id: string;
  readonly transports: readonly string[];
}

/**
 * The user handle of an account that is about to be created (§14.6.1: 64 bytes at most that say nothing about the
 * person). It is the same whenever the person tries again, so that an authenticator keeps one passkey for the account.
 *
 * @param ground the random id of the proof or invitation from which the account is created, once
 */
export const newUserHandle = (ground: string): string =>
  createHash("sha256").update(`user handle of ${ground}`).digest("base64url");

/** How long a browser waits for the person. */
const TIMEOUT_MS = 300_000;

/**
 * Options to register a credential, in JSON for `PublicKeyCredential.parseCreationOptionsFromJSON()` (§5.1.9).
 *
 * @param user.handle 32 random bytes in base64url, the same for all credentials of a person (§14.6.1)
 */
export function registrationOptions(
  { id, name }: RelyingParty,
  user: { readonly handle: string; readonly name: string; readonly displayName: string },
  { challenge, use, known }: { challenge: string; use: PasskeyUse; known: readonly KnownCredential[] },
) {
  const signsIn = use === "sign-in";
  return {
    rp: { id, name },
    user: { id: user.handle, name: user.name, displayName: user.displayName },
    challenge,
    pubKeyCredParams: PASSKEY_ALGS.map((alg) => ({ type: "public-key", alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials: known.map(described),
    authenticatorSelection: {
      residentKey: signsIn ? "required" : "discouraged",
      requireResidentKey: signsIn,
      userVerification: signsIn ? "required" : "preferred",
    },
    attestation: "none",
    extensions: { credProps: true },
  } as const;
}

/**
 * Options to prove a credential, for `PublicKeyCredential.parseRequestOptionsFromJSON()` (§5.1.10). At the sign-in page
 * no person is known yet, so `known` is empty and reveals no credentials (§14.6.2).
 */
export function assertionOptions(
  { id }: RelyingParty,
  { challenge, use, known }: { challenge: string; use: PasskeyUse; known: readonly KnownCredential[] },
) {
  const userVerification = use === "sign-in" ? "required" : "preferred";
  return {
    challenge,
    rpId: id,
    timeout: TIMEOUT_MS,
    allowCredentials: known.map(described),
    userVerification,
  } as const;
}

const described = ({ id, transports }: KnownCredential) => ({ type: "public-key", id, transports }) as const;

/** Bytes in the one spelling that base64url has for them. */
const bytes = (longest: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((longest * 4) / 3), { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/)
    .refine((text) => Buffer.from(text, "base64url").toString("base64url") === text);

/** §4: a credential ID has at most 1023 bytes. */
const credentialId = bytes(1023);
const publicKeyCredential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };
const clientDataJSON = bytes(2048);

/** More than all parts of a response have together. */
const LONGEST_RESPONSE = 16_384;

/** The response to a registration, as `toJSON()` writes it (§5.1). Every part is bounded. */
const registrationResponse = z
  .object({
    ...publicKeyCredential,
    response: z.object({
      clientDataJSON,
      attestationObject: bytes(4096),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/))
        .max(10)
        .default([]),
    }),
  })
  .refine(({ id, rawId }) => id === rawId);

/** The response that proves a credential, as `toJSON()` writes it. */
const assertionResponse = z
  .object({
    ...publicKeyCredential,
    response: z.object({
      clientDataJSON,
      authenticatorData: bytes(1024),
      signature: bytes(1024),
      userHandle: bytes(64).nullish(),
    }),
  })
  .refine(({ id, rawId }) => id === rawId);

export type RegistrationResponse = z.output<typeof registrationResponse>;
export type AssertionResponse = z.output<typeof assertionResponse>;

/** Reads the field of a form that carries a registration; `undefined` if it is malformed. */
export const readRegistration = (text: string | undefined) => read(registrationResponse, text);

/** Reads the field of a form that carries the proof of a credential; `undefined` if it is malformed. */
export const readAssertion = (text: string | undefined) => read(assertionResponse, text);

function read<T>(shape: z.ZodType<T>, text: string | undefined): T | undefined {
  const json = jsonOrUndefined(text ?? "", { longest: LONGEST_RESPONSE });
  return json === undefined ? undefined : shape.safeParse(json).data;
}

/** §5.8.1. */
const clientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.unknown().optional(),
});

/**
 * The challenge that the browser signed, if the ceremony was of this type and took place on a page of ours that is in
 * no frame of another site (§7.1 and §7.2); `undefined` otherwise.
 */
export function signedChallenge(
  encoded: string,
  type: "webauthn.create" | "webauthn.get",
  origins: readonly string[],
): string | undefined {
  const data = read(clientData, Buffer.from(encoded, "base64url").toString("utf8"));
  if (data?.type !== type || !origins.includes(data.origin)) return undefined;
  if (data.crossOrigin === true || data.topOrigin !== undefined) return undefined;
  return data.challenge;
}

const OFFER_AGAIN_SECONDS = 30 * 86_400;

/**
 * Whether a person who signed in is offered to add a passkey: their browser can make one, a password is all that they
 * have, and they were not asked in the last 30 days. A person with a second factor adds a passkey on the pages of their
 * account, after a sign-in with that factor.
 */
export function isPasskeyOffered(
  { has, offeredAt }: { readonly has: readonly Factor[]; readonly offeredAt: Date | null },
  isCapable: boolean,
  now: Date,
): boolean {
  const isDue = offeredAt === null || now.getTime() - offeredAt.getTime() >= OFFER_AGAIN_SECONDS * 1000;
  return isCapable && isDue && has.length === 1 && has[0] === "password";
}

const LONGEST_NAME = 64;

/** A name that a person gives to a credential: one line of up to 64 characters that can be seen. */
export const passkeyName = z
  .string()
  .trim()
  .min(1)
  // A character has two units of UTF-16 at most.
  .max(2 * LONGEST_NAME, { abort: true })
  .refine((name) => isVisible(name) && Array.from(name).length <= LONGEST_NAME);

/** What is stored of a credential, and what a response says about it. */
export interface CredentialState {
  readonly signCount: number;
  readonly backupEligible: boolean;
}

/**
 * §6.1.1: whether the counter shows that a copy of the credential exists. A credential that may be synced is on several
 * devices, and their counters mean nothing. An authenticator without a counter always sends 0.
 */
export function isCloned(stored: CredentialState, { signCount }: Pick<CredentialState, "signCount">): boolean {
  if (stored.backupEligible || (stored.signCount === 0 && signCount === 0)) return false;
  return signCount <= stored.signCount;
}
