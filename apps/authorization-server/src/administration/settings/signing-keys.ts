/** Acts on signing keys, for every kind of actor. Rotation and resealing are also jobs: jobs/. */
import type { KeyEncryptionKey } from "@countersign/jwt";
import { newRingKey } from "../../issuer/keys/new-ring-key.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { SealedSigningKey, SigningKeyStore } from "../../platform/stores/signing-keys.ts";

/** The state of a key: published and waiting to sign, signing, or retired and still published. */
export function stateOf(
  { signsFrom, signsUntil }: Pick<SealedSigningKey, "signsFrom" | "signsUntil">,
  now: Date,
): "waiting" | "signing" | "retired" {
  if (signsFrom > now) return "waiting";
  return signsUntil === null || signsUntil > now ? "signing" : "retired";
}

/**
 * Removes a key, and makes sure that its algorithm has a key that signs now and one that continues to sign. If needed,
 * a new key replaces the removed one, even if that leaves little time to publish it.
 *
 * @returns the kid that signs now, or undefined if something went wrong; `undefined` if there was no key to remove
 */
export async function removeSigningKey(
  store: Pick<SigningKeyStore, "list" | "remove" | "addFirst">,
  { kid, keyEncryptionKey }: { readonly kid: string; readonly keyEncryptionKey: KeyEncryptionKey },
  by: By,
): Promise<{ readonly alg: string; readonly signing: string | undefined } | undefined> {
  const { at: now } = by;
  const known = await store.list(now);
  const alg = known.find((key) => key.kid === kid)?.alg;
  if (alg === undefined) return undefined;

  // The new key is made before anything is removed: if that fails, there is still a key. It follows the key that signs.
  const others = known.filter((key) => key.alg === alg && key.kid !== kid);
  const signer = others.find((key) => stateOf(key, now) === "signing");
  const signsFrom = signer?.signsUntil ?? now;
  const next = await newRingKey(alg, keyEncryptionKey, { createdAt: now, signsFrom });
  if (!(await store.remove(kid, by))) return undefined;

  // If no key signs until a waiting key's time comes, the waiting key is removed for one that signs now.
  const waiting = signer === undefined ? others.filter((key) => stateOf(key, now) === "waiting") : [];
  // biome-ignore lint/performance/noAwaitInLoops: each key in a transaction of its own; an algorithm has few
  for (const key of waiting) await store.remove(key.kid, by);

  await store.addFirst(next, by); // which does nothing where a key goes on signing
  const signing = (await store.list(now)).find((key) => key.alg === alg && stateOf(key, now) === "signing");
  return { alg, signing: signing?.kid };
}
