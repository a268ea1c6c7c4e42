/**
 * Request objects: what they must say of themselves, and how their parameters and those beside them make one request.
 * OIDC Core §6.1, RFC 9101 §4, §6.3 and §10.5, FAPI 2.0 Message Signing §5.3.1.
 */

import type { Profile } from "../client/record/registered-values.ts";
import { invalidRequest, ProtocolError } from "../errors.ts";
import { remedyOf } from "../remedies.ts";
import { type RequestParameters, readParameters } from "./parameters.ts";

/** The parameters that carry a request object. */
const ENVELOPE = ["request", "request_uri"];

/** The rules that the request objects of a client follow. */
export interface RequestObjectRules {
  /** The claims that an object must have. If `exp` is among them, its life has a limit. */
  readonly required: readonly ("iss" | "aud" | "exp" | "nbf")[];
  /** Whether an object that has a `jti` is accepted once. */
  readonly isUsedOnce: boolean;
  /** Whether parameters beside the object count. */
  readonly keepsOutside: boolean;
}

type Claims = RequestObjectRules["required"];

/** OIDC Core §6.1 leaves these claims to the client. FAPI 2.0 Message Signing §5.3.1 (3) and (4) also demands `nbf`. */
const REQUIRED: Readonly<Record<Profile, Claims>> = {
  oidc: [],
  oauth21: ["iss", "aud", "exp"],
  fapi2: ["iss", "aud", "exp", "nbf"],
};

/**
 * In OIDC Core §6.1, parameters inside supersede those outside. In RFC 9101 §6.3, those outside are ignored; that is
 * also so if requests must be signed, because nothing outside is signed.
 */
export function requestObjectRules(profile: Profile, isSigningRequired: boolean): RequestObjectRules {
  return {
    required: REQUIRED[profile],
    isUsedOnce: profile === "fapi2",
    keepsOutside: profile === "oidc" && !isSigningRequired,
  };
}

/** Whether a request comes in a request object. One that is not signed is refused in any case. */
export const hasRequestObject = (parameters: RequestParameters): boolean =>
  ENVELOPE.some((name) => parameters.get(name) !== undefined);

/** RFC 9101 §10.5: the error for an unsigned request if requests must be signed; `undefined` for any other request. */
export function refusalOfUnsigned(isUnsigned: boolean, isSigningRequired: boolean): ProtocolError | undefined {
  if (!isSigningRequired || !isUnsigned) return undefined;
  return invalidRequest("the request must be in a signed request object", undefined, remedyOf("sign_requests"));
}

/**
 * The request that a request object makes, together with the parameters outside it. Throws `invalid_request_object` if
 * the object belongs to another client.
 */
export function mergeRequestObject(
  outside: RequestParameters,
  inside: readonly (readonly [string, string])[],
  { keepsOutside }: Pick<RequestObjectRules, "keepsOutside">,
): RequestParameters {
  const claimed = new Map(inside);
  // RFC 9101 §5: the client is named outside, and the object must agree.
  const clientId = outside.get("client_id");
  if (clientId === undefined || (claimed.has("client_id") && claimed.get("client_id") !== clientId)) {
    throw new ProtocolError("invalid_request_object", "the request object belongs to another client");
  }
  const named = inside.filter(([name]) => name !== "client_id");
  if (!keepsOutside) return readParameters([...named, ["client_id", clientId]]);

  const isReplaced = (name: string) => claimed.has(name) || ENVELOPE.includes(name);
  const beside = [...outside.entries()].filter(([name]) => name === "client_id" || !isReplaced(name));
  const repeated = [...outside.repeated].filter((name) => !claimed.has(name));
  return { ...readParameters([...beside, ...named]), repeated: new Set(repeated) };
}
