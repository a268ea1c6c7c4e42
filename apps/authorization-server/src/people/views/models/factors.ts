/** The pages of second factors: the data that each shows. */
import type { AccountModel } from "./account.ts";
import type { RequestModel } from "./authorization.ts";

/** What went wrong with a code. The texts are `second_factor.problem.<problem>`. */
export type CodeProblem = "wrong_code" | "wrong_recovery_code" | "wrong_key" | "too_many_attempts" | "suspended";

interface SecondFactorModel extends RequestModel {
  /** Whether the code of an authenticator app is enough. */
  readonly asksCode: boolean;
  /** The options of a ceremony with a security key, in JSON; undefined if no key is enough. */
  readonly keyOptions: string | undefined;
  /** Whether a security key is asked for first. */
  readonly prefersKey: boolean;
  /** Whether a recovery code is enough. */
  readonly anotherWay: boolean;
  /** Whether the browser was to be trusted, in the form that was refused. */
  readonly remembers?: boolean | undefined;
  readonly problem?: CodeProblem | undefined;
}

interface RecoveryCodeModel extends RequestModel {
  /** Whether there is another way than a recovery code. */
  readonly anotherWay: boolean;
  readonly problem?: CodeProblem | undefined;
}

interface RecoveryUsedModel extends RequestModel {
  /** How many recovery codes are left. */
  readonly left: number;
}

/** An authenticator app as its person sees it. */
interface ShownApp {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt: Date;
}

/** A browser that is not asked for a code. */
interface ShownDevice {
  readonly id: string;
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly expiresAt: Date;
}

/** The secret of an app that is being set up. */
export interface ShownSecret {
  /** The path of its QR code, in a view box of `size` by `size`. */
  readonly qr: { readonly size: number; readonly path: string };
  readonly key: string;
}

interface SecondFactorsModel extends AccountModel {
  readonly apps: readonly ShownApp[];
  readonly devices: readonly ShownDevice[];
  readonly pending: ShownSecret | undefined;
  /** The name that was typed for the app, if its code was refused. */
  readonly typedName?: string | undefined;
  /** The kind of factor that is asked for first; undefined if the person has one kind. */
  readonly preferred: "totp" | "security-key" | undefined;
  readonly problem?: "wrong_code" | "demanded" | "too_many" | undefined;
}

interface RecoveryCodesModel extends AccountModel {
  readonly left: number;
  /** Whether the person has something that the codes can stand in for. */
  readonly possible: boolean;
}

/** What stands on a print of recovery codes. */
export interface PrintedCodes {
  readonly username: string;
  readonly host: string;
  readonly at: Date;
}

interface NewCodesModel extends AccountModel {
  readonly codes: readonly string[];
  readonly printed: PrintedCodes;
}

export interface FactorPages {
  secondFactor(model: SecondFactorModel): string;
  recoveryCode(model: RecoveryCodeModel): string;
  recoveryUsed(model: RecoveryUsedModel): string;
  accountSecondFactors(model: SecondFactorsModel): string;
  accountRecoveryCodes(model: RecoveryCodesModel): string;
  accountNewCodes(model: NewCodesModel): string;
}

/** The template of each page. */
export const FACTOR_TEMPLATES: Readonly<Record<keyof FactorPages, string>> = {
  secondFactor: "factors/second-factor",
  recoveryCode: "factors/recovery-code",
  recoveryUsed: "factors/recovery-used",
  accountSecondFactors: "account/second-factors",
  accountRecoveryCodes: "account/recovery-codes",
  accountNewCodes: "account/new-codes",
};
