import type { KeyEncryptionKey } from "@countersign/jwt";
import { newRingKey } from "../../keys/new-ring-key.ts";
import type { SigningKeyStore } from "../../stores/signing-keys.ts";
import { refusal } from "../refusal.ts";
import { stateOf } from "./state.ts";

/**
 * Removes a key, and sees to it that its algorithm has one that signs now and one that goes on signing. A new key
 * takes the removed one's place where that is needed, even if that leaves little time to publish it.
 *
 * @returns the kid that signs now; `undefined` when there was no key to remove
 */
export async function replaceKey(
  store: Pick<SigningKeyStore, "list" | "remove" | "addFirst">,
  kid: string,
  { keyEncryptionKey, now }: { keyEncryptionKey: KeyEncryptionKey; now: Date },
): Promise<string | undefined> {
  const by = { actor: "operator", at: now } as const;
  const known = await store.list(now);
  const alg = known.find((key) => key.kid === kid)?.alg;
  if (alg === undefined) return undefined;

  // Made before anything is removed: whatever fails, fails while there is still a key. It follows the key that signs.
  const others = known.filter((key) => key.alg === alg && key.kid !== kid);
  const signer = others.find((key) => stateOf(key, now) === "signing");
  const signsFrom = signer?.signsUntil ?? now;
  const next = await newRingKey(alg, keyEncryptionKey, { createdAt: now, signsFrom });
  if (!(await store.remove(kid, by))) return undefined;

  // Nobody signs until a waiting key's time comes: it makes way for one that signs now.
  const waiting = signer === undefined ? others.filter((key) => stateOf(key, now) === "waiting") : [];
  for (const key of waiting) await store.remove(key.kid, by);

  await store.addFirst(next, by); // which does nothing where a key goes on signing
  const signing = (await store.list(now)).find((key) => key.alg === alg && stateOf(key, now) === "signing");
  if (signing === undefined) throw refusal(`the key is removed, but no key signs ${alg} now: start the service again`);
  return signing.kid;
}
