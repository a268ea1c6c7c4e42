/** Merges the parameters of a request object and those beside it into one request: OIDC Core §6.1, RFC 9101 §6.3. */

import type { Profile } from "../client/registered-values.ts";
import { ProtocolError } from "../errors.ts";
import { type RequestParameters, readParameters } from "./parameters.ts";

/** The parameters that carry a request object. */
const ENVELOPE = ["request", "request_uri"];

/** OIDC Core §6.1 leaves `iss`, `aud` and `exp` to the client. RFC 9101 is for clients with stricter rules. */
export function isStrictAboutRequestObjects(profile: Profile): boolean {
  return profile !== "oidc";
}

/**
 * The request that a request object makes, together with the parameters outside it. In OIDC Core §6.1 the parameters
 * inside supersede those outside; in RFC 9101 §6.3 those outside are ignored. Throws `invalid_request_object` if the
 * object belongs to another client.
 */
export function mergeRequestObject(
  outside: RequestParameters,
  inside: readonly (readonly [string, string])[],
  profile: Profile,
): RequestParameters {
  const claimed = new Map(inside);
  // RFC 9101 §5: the client is named outside, and the object must agree.
  const clientId = outside.get("client_id");
  if (clientId === undefined || (claimed.has("client_id") && claimed.get("client_id") !== clientId)) {
    throw new ProtocolError("invalid_request_object", "the request object belongs to another client");
  }
  const named = inside.filter(([name]) => name !== "client_id");
  if (isStrictAboutRequestObjects(profile)) return readParameters([...named, ["client_id", clientId]]);

  const isReplaced = (name: string) => claimed.has(name) || ENVELOPE.includes(name);
  const beside = [...outside.entries()].filter(([name]) => name === "client_id" || !isReplaced(name));
  const repeated = [...outside.repeated].filter((name) => !claimed.has(name));
  return { ...readParameters([...beside, ...named]), repeated: new Set(repeated) };
}
