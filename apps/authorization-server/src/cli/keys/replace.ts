import type { KeyEncryptionKey } from "@countersign/jwt";
import type { SigningKeyStore } from "../../stores/signing-keys.ts";
import { newSigningKey } from "../../tokens/new-signing-key.ts";
import { refusal } from "../refusal.ts";
import { stateOf } from "./state.ts";

/**
 * Removes a key, and sees to it that its algorithm has one that signs now: the key that does already, or a new one
 * that nobody had the time to see before. A successor that was waiting its turn makes way for that one.
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

  // Made before anything is removed: whatever fails, fails while there is still a key.
  const next = await newSigningKey(alg, keyEncryptionKey, { createdAt: now, signsFrom: now });
  if (!(await store.remove(kid, by))) return undefined;

  const others = known.filter((key) => key.alg === alg && key.kid !== kid);
  const signer = others.find((key) => stateOf(key, now) === "signing");
  if (signer !== undefined) return signer.kid;

  for (const key of others) if (stateOf(key, now) === "waiting") await store.remove(key.kid, by);
  await store.addFirst(next); // unless another replica was faster
  const made = (await store.list(now)).find((key) => key.alg === alg && stateOf(key, now) === "signing");
  if (made === undefined) throw refusal(`the key is removed, but no key signs ${alg} now: start the service again`);
  return made.kid;
}
