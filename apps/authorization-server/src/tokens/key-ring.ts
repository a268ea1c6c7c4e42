/**
 * The signing-key ring: one key per algorithm signs, the others are published before and after (design §5). It
 * follows the store, so that a rotation or removal by another replica or by command is seen here within two seconds.
 */
import { createHash } from "node:crypto";
import {
  importSigningKey,
  type KeyEncryptionKey,
  localKeys,
  openPrivateJwk,
  publicJwks,
  type SigningAlg,
  type SigningKey,
  type VerificationKeys,
} from "@countersign/jwt";
import type { Logger } from "@countersign/service";
import type { SealedSigningKey, SigningKeyStore } from "../stores/signing-keys.ts";
import { newSigningKey } from "./new-signing-key.ts";

export interface KeyRing {
  /** The key that signs now with an algorithm. Throws when there is none: then nothing can be signed. */
  signer(alg: SigningAlg): SigningKey;
  /** The public JWK Set, as it is sent, and its entity tag. */
  jwks(): { readonly body: Buffer; readonly etag: string };
  /** Verifies our own signatures. */
  verificationKeys(): VerificationKeys;
  /** Looks at the store now instead of at the next turn. */
  refresh(): Promise<void>;
  close(): void;
}

export interface KeyRingOptions {
  readonly store: SigningKeyStore;
  readonly keyEncryptionKeys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
  readonly algs: readonly SigningAlg[];
  readonly now: () => Date;
  readonly log: Pick<Logger, "error" | "info">;
  readonly refreshSeconds?: number;
}

interface RingKey extends SealedSigningKey {
  readonly signingKey: SigningKey;
}

interface Snapshot {
  readonly version: string;
  readonly keys: readonly RingKey[];
  readonly body: Buffer;
  readonly etag: string;
  readonly verify: VerificationKeys;
}

/** Opens the ring, and makes the first key of each algorithm that has none. Throws when a key does not open. */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { now, log, refreshSeconds = 2 } = options;
  await makeFirstKeys(options);
  let snapshot = await take(options, undefined);

  const refresh = async () => {
    snapshot = await take(options, snapshot);
  };
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    // What is known stays in use: a database that is away for a moment is no reason to stop signing.
    await refresh().catch((err: unknown) => log.error({ err }, "the signing keys could not be refreshed"));
    busy = false;
  }, refreshSeconds * 1000).unref();

  return {
    signer: (alg) => signerOf(snapshot.keys, alg, now()),
    jwks: () => snapshot,
    verificationKeys: () => snapshot.verify,
    refresh,
    close: () => clearInterval(timer),
  };
}

async function makeFirstKeys({ store, keyEncryptionKeys, algs, now, log }: KeyRingOptions): Promise<void> {
  const known = await store.list(now());
  for (const alg of algs) {
    if (known.some((key) => key.alg === alg && key.signsUntil === null)) continue;

    const at = now();
    const key = await newSigningKey(alg, keyEncryptionKeys[0], { createdAt: at, signsFrom: at });
    if (await store.addFirst(key)) log.info({ alg, kid: key.kid }, "first signing key made");
  }
}

/** The ring as the store has it now; `before` itself when nothing changed. */
async function take(
  { store, keyEncryptionKeys, now }: KeyRingOptions,
  before: Snapshot | undefined,
): Promise<Snapshot> {
  const version = await store.version(now());
  if (before?.version === version) return before;

  const sealed = await store.list(now());
  const keys = await Promise.all(sealed.map((key) => opened(key, keyEncryptionKeys, before)));
  const jwks = publicJwks(keys);
  const body = Buffer.from(JSON.stringify(jwks));
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  return { version, keys, body, etag, verify: localKeys(jwks) };
}

async function opened(
  key: SealedSigningKey,
  keyEncryptionKeys: readonly KeyEncryptionKey[],
  before: Snapshot | undefined,
): Promise<RingKey> {
  const known = before?.keys.find(({ kid }) => kid === key.kid);
  if (known !== undefined) return { ...key, signingKey: known.signingKey };

  const { kid, alg, sealedPrivateJwk, keyEncryptionKeyId } = key;
  const keyEncryptionKey = keyEncryptionKeys.find(({ id }) => id === keyEncryptionKeyId);
  if (keyEncryptionKey === undefined) {
    throw new Error(
      `Signing key ${kid} is sealed with key-encryption key "${keyEncryptionKeyId}", which KEY_ENCRYPTION_KEYS does not have.`,
    );
  }
  const privateJwk = openPrivateJwk(sealedPrivateJwk, { kid, keyEncryptionKey });
  return { ...key, signingKey: await importSigningKey({ kid, alg, privateJwk }) };
}

// The newest key whose time has come; `keys` is in that order.
function signerOf(keys: readonly RingKey[], alg: SigningAlg, now: Date): SigningKey {
  const signs = (key: RingKey) =>
    key.alg === alg && key.signsFrom <= now && (key.signsUntil === null || key.signsUntil > now);
  const key = keys.find(signs);
  if (key === undefined) throw new Error(`there is no signing key for ${alg}`);
  return key.signingKey;
}
