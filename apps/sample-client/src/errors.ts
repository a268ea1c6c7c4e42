/** The reasons why a sign-in failed: a closed list. The texts for the person are in problems.ts. */

export type RefusalCode =
  | "state_unknown"
  | "answer_refused"
  | "provider_unreachable"
  | "provider_misconfigured"
  | "session_refused"
  | "flow_unavailable"
  | "device_unavailable"
  | "sign_up_unavailable"
  | "stronger_unavailable"
  | "access_ended"
  | "access_expired"
  | "renewal_refused"
  | "signed_out"
  | "api_access_missing"
  | "api_unreachable"
  | "api_refused"
  | "order_gone"
  | "cookie_repeated"
  | "origin_foreign"
  | "method_wrong"
  | "form_malformed"
  | "page_unknown"
  | "unexpected";

/** `code` decides what the person reads; `message` is for the log only and never holds a token or a code. */
export class ProtocolError extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = "ProtocolError";
    this.code = code;
  }
}
