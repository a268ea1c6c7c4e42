/** The pages about passkeys: the data that each shows. */
import type { AccountModel, PasskeySignals } from "./account.ts";
import type { RequestModel } from "./authorization.ts";

/** Why a passkey was not added, named or removed. The texts are `passkeys.problem.<name>`. */
export type PasskeyProblem = "not_verified" | "known" | "too_many" | "name" | "last" | "demanded";

interface ShownPasskey {
  readonly passkeyId: string;
  readonly use: "sign-in" | "second-factor";
  /** Empty if neither the person nor the authenticator named it. */
  readonly name: string;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** The person could not sign in without it. */
  readonly isLastWayIn: boolean;
}

interface PasskeysModel extends AccountModel {
  readonly problem: PasskeyProblem | undefined;
  /** The name that was refused, and for which one it was typed. */
  readonly refusedName?: { readonly passkeyId: string; readonly typed: string } | undefined;
  readonly passkeys: readonly ShownPasskey[];
  /** What can be added, each with the options of its ceremony. */
  readonly adding: readonly { readonly use: ShownPasskey["use"]; readonly options: string }[];
  /** The data for the browser, in JSON. */
  readonly signals: PasskeySignals | undefined;
}

interface OfferPasskeyModel extends RequestModel {
  readonly person: string;
  /** The options of the ceremony, in JSON. */
  readonly options: string;
  readonly problem: PasskeyProblem | undefined;
}

export interface PasskeyPages {
  accountPasskeys(model: PasskeysModel): string;
  offerPasskey(model: OfferPasskeyModel): string;
}

/** The template of each page. */
export const PASSKEY_TEMPLATES: Readonly<Record<keyof PasskeyPages, string>> = {
  accountPasskeys: "account/passkeys",
  offerPasskey: "passkeys/offer",
};
