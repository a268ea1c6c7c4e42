import { newRecoveryCodes, shownRecoveryCode } from "@countersign/rules";
import type { Passwords } from "./passwords.ts";

/** A new set of recovery codes: as the person reads them, and the hashes to keep. */
export async function makeRecoveryCodes({ passwords }: { readonly passwords: Pick<Passwords, "hash"> }) {
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(({ code }) => passwords.hash(code)));
  return { shown: codes.map(shownRecoveryCode), hashes };
}
