/** The steps of one sign-in, for the page that explains it. Secrets are masked before this code receives them. */
import type { ServerMetadata, TokenEndpointResponse, UserInfoResponse } from "openid-client";
import type { Config } from "../config.ts";
import { clientAuthenticationMethod } from "../provider/provider.ts";
import type { ApiCall } from "../tokens/call-api.ts";
import type { ProvenIdToken } from "../tokens/id-token.ts";
import { explained, idTokenChecks, requestStep, type Step, userinfoStep } from "./step.ts";

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

interface SignInFacts {
  readonly config: Pick<Config, "redirectUri" | "clientId" | "clientSecret" | "clientKey" | "pushesRequests">;
  readonly metadata: ServerMetadata;
  readonly authorizationUrl: URL;
  readonly callbackUrl: URL;
  readonly tokens: TokenEndpointResponse;
  readonly idToken: ProvenIdToken;
  readonly userinfo: UserInfoResponse | undefined;
  readonly api: ApiCall | undefined;
}

/** What was sent and received, in order, every parameter with its meaning. */
export function explainSignIn(facts: SignInFacts): readonly Step[] {
  const told = [authorizationRequest, callbackStep, tokenRequest, validation, userinfoStep];
  return [...told.map((tell) => tell(facts)), ...(facts.api === undefined ? [] : [apiStep(facts.api)])];
}

const authorizationRequest = (facts: SignInFacts): Step =>
  requestStep(
    facts,
    "This application made three fresh random values, sealed them into a cookie of this browser, and asked the " +
      "provider to find out who you are. There you signed in and agreed; your password never came here.",
  );

function callbackStep({ callbackUrl }: SignInFacts): Step {
  return {
    title: "Your browser came back with a code",
    explanation:
      "The answer arrived through your browser, so it could have been tampered with. The state had to match the " +
      "one in the sealed cookie, which was removed at once: the same answer does not work twice.",
    request: `GET ${callbackUrl.origin}${callbackUrl.pathname}`,
    parameters: explained(callbackUrl.searchParams),
  };
}

function tokenRequest({ metadata, config, tokens }: SignInFacts): Step {
  const proof = clientProof(config, metadata);
  const sent = { grant_type: "authorization_code", code: "…", redirect_uri: config.redirectUri, code_verifier: "…" };
  const { access_token, token_type, expires_in, scope, id_token, refresh_token } = tokens;
  const received = { access_token, token_type, expires_in, scope, id_token, refresh_token };

  return {
    title: "This application exchanged the code for tokens",
    explanation: `Server to server, out of reach of the browser.${proof.told} The last rows are what came back.`,
    request: `POST ${metadata.token_endpoint}`,
    parameters: explained(Object.entries({ ...sent, client_id: config.clientId, ...proof.sent, ...received })),
  };
}

/** How this application proved who it is: RFC 7523 §2.2, RFC 6749 §2.3.1. */
function clientProof({ clientKey, clientSecret }: SignInFacts["config"], metadata: ServerMetadata) {
  if (clientKey !== undefined) {
    const sent = { client_assertion_type: JWT_BEARER, client_assertion: "…" };
    return { told: " It signed an assertion of who it is with its private key, which stays here.", sent };
  }
  if (clientSecret === undefined) return { told: "", sent: {} };
  const place = clientAuthenticationMethod(metadata) === "post" ? "in the body" : "in the Authorization header";
  return { told: ` Its secret went along ${place}.`, sent: { client_secret: "…" } };
}

function validation({ idToken, metadata }: SignInFacts): Step {
  return {
    title: "The ID token was checked",
    explanation: "A token proves nothing until every one of these holds. If one had failed, no one would be signed in.",
    request: undefined,
    parameters: idTokenChecks(idToken, metadata),
  };
}

function apiStep({ url, status }: ApiCall): Step {
  const answered = status === undefined ? "It could not answer." : `It answered ${status}.`;
  return {
    title: "An API was called",
    explanation: `With the same access token, which is for this API too if its scopes were granted. ${answered}`,
    request: `GET ${url}`,
    parameters: explained([["access_token", "…"]]),
  };
}
