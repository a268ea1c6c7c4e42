/** The text for a person when something failed: plain words, and what to do next. */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { ProtocolError, type RefusalCode } from "../errors.ts";
import { PROVIDER_ERRORS, REFUSALS } from "./problem-words.ts";

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
  /** The error code of the protocol, only if this client knows it. The rest of an error answer is never shown. */
  readonly code: string | undefined;
  /** Whether signing in again may help. */
  readonly retry: boolean;
}

const NO_RETRY: ReadonlySet<RefusalCode> = new Set([
  "cookie_repeated",
  "origin_foreign",
  "page_unknown",
  "method_wrong",
  "form_malformed",
  "api_unreachable",
  "api_refused",
  "order_gone",
]);

/** The page for an error: one of this client, an error answer of the provider, or a failed check of openid-client. */
export function problemOf(err: unknown): Problem {
  if (err instanceof AuthorizationResponseError) return answeredWith(err.error, 400);
  if (err instanceof ResponseBodyError) return answeredWith(err.error, 502);

  const code = refusalCodeOf(err);
  return { ...REFUSALS[code], code: undefined, retry: !NO_RETRY.has(code) };
}

/** The refusal code of an error. Error answers of the provider have their own texts: see `problemOf`. */
export function refusalCodeOf(err: unknown): RefusalCode {
  if (err instanceof ProtocolError) return err.code;
  if (err instanceof WWWAuthenticateChallengeError) return "answer_refused";

  // openid-client wraps errors of our own fetch. All its other errors are failed checks.
  if (err instanceof ClientError) return err.cause instanceof ProtocolError ? err.cause.code : "answer_refused";
  return isBodyRefused(err) ? "form_malformed" : "unexpected";
}

/** The error of express.text for a body over the limit, or in a charset that it does not know. */
function isBodyRefused(err: unknown): boolean {
  return err instanceof Error && "status" in err && (err.status === 413 || err.status === 415);
}

function answeredWith(error: string, status: number): Problem {
  const known = PROVIDER_ERRORS.get(error);
  return {
    status,
    title: error === "access_denied" ? "You were not signed in" : "The provider answered with an error",
    explanation: known ?? "The provider answered with an error that this application does not know.",
    advice: "You can try again. If it keeps happening, ask the operator of this application.",
    code: known === undefined ? undefined : error,
    retry: true,
  };
}
