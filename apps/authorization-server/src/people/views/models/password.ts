/** The pages on which a person chooses a password: the data that each shows. */
import type { PasswordProblem } from "@countersign/rules";
import type { AccountModel } from "./account.ts";
import type { RequestModel } from "./authorization.ts";
import type { Found, Referenced } from "./errors.ts";

/** What the field for a new password shows. */
export interface NewPasswordModel {
  /** The smallest number of characters. */
  readonly shortest: number;
  /** Why the form that was sent is refused. */
  readonly problem?: PasswordProblem | FormProblem | undefined;
}

/** A problem of the form other than those of the new password. */
export type FormProblem = "unchanged" | "wrong_password" | "too_many_attempts" | "needs_other_way";

interface ChangePasswordModel extends RequestModel, NewPasswordModel {
  readonly username: string;
}

interface AccountPasswordModel extends AccountModel, NewPasswordModel {
  readonly username: string;
  /** Whether the account has a password, which the form then asks for. */
  readonly hasPassword: boolean;
  /** Whether people can sign in here with passkeys or at providers, and so without a password. */
  readonly hasOtherWays: boolean;
  /** Whether the other devices were to stay signed in, in the form that was refused. */
  readonly keepsOthers?: boolean | undefined;
}

interface ForgotPasswordModel extends Partial<Referenced> {
  readonly csrf: string;
  readonly path: string;
  readonly email: string;
  /** The handle of the request that the person came from. The page leads back to its sign-in. */
  readonly request: string | undefined;
  readonly problem?: "malformed" | "too_many" | undefined;
  /** How long to wait after too many requests. */
  readonly minutes?: number | undefined;
}

interface ResetPasswordModel extends NewPasswordModel {
  readonly csrf: string;
  readonly path: string;
  readonly username: string;
  /** The providers at which the person can sign in. They are disconnected, unless the person keeps them. */
  readonly providers: readonly string[];
  readonly keepsConnections: boolean;
}

export interface PasswordPages {
  forgotPassword(model: ForgotPasswordModel): string;
  resetSent(model: Pick<ForgotPasswordModel, "request"> & Found): string;
  resetPassword(model: ResetPasswordModel): string;
  changePassword(model: ChangePasswordModel): string;
  accountPassword(model: AccountPasswordModel): string;
  /** @param model.back the app where the person was about to sign in */
  resetDone(model: { readonly back: AccountModel["back"] }): string;
  /** @param model.canAsk whether this deployment sends links when people ask for them */
  resetInvalid(model: Referenced & Found & { readonly canAsk: boolean }): string;
}

/** The template of each page. */
export const PASSWORD_TEMPLATES: Readonly<Record<keyof PasswordPages, string>> = {
  forgotPassword: "password/forgot",
  resetSent: "password/sent",
  resetPassword: "password/reset",
  changePassword: "password/change",
  accountPassword: "password/account",
  resetDone: "password/done",
  resetInvalid: "password/invalid",
};
