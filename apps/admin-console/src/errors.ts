/** Why a page cannot be shown: a closed list. The texts for the person are in the message catalogues. */
import type { OutgoingHttpHeaders } from "node:http";

export type RefusalCode =
  | "sign_in_expired" // no sign-in of this browser waits for this answer
  | "sign_in_refused" // the authorization server, or the person, refused
  | "provider_unavailable" // the authorization server does not answer, or not as it should
  | "no_role" // the person has no role at the administration API
  | "foreign_form" // the form was not sent from a page of this browser
  | "form_malformed"
  | "not_found"
  | "wrong_method"
  | "not_allowed"
  | "not_confirmed" // the form lacks what confirms a grave act
  | "no_file" // a form was sent without the file that it is for
  | "file_not_text" // a form was sent with a file that is not UTF-8
  | "api_unavailable"
  | "api_refused" // by the API, most often because of the address
  | "unexpected";

const STATUS: Readonly<Record<RefusalCode, number>> = {
  sign_in_expired: 400,
  sign_in_refused: 403,
  provider_unavailable: 502,
  no_role: 403,
  foreign_form: 403,
  form_malformed: 400,
  not_found: 404,
  wrong_method: 405,
  not_allowed: 403,
  not_confirmed: 400,
  no_file: 400,
  file_not_text: 400,
  api_unavailable: 503,
  api_refused: 400,
  unexpected: 500,
};

interface RefusalOptions {
  readonly cause?: unknown;
  readonly detail?: string | undefined;
  readonly field?: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** `code` decides what the person reads. `message` is for the log only, and never contains a token. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** What the administration API said about it, in English. */
  readonly detail: string | undefined;
  /** The field of the form that the user corrects. */
  readonly field: string | undefined;
  /** Headers of the answer, such as the methods that an address takes. */
  readonly headers: OutgoingHttpHeaders;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "Refusal";
    this.code = code;
    this.detail = options.detail;
    this.field = options.field;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return STATUS[this.code];
  }
}
