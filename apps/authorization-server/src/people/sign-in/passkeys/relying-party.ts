import { type RelyingParty, type RelyingPartySettings, relyingPartyOf } from "@countersign/rules";
import type { PasskeyStore } from "../../../platform/stores/ways-in/passkeys.ts";

/** The part of a logger that is used here. */
interface Warns {
  warn(line: object, message: string): void;
}

/**
 * Our service, as authenticators know it; `undefined` where browsers allow no passkeys. Throws if people have passkeys
 * that were made for another RP ID: they work no more, and an operator who starts the service like this does not know
 * that.
 */
export async function openRelyingParty(
  settings: RelyingPartySettings,
  { passkeys, log }: { readonly passkeys: Pick<PasskeyStore, "countForeign">; readonly log: Warns },
): Promise<RelyingParty | undefined> {
  const relyingParty = relyingPartyOf(settings);
  const foreign = await passkeys.countForeign(relyingParty?.id);
  if (foreign > 0) {
    const now = relyingParty === undefined ? "here browsers allow none" : `the RP ID is ${relyingParty.id}`;
    throw new Error(`${foreign} passkeys were made for another RP ID, and ${now}: set ISSUER and WEBAUTHN_RP_ID back`);
  }
  if (relyingParty === undefined) log.warn({ issuer: settings.issuer }, "passkeys are off: browsers allow none here");
  return relyingParty;
}
