/** The pages on which a person sets up a second factor that a request needs: the data that each shows. */
import type { RequestModel } from "./authorization.ts";
import type { PrintedCodes, ShownSecret } from "./factors.ts";
import type { PasskeyProblem } from "./passkeys.ts";

/** What went wrong with the code that was mailed. The texts are `enrol.problem.<problem>`. */
export type EnrolCodeProblem = "malformed_code" | "wrong_code" | "void_code" | "too_many";

interface EnrolModel extends RequestModel {
  /** The hint of the address that codes go to; undefined if the person cannot get any. */
  readonly address: string | undefined;
  /** The factors of which the person may set up one. */
  readonly factors: readonly ("totp" | "passkey")[];
  readonly problem?: "too_many" | undefined;
  /** How long to wait, with the problem. */
  readonly minutes?: number | undefined;
}

interface EnrolCodeModel extends RequestModel {
  readonly address: string;
  readonly problem?: EnrolCodeProblem | undefined;
  readonly minutes?: number | undefined;
  /** How long a code is valid from the moment that it is mailed. */
  readonly codeSeconds: number;
  /** Whether another code was just mailed. */
  readonly resent: boolean;
}

interface EnrolTotpModel extends RequestModel {
  /** Undefined when its time is over. */
  readonly secret: ShownSecret | undefined;
  readonly problem?: "wrong_code" | "too_many" | undefined;
}

interface EnrolPasskeyModel extends RequestModel {
  /** The options of the ceremony, in JSON. */
  readonly options: string;
  readonly problem?: PasskeyProblem | undefined;
}

interface EnrolRecoveryCodesModel extends RequestModel {
  /** Undefined if they were shown before. */
  readonly codes: readonly string[] | undefined;
  readonly printed?: PrintedCodes | undefined;
  /** The time zone of the person. */
  readonly zone?: string | undefined;
}

export interface EnrolmentPages {
  enrol(model: EnrolModel): string;
  enrolCode(model: EnrolCodeModel): string;
  enrolTotp(model: EnrolTotpModel): string;
  enrolPasskey(model: EnrolPasskeyModel): string;
  enrolRecoveryCodes(model: EnrolRecoveryCodesModel): string;
}

/** The template of each page. */
export const ENROLMENT_TEMPLATES: Readonly<Record<keyof EnrolmentPages, string>> = {
  enrol: "enrolment/start",
  enrolCode: "enrolment/code",
  enrolTotp: "enrolment/totp",
  enrolPasskey: "enrolment/passkey",
  enrolRecoveryCodes: "enrolment/recovery-codes",
};
