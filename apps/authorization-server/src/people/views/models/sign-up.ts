/** The pages on which a person creates an account: the data that each shows. */
import type { AccountModel } from "./account.ts";
import type { RequestModel } from "./authorization.ts";
import type { Found, Referenced } from "./errors.ts";

interface SignUpModel extends RequestModel {
  readonly email: string;
  readonly problem?: string | undefined;
  /** How long to wait, with the problem `too_many`. */
  readonly minutes?: number | undefined;
  /** Whether the person may have a code already: that of a sign-up that they began before in this browser. */
  readonly takesCode: boolean;
  /** How long a code is valid from the moment that it is mailed. */
  readonly codeSeconds: number;
}

interface SignUpCodeModel extends RequestModel {
  readonly address: string;
  readonly problem?: string | undefined;
  readonly minutes?: number | undefined;
  /** How long a code is valid from the moment that it is mailed. */
  readonly codeSeconds: number;
  /** Whether another code was just mailed. */
  readonly resent: boolean;
}

interface SignUpDetailsModel extends RequestModel {
  readonly address: string;
  /** What the person typed before. */
  readonly typed: {
    readonly givenName?: string | undefined;
    readonly familyName?: string | undefined;
    readonly username?: string | undefined;
    readonly birthdate?: string | undefined;
    readonly acceptsTerms?: boolean | undefined;
  };
  readonly problem?: string | undefined;
  /** The options to register a passkey, in JSON; undefined where browsers allow none. */
  readonly passkey: string | undefined;
  /** In years; without it no date of birth is asked for. */
  readonly minimumAge: number | undefined;
  /** The terms to accept. */
  readonly documents: readonly ShownTerms[];
  /** The smallest number of characters of a password. */
  readonly shortest: number;
}

/** A document with the address of its text. */
interface ShownTerms {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

interface TermsModel extends RequestModel {
  readonly documents: readonly ShownTerms[];
}

interface VerifyEmailModel extends Found {
  /** The token of the form. Without it the page says where to type the code. */
  readonly csrf: string | undefined;
}

interface InvitationModel extends Referenced, Found {
  /** Undefined if the invitation is no longer valid. */
  readonly invitation: { readonly address: string; readonly csrf: string } | undefined;
}

export type EmailProblem = "malformed" | "domain" | "too_many" | "wrong_code" | "void_code";

interface AccountEmailModel extends AccountModel {
  readonly address: string | undefined;
  readonly isProved: boolean;
  /** The new address, while a code for it is pending. */
  readonly pending: string | undefined;
  /** How long a code is valid from the moment that it is mailed. */
  readonly codeSeconds: number;
  /** What was refused: the code, or the address that was typed. */
  readonly refused?: "code" | { readonly typed: string } | undefined;
  readonly problem?: EmailProblem | undefined;
  readonly minutes?: number | undefined;
}

interface UndoEmailModel extends Referenced, Found {
  readonly state: "ask" | "mismatch" | "done" | "void";
  /** The address that was refused. */
  readonly typed?: string | undefined;
  /** The token of the form, in the states `ask` and `mismatch`. */
  readonly csrf: string | undefined;
}

export interface SignUpPages {
  signUp(model: SignUpModel): string;
  signUpCode(model: SignUpCodeModel): string;
  signUpDetails(model: SignUpDetailsModel): string;
  terms(model: TermsModel): string;
  verifyEmail(model: VerifyEmailModel): string;
  invitation(model: InvitationModel): string;
  accountEmail(model: AccountEmailModel): string;
  undoEmail(model: UndoEmailModel): string;
}

/** The template of each page. */
export const SIGN_UP_TEMPLATES: Readonly<Record<keyof SignUpPages, string>> = {
  signUp: "sign-up/address",
  signUpCode: "sign-up/code",
  signUpDetails: "sign-up/details",
  terms: "sign-up/terms",
  verifyEmail: "sign-up/verify-email",
  invitation: "sign-up/invitation",
  accountEmail: "sign-up/account-email",
  undoEmail: "sign-up/undo-email",
};
