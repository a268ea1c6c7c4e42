/** One step of a sign-in as the page explains it, and the parts that all flows share. Secrets are masked here. */
import type { ServerMetadata, UserInfoResponse } from "openid-client";
import type { Config } from "../config.ts";
import { parameterMeaning } from "../pages/meanings.ts";
import type { ProvenIdToken } from "../tokens/id-token.ts";

export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly meaning: string | undefined;
}

export interface Step {
  readonly title: string;
  readonly explanation: string;
  /** The method and address as sent; undefined for a step inside this application. */
  readonly request: string | undefined;
  readonly parameters: readonly Parameter[];
}

/** Values that would let a reader act for the person or for this client. */
const SECRET = new Set(
  "code device_code code_verifier client_secret client_assertion access_token id_token refresh_token".split(" "),
);

interface Requested {
  readonly config: Pick<Config, "pushesRequests">;
  readonly metadata: ServerMetadata;
  readonly authorizationUrl: URL;
}

const PUSHED =
  "It sent these parameters to the provider itself. So no one could change them on their way through the browser, " +
  "which had only a name for them.";

/** How the request came to the provider: through the browser, or pushed (RFC 9126 §2.1). */
export function requestStep({ config, metadata, authorizationUrl: url }: Requested, explanation: string): Step {
  const isPushed = config.pushesRequests;
  return {
    title: "Your browser was sent to the provider",
    explanation: isPushed ? `${explanation} ${PUSHED}` : explanation,
    request: isPushed ? `POST ${metadata.pushed_authorization_request_endpoint}` : `GET ${url.origin}${url.pathname}`,
    parameters: explained(url.searchParams),
  };
}

/** Each check of an ID token, with the value that was checked. */
export function idTokenChecks({ header, claims }: ProvenIdToken, metadata: ServerMetadata): readonly Parameter[] {
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
    ...(claims.at_hash === undefined
      ? []
      : [["at_hash", String(claims.at_hash), "Is the hash of the access token that came with it."] as const]),
  ];
  return checks.map(([name, value, meaning]) => ({ name, value, meaning }));
}

export function userinfoStep({
  metadata,
  userinfo,
}: {
  metadata: ServerMetadata;
  userinfo: UserInfoResponse | undefined;
}): Step {
  if (userinfo === undefined) {
    return {
      title: "There was no userinfo to ask for",
      explanation: "The provider has no such endpoint: what is known above is all there is.",
      request: undefined,
      parameters: [],
    };
  }
  return {
    title: "The claims about you were read",
    explanation:
      "With the access token in the Authorization header. Its sub had to be the person proved above: claims " +
      "about someone else would have been thrown away. Then this application started a session of its own.",
    request: `GET ${metadata.userinfo_endpoint}`,
    parameters: explained([["access_token", "…"]]),
  };
}

export function explained(pairs: Iterable<readonly [string, unknown]>): readonly Parameter[] {
  return [...pairs]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      name,
      value: SECRET.has(name) ? "•••••••• (kept from view)" : String(value),
      meaning: parameterMeaning(name),
    }));
}
