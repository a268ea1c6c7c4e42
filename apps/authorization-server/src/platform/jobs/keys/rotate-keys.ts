/**
 * Rotates signing keys: OIDC Core §10.1.1. A key is published before it signs and after it retires, so that
 * verification never fails.
 */
import { ACCESS_TOKEN_ALGS, ENCRYPTION_KEY_ALGS, type KeyEncryptionKey } from "@countersign/jwt";
import { after } from "@countersign/rules";
import { newRingKey } from "../../../issuer/keys/new-ring-key.ts";
import { isSigning, type SigningPeriod } from "../../../issuer/keys/signing-period.ts";
import type { Actor } from "../../stores/audit/audit-events.ts";
import type { RingAlg, SealedSigningKey, SigningKeyStore } from "../../stores/signing-keys.ts";
import type { Parts } from "../running/parts.ts";

/** Twice as long as a client may cache the key set (`JWKS_MAX_AGE_SECONDS`). */
export const PUBLISHED_BEFORE_SECONDS = 600;
/**
 * Longer than a session lives by default: when the person signs out, an ID token from the first day of the session must
 * still be accepted as a hint.
 */
export const PUBLISHED_AFTER_SECONDS = 31 * 86_400;

export interface Rotation {
  readonly store: SigningKeyStore;
  readonly keyEncryptionKey: KeyEncryptionKey;
  readonly algs: readonly RingAlg[];
  readonly now: Date;
  readonly actor: Actor;
}

/**
 * Gives each algorithm a successor now. If an algorithm has no key that signs, it gets one that signs immediately.
 *
 * @returns the kids of the new keys; no key is made for an algorithm whose successor is already waiting
 */
export async function rotateKeys(rotation: Rotation): Promise<readonly string[]> {
  const { store, keyEncryptionKey, algs, now, actor } = rotation;
  const known = await store.list(now);
  const made: string[] = [];
  for (const alg of algs) {
    const first = !hasSigner(known, alg, now);
    const signsFrom = first ? now : after(now, PUBLISHED_BEFORE_SECONDS);
    // biome-ignore lint/performance/noAwaitInLoops: each key in a transaction of its own
    const next = await newRingKey(alg, keyEncryptionKey, { createdAt: now, signsFrom });
    const added = first
      ? await store.addFirst(next, { actor })
      : await store.rotate(next, after(signsFrom, PUBLISHED_AFTER_SECONDS), { actor });
    if (added) made.push(next.kid);
  }
  return made;
}

/** The algorithms that every service has, and those that a client asked for. */
export async function algsInUse(store: Pick<SigningKeyStore, "list">, now: Date): Promise<readonly RingAlg[]> {
  const made = (await store.list(now)).map((key) => key.alg);
  return [...new Set<RingAlg>([...ACCESS_TOKEN_ALGS, ...ENCRYPTION_KEY_ALGS, ...made])];
}

/**
 * The scheduled job: rotates keys of any algorithm that are too old, and purges keys that are no longer
 * published. Each algorithm is a part of it.
 */
export async function rotateOldKeys(
  rotation: Omit<Rotation, "algs"> & { readonly maxAgeDays: number },
  { attempt }: Pick<Parts, "attempt">,
): Promise<readonly string[]> {
  const keys = await rotation.store.list(rotation.now);
  const known = [...new Set(keys.map((key) => key.alg))];
  const made: string[] = [];
  for (const alg of known.filter((alg) => isDue(keys, alg, rotation.maxAgeDays, rotation.now))) {
    // biome-ignore lint/performance/noAwaitInLoops: one key after the other
    made.push(...((await attempt(alg, () => rotateKeys({ ...rotation, algs: [alg] }))) ?? []));
  }

  await attempt("purge", () => rotation.store.purge(rotation.now));
  return made;
}

/** Pure: whether a key of an algorithm signs at this moment. */
export const hasSigner = (keys: readonly SigningPeriod[], alg: RingAlg, now: Date): boolean =>
  keys.some((key) => isSigning(key, alg, now));

/** Pure: whether the newest key of an algorithm has reached the maximum age, or there is no key. */
export function isDue(
  keys: readonly Pick<SealedSigningKey, "alg" | "signsFrom">[],
  alg: RingAlg,
  maxAgeDays: number,
  now: Date,
): boolean {
  const newest = Math.max(...keys.filter((key) => key.alg === alg).map((key) => key.signsFrom.getTime()));
  return now.getTime() - newest >= maxAgeDays * 86_400_000;
}
