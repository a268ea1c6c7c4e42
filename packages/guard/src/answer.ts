/** How a request is refused: RFC 6750 §3, RFC 9449 §7.1, RFC 9470 §3, RFC 9728 §5.1. */
import { DPOP_ALGS } from "./dpop/rules.ts";
import type { Scheme } from "./request.ts";

/** Why a request is refused. The description is a constant: nothing that was sent is repeated. */
export interface Refusal {
  readonly error:
    | "invalid_request"
    | "invalid_token"
    | "invalid_dpop_proof"
    | "use_dpop_nonce"
    | "insufficient_scope"
    | "insufficient_user_authentication"
    | "temporarily_unavailable";
  readonly description: string;
  /** The cause, only for the log. */
  readonly detail?: string | undefined;
  /** The scopes that the operation needs, all at once. */
  readonly scopes?: readonly string[] | undefined;
  /** RFC 9470 §3: what a sign-in must reach. */
  readonly acrValues?: readonly string[] | undefined;
  readonly maxAgeSeconds?: number | undefined;
  /** The nonce that the next proof needs (RFC 9449 §9). */
  readonly nonce?: string | undefined;
}

/** RFC 6750 §3.1. For a resource server, the errors of a proof are errors of authentication (RFC 9449 §7.1). */
export const STATUS_OF: Readonly<Record<Refusal["error"], number>> = {
  invalid_request: 400,
  invalid_token: 401,
  invalid_dpop_proof: 401,
  use_dpop_nonce: 401,
  insufficient_scope: 403,
  insufficient_user_authentication: 401,
  temporarily_unavailable: 503,
};

/** One sentence for every cause: a caller that could tell causes apart would have an oracle. */
export const invalidToken = (detail: string): Refusal => ({
  error: "invalid_token",
  description: "the access token is invalid, expired or revoked",
  detail,
});

/** What challenges say about an API. All of it comes from the configuration. */
export interface ChallengeContext {
  readonly realm?: string | undefined;
  /** The address of its metadata (RFC 9728 §5.1). */
  readonly metadata?: string | undefined;
}

/** What a challenge may say about the request that it answers. */
export type ChallengeReason = Partial<Pick<Refusal, "scopes" | "acrValues" | "maxAgeSeconds">> & {
  readonly error?: string;
  readonly description?: string;
};

/** The value of WWW-Authenticate for one scheme (RFC 6750 §3, RFC 9449 §7.1). */
export function challenge(scheme: Scheme, about: ChallengeContext, reason: ChallengeReason = {}): string {
  const attributes = Object.entries({
    realm: about.realm,
    resource_metadata: about.metadata,
    algs: scheme === "DPoP" ? DPOP_ALGS.join(" ") : undefined,
    error: reason.error,
    error_description: reason.description,
    scope: reason.scopes?.join(" ") || undefined,
    acr_values: reason.acrValues?.join(" ") || undefined,
    max_age: reason.maxAgeSeconds?.toString(),
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${quotable(value)}"`]));
  return attributes.length === 0 ? scheme : `${scheme} ${attributes.join(", ")}`;
}

/** RFC 6750 §3: the characters that an attribute may have; others could end the quotation or the header. */
const quotable = (value: string) => value.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "");

/** A whole answer. Each header is one line: two challenges are two lines. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const RETRY_AFTER_SECONDS = "5";

/** Headers of every refusal: it is only for this request, and a script of another origin may read it. */
const REFUSED = [
  ["cache-control", "private, no-store"],
  ["vary", "Authorization"],
  ["access-control-expose-headers", "DPoP-Nonce, WWW-Authenticate"],
] as const;

/** The answer to a request without credentials: each scheme, without an error (RFC 6750 §3.1). */
export function challengeAnswer(
  schemes: readonly Scheme[],
  about: ChallengeContext,
  scopes: readonly string[] = [],
): Answer {
  const challenges = schemes.map((scheme) => ["www-authenticate", challenge(scheme, about, { scopes })] as const);
  return { status: 401, headers: [...challenges, ...REFUSED], body: "" };
}

/** The answer to a refused request, in the scheme of its credentials. */
export function refusalAnswer(refusal: Refusal, scheme: Scheme, about: ChallengeContext): Answer {
  const { error, description, nonce } = refusal;
  const status = STATUS_OF[error];
  const more: (readonly [string, string])[] = [["content-type", "application/json"]];
  if (status >= 500) more.push(["retry-after", RETRY_AFTER_SECONDS]);
  else more.unshift(["www-authenticate", challenge(scheme, about, refusal)]);
  if (nonce !== undefined) more.push(["dpop-nonce", nonce]);
  return { status, headers: [...more, ...REFUSED], body: JSON.stringify({ error, error_description: description }) };
}
