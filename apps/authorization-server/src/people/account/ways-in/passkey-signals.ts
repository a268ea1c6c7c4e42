/** What a page tells the browser about the passkeys of a person (WebAuthn Level 3 §5.1.10). */
import type { Dependencies } from "../../../dependencies.ts";
import type { PasskeySignals } from "../../views/models/account.ts";

/**
 * With this, the browser forgets passkeys that were removed here, and shows the names that the person has now;
 * `undefined` where browsers allow no passkeys.
 */
export async function signalsOf(
  userId: string,
  { passkeys, relyingParty }: Pick<Dependencies, "passkeys" | "relyingParty">,
): Promise<PasskeySignals | undefined> {
  const user = await passkeys.userOf(userId);
  if (user === undefined || relyingParty === undefined) return undefined;
  const held = await passkeys.listOf(userId);
  const about = { rpId: relyingParty.id, userId: user.handle };
  return {
    accepted: JSON.stringify({ ...about, allAcceptedCredentialIds: held.map(({ id }) => id) }),
    details: JSON.stringify({ ...about, name: user.name, displayName: user.displayName }),
  };
}
