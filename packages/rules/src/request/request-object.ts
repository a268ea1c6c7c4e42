/** How the parameters of a request object and those beside it become one request: OIDC Core §6.1, RFC 9101 §6.3. */

import type { Profile } from "../client/registered-values.ts";
import { ProtocolError } from "../errors.ts";
import type { RequestParameters } from "./parameters.ts";

/** OIDC Core §6.1 leaves `iss`, `aud` and `exp` to the client; RFC 9101 is for those who want to be sure. */
export function isStrictAboutRequestObjects(profile: Profile): boolean {
  return profile !== "oidc";
}

/**
 * The request that a request object makes, with whatever stood beside it: by OIDC Core §6.1 what is inside supersedes
 * what is outside; by RFC 9101 §6.3 what is outside does not count. Throws `invalid_request_object` when it is another
 * client's.
 */
export function mergeRequestObject(
  outside: RequestParameters,
  inside: readonly (readonly [string, string])[],
  profile: Profile,
): RequestParameters {
  const claimed = new Map(inside);
  // RFC 9101 §5: the client is named outside, and the object may only agree.
  const clientId = outside.get("client_id");
  if (clientId === undefined || (claimed.has("client_id") && claimed.get("client_id") !== clientId)) {
    throw new ProtocolError("invalid_request_object", "the request object is not this client's");
  }
  if (isStrictAboutRequestObjects(profile))
    return parametersOf(new Map([...claimed, ["client_id", clientId]]), new Set());

  const beside = [...outside.entries()].filter(([name]) => name !== "request" && name !== "request_uri");
  const repeated = [...outside.repeated].filter((name) => !claimed.has(name));
  return parametersOf(new Map([...beside, ...claimed]), new Set(repeated));
}

// As in a query, what has no value was not sent.
function parametersOf(values: ReadonlyMap<string, string>, repeated: ReadonlySet<string>): RequestParameters {
  const given = new Map([...values].filter(([, value]) => value !== ""));
  return { get: (name) => given.get(name), entries: () => given.entries(), repeated };
}
