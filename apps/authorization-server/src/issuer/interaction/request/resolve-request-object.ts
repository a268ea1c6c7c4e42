/**
 * Request objects: OIDC Core §6, RFC 9101 §5, §6, §7 and §10.2, specification §2 and §4.1. The contents are validated
 * afterwards like a query (specification §4.8 rule 3).
 */
import {
  isEncrypted,
  isInvalidJwt,
  isKeysUnavailable,
  type RequestObject,
  verifyRequestObject,
} from "@countersign/jwt";
import {
  allowsAlg,
  CLIENT_SIGNING_ALGS,
  type Client,
  hasEnded,
  invalidRequest,
  isHmacAlg,
  mergeRequestObject,
  ProtocolError,
  type RequestObjectRules,
  type RequestParameters,
  remedyOf,
  requestObjectRules,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import { countRequest } from "../../../platform/http/source-limits.ts";
import { decryptForUs } from "../../keys/encryption-keys.ts";

type Resolving = Pick<
  Dependencies,
  | "clientKeys"
  | "clientSecrets"
  | "fetchRequestObject"
  | "keys"
  | "limits"
  | "issuer"
  | "now"
  | "requestObjects"
  | "signedRequests"
>;

/** Whether every request of this client must be in a signed request object (RFC 9101 §10.5). */
export const mustSign = (client: Client, { signedRequests }: Pick<Dependencies, "signedRequests">) =>
  signedRequests.areRequired || client.requireSignedRequestObject === true;

/**
 * Merges the contents of a request object into the request. A request without one is unchanged. The person sees any
 * error that it throws, because the redirect URI in an untrusted object is not trusted either.
 *
 * @param address returns the address that the request came from; fetches of a `request_uri` count against it
 */
export async function resolveRequestObject(
  sent: RequestParameters,
  client: Client,
  address: () => string,
  deps: Resolving,
): Promise<RequestParameters> {
  const [byValue, byReference] = [sent.get("request"), sent.get("request_uri")];
  if (byValue === undefined && byReference === undefined) return sent;
  // RFC 9101 §5: a request contains only one of the two.
  if (byValue !== undefined && byReference !== undefined)
    throw invalidRequest("request and request_uri exclude each other");

  const object = byValue ?? (await fetchObject(byReference ?? "", client, address, deps));
  const rules = requestObjectRules(client.profile, mustSign(client, deps));
  const { parameters, ...about } = await verified(object, client, rules, deps);
  if (rules.isUsedOnce) await useUp(about, client, deps);
  return mergeRequestObject(sent, parameters, rules);
}

/** RFC 9101 §10.2: the same object is not accepted again, if it says which one it is. */
async function useUp(
  { jti, nbf, exp }: Pick<RequestObject, "jti" | "nbf" | "exp">,
  client: Client,
  { requestObjects }: Resolving,
): Promise<void> {
  if (jti === undefined || nbf === undefined || exp === undefined) return;
  const spending = await requestObjects.spend(client.id, { jti, nbf, exp });
  if (spending !== "first") throw invalidObject(spending);
}

const invalidObject = (detail: string) =>
  new ProtocolError("invalid_request_object", "the request object is not valid", detail);

// OIDC Core §6.2: we fetch only from a URI that the client registered, including the fragment. The fragment itself is
// not sent (RFC 9110 §7.1).
async function fetchObject(
  uri: string,
  client: Client,
  address: () => string,
  { fetchRequestObject, limits }: Resolving,
): Promise<string> {
  if (client.requestUris?.includes(uri) !== true) {
    throw new ProtocolError(
      "invalid_request_uri",
      "request_uri is not registered",
      uri,
      undefined,
      remedyOf("register_request_uri"),
    );
  }
  await countRequest(limits.fetching, address());
  const object = await fetchRequestObject(uri.split("#")[0] ?? "", client.id);
  if (object === undefined) throw new ProtocolError("invalid_request_uri", "request_uri cannot be fetched", uri);
  return object;
}

async function verified(object: string, client: Client, { required }: RequestObjectRules, deps: Resolving) {
  const { issuer, now } = deps;
  const found = keysOf(client, deps);
  if (found === undefined) throw invalidObject("no keys");
  try {
    // OIDC Core §6.1, RFC 9101 §6.1: the object may be signed and then encrypted to us. Encryption does not prove the
    // sender.
    const signed = isEncrypted(object) ? await decryptForUs(object, deps.keys.decryptionKeys) : object;
    return await verifyRequestObject(signed, {
      ...found,
      clientId: client.id,
      issuer,
      required,
      now: now(),
    });
  } catch (err) {
    if (isKeysUnavailable(err) && err.cause instanceof ProtocolError) throw err.cause; // our own limit
    if (!isInvalidJwt(err) && !isKeysUnavailable(err)) throw err;
    throw invalidObject(String(err));
  }
}

// OIDC Core §6.1: the client secret verifies only if the client registered an HMAC algorithm. In that case none of the
// client's keys does (RFC 8725 §2.1).
function keysOf(client: Client, { clientKeys, clientSecrets, now }: Resolving) {
  const { requestObjectSigningAlg: registered } = client;
  if (isHmacAlg(registered)) {
    // RFC 7591 §3.2.1: an expired secret proves nothing, here as at the token endpoint.
    const secret = hasEnded(client.secretExpiresAt, now()) ? undefined : clientSecrets.open(client);
    return secret === undefined ? undefined : { keys: async () => secret, algs: [registered] };
  }
  const keys = clientKeys.of(client);
  const algs = CLIENT_SIGNING_ALGS.filter(
    (alg) => allowsAlg(client.profile, alg) && (registered === undefined || alg === registered),
  );
  return keys === undefined ? undefined : { keys, algs };
}
