/** The words of each refusal. */
import type { RefusalCode } from "../errors.ts";

interface Words {
  readonly status: number;
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
}

export const REFUSALS: Readonly<Record<RefusalCode, Words>> = {
  state_unknown: {
    status: 400,
    title: "This sign-in is unknown here",
    explanation:
      "The answer does not belong to a sign-in that this browser started in the last ten minutes. It may be too " +
      "old, used already, or not yours.",
    advice: "Start again. If it keeps happening, check that this browser accepts cookies from this site.",
  },
  answer_refused: {
    status: 502,
    title: "The provider’s answer failed a check",
    explanation:
      "The provider answered, but its answer could not be proved to be about you, for this application and for " +
      "this sign-in. So no one was signed in.",
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
      "The discovery document of the provider names another issuer than expected, lacks an address, or has one " +
      "that is not protected by https.",
    advice: "If you run this yourself: ISSUER must equal the “issuer” of the discovery document, to the letter.",
  },
  session_refused: {
    status: 403,
    title: "The parts of the answer do not belong together",
    explanation:
      "Your browser brought an answer whose parts could not be proved to belong to one person, to this " +
      "application and to a sign-in that this browser started. So no one was signed in.",
    advice: "Start again. If it keeps happening, the log of this application names the check that failed.",
  },
  flow_unavailable: {
    status: 501,
    title: "The implicit flow is not possible here",
    explanation:
      "The provider issues no ID token in that flow, and this application cannot ask it about a bare token. An " +
      "access token alone does not say who you are.",
    advice: "Use the button “Sign in”: the authorization code flow is the better one anyway.",
  },
  device_unavailable: {
    status: 501,
    title: "A television cannot sign in here",
    explanation: "The provider does not say that a device without a browser may ask it for a code.",
    advice: "Use the button “Sign in” on the first page.",
  },
  sign_up_unavailable: {
    status: 501,
    title: "You cannot create an account this way",
    explanation: "The provider does not say that an application may ask it for a new account.",
    advice: "If you have an account, sign in. If not, ask the operator of the provider.",
  },
  stronger_unavailable: {
    status: 501,
    title: "The provider has no stronger sign-in",
    explanation: "The provider offers none of the strengths that this application would ask for.",
    advice: "You are still signed in. If you run this yourself, check STRONGER_ACR_VALUES.",
  },
  access_ended: {
    status: 403,
    title: "Your access has ended, and you were signed out",
    explanation:
      "The provider no longer accepts the refresh token: it expired, was used twice, or you or the provider " +
      "withdrew the access. This application has nothing left to vouch for you with.",
    advice: "Sign in again if you want to go on.",
  },
  access_expired: {
    status: 403,
    title: "The access token is no longer good",
    explanation:
      "This sign-in came without a refresh token, so this application cannot read your claims once more. You are " +
      "still signed in here.",
    advice: "Sign in again to let it. Asking for offline_access would have brought a refresh token.",
  },
  renewal_refused: {
    status: 502,
    title: "The provider’s answer failed a check, and you were signed out",
    explanation:
      "New tokens came, but they could not be proved to be about you and for this application. An answer like " +
      "that ends the session.",
    advice: "Sign in again. If it keeps happening, the log of this application names the check that failed.",
  },
  signed_out: {
    status: 403,
    title: "You are not signed in any more",
    explanation: "Your session here has ended, so there is nothing to refresh.",
    advice: "Sign in again if you want to go on.",
  },
  api_access_missing: {
    status: 403,
    title: "This application has no access to your orders",
    explanation: "Its access token has expired, or was never issued. Nothing was changed.",
    advice: "Go to your orders, and let this application see them again.",
  },
  api_unreachable: {
    status: 503,
    title: "The order service does not answer",
    explanation: "You are still signed in here. Whether the service did what you asked for is not known.",
    advice: "Wait a moment, and look at your orders. If you run this yourself, check ORDERS_API.",
  },
  api_refused: {
    status: 502,
    title: "The order service refused",
    explanation: "The service did not accept what this application sent in your name. You are still signed in here.",
    advice: "Look at your orders. If it keeps happening, the log of this application says more.",
  },
  order_gone: {
    status: 409,
    title: "This order is not open any more",
    explanation: "It was paid or cancelled already, perhaps in another window. Nothing was changed now.",
    advice: "Look at your orders.",
  },
  cookie_repeated: {
    status: 400,
    title: "Your browser sent two cookies of the same name",
    explanation:
      "This application set only one of them. It cannot tell which one, so it used neither: the other may have " +
      "been set by someone who wants you to use their session.",
    advice: "Delete the cookies of this site in the settings of your browser, then start again.",
  },
  origin_foreign: {
    status: 403,
    title: "That request did not come from this site",
    explanation: "This is only accepted from a page of this application. Nothing was changed.",
    advice: "Go back to the start and use the button there.",
  },
  method_wrong: {
    status: 405,
    title: "This address does not accept that request",
    explanation: "This address does not answer a request of this kind. Nothing was changed.",
    advice: "Go back to the start.",
  },
  form_malformed: {
    status: 415,
    title: "That is not a form of this site",
    explanation: "This address takes a form that a page of this application sends, and nothing else.",
    advice: "Go back to the start.",
  },
  page_unknown: {
    status: 404,
    title: "Page not found",
    explanation: "This application has no page at this address.",
    advice: "Check the address, or begin at the start.",
  },
  unexpected: {
    status: 500,
    title: "Something went wrong here",
    explanation: "This application made a mistake. No one was signed in.",
    advice: "Try again. If it keeps happening, the log of this application says more.",
  },
};

/** RFC 6749 §4.1.2.1 and §5.2, OIDC Core §3.1.2.6: the codes we know, in plain words. */
export const PROVIDER_ERRORS = new Map([
  ["access_denied", "You, or the provider, said no. Nothing was shared with this application."],
  ["login_required", "The provider would have had to ask you to sign in, and was asked not to."],
  ["consent_required", "The provider would have had to ask for your consent, and was asked not to."],
  ["interaction_required", "The provider would have had to show you a page, and was asked not to."],
  ["account_selection_required", "The provider would have had to ask which account to use, and was asked not to."],
  [
    "unmet_authentication_requirements",
    "This application asked for a stronger sign-in than your account can do. Add a second factor or a passkey at the " +
      "provider first.",
  ],
  ["invalid_request", "The provider found the request of this application malformed."],
  ["invalid_scope", "This application asked for something the provider does not offer to it."],
  ["unauthorized_client", "This application may not use this way of signing in at the provider."],
  ["unsupported_response_type", "The provider does not offer this way of signing in."],
  ["server_error", "Something went wrong at the provider."],
  ["temporarily_unavailable", "The provider is too busy or under maintenance."],
  ["invalid_client", "The provider did not accept the credentials of this application."],
  ["invalid_grant", "The provider no longer accepts this sign-in: the code was too old or used already."],
]);
