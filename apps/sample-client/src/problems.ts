/** What a person reads when something failed: plain words, and what to do next. */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { ProtocolError, type RefusalCode } from "./errors.ts";

export interface Problem {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
  /** The code of the protocol, only when it is one we know: the rest of an error answer is never shown. */
  readonly code: string | undefined;
}

type Words = Omit<Problem, "code">;

const REFUSALS: Readonly<Record<RefusalCode, Words>> = {
  state_unknown: {
    status: 400,
    title: "This sign-in is not known here",
    explanation:
      "The answer does not belong to a sign-in that this browser started in the last ten minutes. It may be too old, used already, or not yours.",
    advice: "Start again. If it keeps happening, check that this browser accepts cookies from this site.",
  },
  answer_refused: {
    status: 502,
    title: "The provider’s answer failed a check",
    explanation:
      "The provider answered, but its answer could not be proved to be about you, for this application and for this sign-in. So nobody was signed in.",
    advice: "Try again. If it keeps happening, the log of this application names the check that failed.",
  },
  provider_unreachable: {
    status: 503,
    title: "The provider does not answer",
    explanation: "This application could not reach its identity provider, so sign-in is not possible right now.",
    advice: "Wait a moment and try again. If you run this yourself: start the provider, and check ISSUER.",
  },
  provider_misconfigured: {
    status: 502,
    title: "The provider’s configuration cannot be trusted",
    explanation:
      "The discovery document of the provider names another issuer than expected, lacks an address, or has one that is not protected by https.",
    advice: "If you run this yourself: ISSUER must equal the “issuer” of the discovery document, to the letter.",
  },
  origin_foreign: {
    status: 403,
    title: "That did not come from this site",
    explanation: "Signing out is only accepted from a page of this application. Nothing was changed.",
    advice: "Go back to the start and use the button there.",
  },
  page_unknown: {
    status: 404,
    title: "There is no such page",
    explanation: "The address does not lead anywhere in this application.",
    advice: "Go back to the start.",
  },
  unexpected: {
    status: 500,
    title: "Something went wrong here",
    explanation: "This application made a mistake. Nobody was signed in.",
    advice: "Try again. If it keeps happening, the log of this application says more.",
  },
};

/** RFC 6749 §4.1.2.1 and §5.2, OIDC Core §3.1.2.6: the codes we know, in plain words. */
const PROVIDER_ERRORS = new Map([
  ["access_denied", "You, or the provider, said no. Nothing was shared with this application."],
  ["login_required", "The provider would have had to ask you to sign in, and was asked not to."],
  ["consent_required", "The provider would have had to ask for your consent, and was asked not to."],
  ["interaction_required", "The provider would have had to show you a page, and was asked not to."],
  ["account_selection_required", "The provider would have had to ask which account to use, and was asked not to."],
  ["invalid_request", "The provider found the request of this application malformed."],
  ["invalid_scope", "This application asked for something the provider does not offer to it."],
  ["unauthorized_client", "This application may not use this way of signing in at the provider."],
  ["unsupported_response_type", "The provider does not offer this way of signing in."],
  ["server_error", "Something went wrong at the provider."],
  ["temporarily_unavailable", "The provider is too busy or under maintenance."],
  ["invalid_client", "The provider did not accept the credentials of this application."],
  ["invalid_grant", "The provider no longer accepts this sign-in: the code was too old or used already."],
]);

/** The page for an error: one of ours, one the provider answered with, or a check of openid-client that failed. */
export function problemOf(err: unknown): Problem {
  if (err instanceof AuthorizationResponseError) return answeredWith(err.error, 400);
  if (err instanceof ResponseBodyError) return answeredWith(err.error, 502);
  return { ...REFUSALS[refusalCodeOf(err)], code: undefined };
}

function refusalCodeOf(err: unknown): RefusalCode {
  if (err instanceof ProtocolError) return err.code;
  if (err instanceof WWWAuthenticateChallengeError) return "answer_refused";

  // openid-client wraps what our own fetch threw; everything else it throws is a check that failed.
  if (err instanceof ClientError) return err.cause instanceof ProtocolError ? err.cause.code : "answer_refused";
  return "unexpected";
}

function answeredWith(error: string, status: number): Problem {
  const known = PROVIDER_ERRORS.get(error);
  return {
    status,
    title: error === "access_denied" ? "You were not signed in" : "The provider answered with an error",
    explanation: known ?? "The provider answered with an error that this application does not know.",
    advice: "You can try again. If it keeps happening, ask whoever runs this application.",
    code: known === undefined ? undefined : error,
  };
}
