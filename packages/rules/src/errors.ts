/** The closed vocabulary of protocol errors. The code that throws an error decides where it goes, never this file. */
import type { Remedy } from "./remedies.ts";

/** Every error code that we answer with, and the section that defines it. */
export const ERROR_STATUS = {
  // RFC 6749 §4.1.2.1 and §5.2
  invalid_request: 400,
  unauthorized_client: 400,
  access_denied: 403,
  unsupported_response_type: 400,
  invalid_scope: 400,
  server_error: 500,
  temporarily_unavailable: 503,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  // OIDC Core §3.1.2.6
  interaction_required: 400,
  login_required: 400,
  account_selection_required: 400,
  consent_required: 400,
  invalid_request_uri: 400,
  invalid_request_object: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  registration_not_supported: 400,
  // OpenID Connect Core Error Code unmet_authentication_requirements §2
  unmet_authentication_requirements: 400,
  // RFC 8707 §2
  invalid_target: 400,
  // RFC 8628 §3.5
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  // RFC 9396 §5
  invalid_authorization_details: 400,
  // RFC 6750 §3.1
  invalid_token: 401,
  insufficient_scope: 403,
  // RFC 9470 §3
  insufficient_user_authentication: 401,
  // RFC 9449 §5 and §8
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  // RFC 7591 §3.2.2
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * An error with three texts: `message` is a constant that the client may read. `detail` and `remedy` are for the log
 * and only the operator. `remedy` says what to set so that such a request is accepted.
 */
export class ProtocolError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  /** Set if a limit was reached: how long to wait, in seconds (RFC 6585 §4). */
  readonly retryAfterSeconds: number | undefined;
  readonly remedy: Remedy | undefined;

  constructor(code: ErrorCode, description: string, detail?: string, retryAfterSeconds?: number, remedy?: Remedy) {
    super(description);
    this.name = "ProtocolError";
    this.code = code;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
    this.remedy = remedy;
  }

  /** The HTTP status of this error where it is answered directly (RFC 6749 §5.2, RFC 6750 §3.1). */
  get status(): number {
    return this.retryAfterSeconds === undefined ? ERROR_STATUS[this.code] : 429;
  }
}

/** A limit was reached: 429 if it is answered directly, `temporarily_unavailable` if it is redirected. */
export const tooManyRequests = (retryAfterSeconds: number) =>
  new ProtocolError("temporarily_unavailable", "too many requests, try again later", undefined, retryAfterSeconds);

export const invalidRequest = (description: string, detail?: string, remedy?: Remedy) =>
  new ProtocolError("invalid_request", description, detail, undefined, remedy);

export const invalidGrant = (description: string, detail?: string) =>
  new ProtocolError("invalid_grant", description, detail);

export const invalidScope = (description: string, detail?: string, remedy?: Remedy) =>
  new ProtocolError("invalid_scope", description, detail, undefined, remedy);

export const invalidTarget = (description: string, detail?: string, remedy?: Remedy) =>
  new ProtocolError("invalid_target", description, detail, undefined, remedy);

/** RFC 9396 §5: one sentence for every cause, with the cause and the type in the log. */
export const invalidDetails = (cause: string, type?: string) =>
  new ProtocolError(
    "invalid_authorization_details",
    "authorization_details are not valid",
    type ? `${cause}: ${type}` : cause,
  );

/** RFC 6749 §5.2: one sentence for every cause, so that callers cannot learn which clients exist. */
export const invalidClient = (detail: string, remedy?: Remedy) =>
  new ProtocolError("invalid_client", "client authentication failed", detail, undefined, remedy);

/** One sentence for every cause (RFC 6750 §3.1): expired, revoked and forged tokens look the same to the caller. */
export const invalidAccessToken = (detail: string) =>
  new ProtocolError("invalid_token", "the access token is invalid, expired or revoked", detail);

export const insufficientScope = (description: string, detail?: string) =>
  new ProtocolError("insufficient_scope", description, detail);
