/**
 * Response types and modes: RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types §3 to §5, OAuth 2.0 Form Post Response
 * Mode.
 */
import { ProtocolError } from "../errors.ts";

export const RESPONSE_TYPES = [
  "code",
  "token",
  "id_token",
  "id_token token",
  "code id_token",
  "code token",
  "code id_token token",
  "none",
] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

export const RESPONSE_MODES = ["query", "fragment", "form_post"] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];

/** What a response type asks for, one by one; `none` asks for none of them (Multiple Response Types §4). */
export interface RequestedArtifacts {
  readonly code: boolean;
  readonly token: boolean;
  readonly idToken: boolean;
}

/** Multiple Response Types §3: the values are a set, so their order has no meaning. `undefined` for an unknown type. */
export function responseTypeOf(text: string): ResponseType | undefined {
  const values = new Set(text.split(" "));
  return RESPONSE_TYPES.find((type) => {
    const known = type.split(" ");
    return (
      known.length === values.size &&
      known.every((value) => values.has(value)) &&
      values.size === text.split(" ").length
    );
  });
}

/** RFC 7591 §2.1: the grant types that a client of this response type must be registered for. */
export function grantTypesOf(responseType: ResponseType): readonly string[] {
  const { code, token, idToken } = requestedArtifacts(responseType);
  return [...(code ? ["authorization_code"] : []), ...(token || idToken ? ["implicit"] : [])];
}

export function requestedArtifacts(responseType: ResponseType): RequestedArtifacts {
  const values = responseType.split(" ");
  return { code: values.includes("code"), token: values.includes("token"), idToken: values.includes("id_token") };
}

/**
 * How the answer to a request, including an error, is sent: in the requested mode, if that leaks nothing; otherwise in
 * the default mode of its response type (Multiple Response Types §2.1 and §3). Never throws: an error needs a way back
 * too.
 */
export function responseModeOf(responseType: string | undefined, responseMode: string | undefined): ResponseMode {
  if (responseMode === "form_post" || responseMode === "fragment") return responseMode;
  const leaks = (responseType ?? "").split(" ").some((value) => value === "token" || value === "id_token");
  return leaks ? "fragment" : "query";
}

/** Refuses a query that would expose a token to servers and logs (Multiple Response Types §3). */
export function checkResponseMode(responseType: ResponseType, responseMode: ResponseMode | undefined): void {
  if (responseMode === "query" && responseModeOf(responseType, undefined) === "fragment") {
    throw new ProtocolError("invalid_request", "response_mode query must not be used for tokens");
  }
}
