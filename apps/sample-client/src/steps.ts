/** The story of one sign-in, for the page that explains it. Secrets are masked before they get here. */
import type { IDToken, ServerMetadata, TokenEndpointResponse, UserInfoResponse } from "openid-client";
import type { Config } from "./config.ts";
import { parameterMeaning } from "./meanings.ts";
import { clientAuthenticationMethod } from "./provider.ts";
import type { Transaction } from "./transactions.ts";

export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly meaning: string | undefined;
}

export interface Step {
  readonly title: string;
  readonly explanation: string;
  /** Method and address, as on the wire; undefined for what happened inside this application. */
  readonly request: string | undefined;
  readonly parameters: readonly Parameter[];
}

interface SignInFacts {
  readonly config: Pick<Config, "redirectUri" | "clientId" | "clientSecret">;
  readonly metadata: ServerMetadata;
  readonly transaction: Pick<Transaction, "authorizationUrl">;
  readonly callbackUrl: URL;
  readonly tokens: TokenEndpointResponse;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: IDToken;
  readonly userinfo: UserInfoResponse | undefined;
}

/** Values that would let a reader act for the person or for this client. */
const SECRET = new Set(["code", "code_verifier", "client_secret", "access_token", "id_token", "refresh_token"]);

/** What was sent and received, in order, every parameter with its meaning. */
export function explainSignIn(facts: SignInFacts): readonly Step[] {
  const told = [authorizationRequest, callbackStep, tokenRequest, validation, userinfoStep];
  return told.map((tell) => tell(facts));
}

function authorizationRequest({ transaction }: SignInFacts): Step {
  const url = new URL(transaction.authorizationUrl);
  return {
    title: "Your browser was sent to the provider",
    explanation:
      "This application made three fresh random values, remembered them for this browser, and asked the provider to find out who you are. There you signed in and agreed; your password never came here.",
    request: `GET ${url.origin}${url.pathname}`,
    parameters: explained(url.searchParams),
  };
}

function callbackStep({ callbackUrl }: SignInFacts): Step {
  return {
    title: "Your browser came back with a code",
    explanation:
      "The answer arrived through your browser, so it could have been tampered with. The state had to match the one remembered for this browser, and it was forgotten at once: the same answer does not work twice.",
    request: `GET ${callbackUrl.origin}${callbackUrl.pathname}`,
    parameters: explained(callbackUrl.searchParams),
  };
}

function tokenRequest({ metadata, config, tokens }: SignInFacts): Step {
  const method = clientAuthenticationMethod(metadata) === "post" ? "in the body" : "in the Authorization header";
  const proof = config.clientSecret === undefined ? "" : ` Its secret went along ${method}.`;
  const sent = { grant_type: "authorization_code", code: "…", redirect_uri: config.redirectUri, code_verifier: "…" };
  const secret = config.clientSecret === undefined ? {} : { client_secret: "…" };
  const { access_token, token_type, expires_in, scope, id_token, refresh_token } = tokens;
  const received = { access_token, token_type, expires_in, scope, id_token, refresh_token };

  return {
    title: "This application exchanged the code for tokens",
    explanation: `Server to server, out of reach of the browser.${proof} The last rows are what came back.`,
    request: `POST ${metadata.token_endpoint}`,
    parameters: explained(Object.entries({ ...sent, client_id: config.clientId, ...secret, ...received })),
  };
}

function validation({ header, claims, metadata }: SignInFacts): Step {
  const checks: readonly (readonly [string, string, string])[] = [
    [
      "signature",
      `${String(header.alg)}, key ${String(header.kid ?? "without id")}`,
      `Verified with the keys at ${metadata.jwks_uri}`,
    ],
    ["iss", claims.iss, "Is the provider that was asked."],
    ["aud", String(claims.aud), "Is this application; azp, where present, too."],
    ["exp, iat", `${claims.exp}, ${claims.iat}`, "Not expired, and issued just now."],
    ["nonce", String(claims.nonce), "Is the one from step 1."],
  ];
  return {
    title: "The ID token was checked",
    explanation: "A token proves nothing until every one of these holds. If one had failed, nobody would be signed in.",
    request: undefined,
    parameters: checks.map(([name, value, meaning]) => ({ name, value, meaning })),
  };
}

function userinfoStep({ metadata, userinfo }: SignInFacts): Step {
  if (userinfo === undefined) {
    return {
      title: "There was no userinfo to ask for",
      explanation: "The provider has no such endpoint: the ID token is all there is.",
      request: undefined,
      parameters: [],
    };
  }
  return {
    title: "The claims about you were read",
    explanation:
      "With the access token in the Authorization header. Its sub had to equal that of the ID token: claims about somebody else would have been thrown away. Then this application started a session of its own.",
    request: `GET ${metadata.userinfo_endpoint}`,
    parameters: explained([["access_token", "…"]]),
  };
}

function explained(pairs: Iterable<readonly [string, unknown]>): readonly Parameter[] {
  return [...pairs]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      name,
      value: SECRET.has(name) ? "•••••••• (kept from view)" : String(value),
      meaning: parameterMeaning(name),
    }));
}
