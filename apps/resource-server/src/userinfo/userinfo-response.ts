/**
 * Signed or encrypted answers of /userinfo: OIDC Core §5.3.2. This service has no key for them. The authorization
 * server checks the token again and makes the answer, so an attacker who takes this service over cannot forge one
 * (architecture §5).
 */
import { limitedText } from "@countersign/jwt";
import { insufficientScope, invalidAccessToken, ProtocolError } from "@countersign/rules";

export interface UserinfoResponses {
  /** The address at which the authorization server makes them. */
  readonly url: string;
  /** The secret by which it recognizes us; without one, no such answers are available. */
  readonly secret: string | undefined;
  readonly timeoutMs?: number;
}

/** A token, as it was presented here. */
export interface Presented {
  readonly token: string;
  readonly method: string;
  /** The DPoP proof of the request. */
  readonly proof: string | undefined;
  /** The thumbprint of the certificate of the connection. */
  readonly certificate: string | undefined;
  /** Present at the listener for clients with certificates. */
  readonly listener: "mtls" | undefined;
}

/** What is wanted: narrowed to `scope` where the request had one, and of this media type, and no other. */
export interface WantedResponse {
  readonly scope: string | undefined;
  readonly mediaType: "application/jwt" | "application/json";
}

/** Fetches the answer to a token. */
export type FetchUserinfoResponse = (presented: Presented, wanted: WantedResponse) => Promise<string>;

const LARGEST_BYTES = 65_536;
/** A JWS of three segments, or a JWE of five; the second segment may be empty (RFC 7516 §5.1). */
const COMPACT = /^[\w-]+\.[\w-]*\.[\w-]+(?:\.[\w-]+\.[\w-]+)?$/;

/**
 * Fetches answers in this form. Throws the authorization server's error about the token, and `temporarily_unavailable`
 * for every other failure: a client that relies on a signature never gets plain claims instead.
 */
export function userinfoResponses({ url, secret, timeoutMs = 3000 }: UserinfoResponses): FetchUserinfoResponse {
  return async ({ token, method, proof, certificate, listener }, { scope, mediaType }) => {
    if (secret === undefined) throw unavailable("USERINFO_RESPONSE_SECRET is not set");

    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, accept: mediaType },
      body: formOf({ token, scope, proof, method: proof && method, certificate, listener }),
      // Token and secret are sent only to the configured address.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((err: unknown) => {
      throw unavailable(String(err));
    });
    const text = await limitedText(response, LARGEST_BYTES).catch((err: unknown) => {
      throw unavailable(String(err));
    });

    if (response.status === 401) throw invalidAccessToken("refused by the authorization server");
    if (response.status === 403) throw insufficientScope("the requested scope was not granted");
    const [sent] = (response.headers.get("content-type") ?? "").split(";");
    const isWanted = sent === mediaType && (mediaType === "application/json" || COMPACT.test(text));
    if (response.status !== 200 || !isWanted) throw unavailable(`the authorization server answered ${response.status}`);
    return text;
  };
}

/** A form of the parameters that have a value. */
const formOf = (parameters: Readonly<Record<string, string | undefined>>) =>
  new URLSearchParams(Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined));

const unavailable = (detail: string) =>
  new ProtocolError("temporarily_unavailable", "the service cannot answer now", detail);
