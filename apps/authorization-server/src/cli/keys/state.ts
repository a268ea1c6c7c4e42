import type { SealedSigningKey } from "../../stores/signing-keys.ts";

/** Where a key stands: published and waiting to sign, signing, or retired and still published. */
export function stateOf(
  { signsFrom, signsUntil }: Pick<SealedSigningKey, "signsFrom" | "signsUntil">,
  now: Date,
): "waiting" | "signing" | "retired" {
  if (signsFrom > now) return "waiting";
  return signsUntil === null || signsUntil > now ? "signing" : "retired";
}
