/** Builds the dependencies about signing in from the configuration. */
import type { Ephemeral } from "@countersign/ephemeral";
import { type Config, newPasswordPolicy } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { sealedTexts } from "../issuer/keys/sealed-texts.ts";
import { openBlockedAddresses } from "../platform/stores/blocked-addresses.ts";
import { challengeStore } from "../platform/stores/requests/challenges.ts";
import { levelsOf } from "./sign-in/factors.ts";
import { lateProviderClient } from "./sign-in/federation/late-provider-client.ts";
import { openProviderSignOut } from "./sign-in/federation/provider-sign-out.ts";
import { type TriedProvider, tryProvider } from "./sign-in/federation/try-provider.ts";
import { knownDevices } from "./sign-in/known-devices.ts";
import { openNewPasswords } from "./sign-in/new-passwords.ts";
import { relyingPartySettings } from "./sign-in/passkeys/environment.ts";
import { openRelyingParty } from "./sign-in/passkeys/relying-party.ts";
import { openPasswords, type PasswordCost } from "./sign-in/passwords.ts";

type SignInParts = Pick<Ephemeral, "store"> &
  Pick<Dependencies, "database" | "passkeys" | "outbound" | "keys" | "now" | "log"> & {
    readonly passwordCost: PasswordCost | undefined;
  };

/** The dependencies about signing in, and those of them that are closed. */
export async function signInDependencies(
  config: Config,
  { database, store, passkeys, outbound, keys: ring, now, log, passwordCost }: SignInParts,
) {
  const keys = config.KEY_ENCRYPTION_KEYS;
  const relyingParty = await openRelyingParty(relyingPartySettings(config), { passkeys, log });
  const texts = sealedTexts(keys);
  const newPasswords = await openNewPasswords(newPasswordPolicy(config));
  const blockedAddresses = await openBlockedAddresses({ database, log });
  return {
    opened: [newPasswords, blockedAddresses],
    blockedAddresses,
    levels: levelsOf({ hasPasskeys: relyingParty !== undefined, required: config.REQUIRED_ACR }),
    requiredAcr: config.REQUIRED_ACR,
    relyingParty,
    passwords: openPasswords(passwordCost),
    newPasswords,
    challenges: challengeStore({ store, now, keys }),
    devices: knownDevices(keys),
    sealedTexts: texts,
    providerClient: lateProviderClient({ outbound, texts, keys: ring, now }),
    providerSignOut: openProviderSignOut({ outbound, texts, issuer: config.ISSUER, log }),
    tryProvider: (provider: TriedProvider) => tryProvider(provider, { outbound, log }),
  };
}
