/**
 * Request objects: OIDC Core §6, RFC 9101 §5, §6, §7 and §10.2, specification §2 and §4.1. What is inside is validated
 * like a query afterwards (specification §4.8 rule 3).
 */
import { isEncrypted, isInvalidJwt, isKeysUnavailable, verifyRequestObject } from "@countersign/jwt";
import {
  CLIENT_SIGNING_ALGS,
  type Client,
  hasEnded,
  invalidRequest,
  isHmacAlg,
  isStrictAboutRequestObjects,
  mergeRequestObject,
  ProtocolError,
  type RequestParameters,
} from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import { countRequest } from "../../http/source-limits.ts";
import { decryptForUs } from "../../keys/encryption-keys.ts";

type Resolving = Pick<
  Dependencies,
  "clientKeys" | "clientSecrets" | "fetchRequestObject" | "keys" | "limits" | "issuer" | "now"
>;

/**
 * Puts what a request object holds into the request it came with. A request without one stays as it is. What this
 * throws is shown: the redirect URI of an object that cannot be trusted is not to be trusted either.
 *
 * @param address tells where the request came from: fetches of a `request_uri` are counted against it
 */
export async function resolveRequestObject(
  sent: RequestParameters,
  client: Client,
  address: () => string,
  deps: Resolving,
): Promise<RequestParameters> {
  const [byValue, byReference] = [sent.get("request"), sent.get("request_uri")];
  if (byValue === undefined && byReference === undefined) return sent;
  // RFC 9101 §5: one or the other.
  if (byValue !== undefined && byReference !== undefined)
    throw invalidRequest("request and request_uri exclude each other");

  const object = byValue ?? (await fetchObject(byReference ?? "", client, address, deps));
  return mergeRequestObject(sent, await verified(object, client, deps), client.profile);
}

// OIDC Core §6.2: only from where the client registered, fragment and all. The fragment itself is not sent
// (RFC 9110 §7.1).
async function fetchObject(
  uri: string,
  client: Client,
  address: () => string,
  { fetchRequestObject, limits }: Resolving,
): Promise<string> {
  if (client.requestUris?.includes(uri) !== true) {
    throw new ProtocolError("invalid_request_uri", "request_uri is not registered", uri);
  }
  await countRequest(limits.fetching, address());
  const object = await fetchRequestObject(uri.split("#")[0] ?? "", client.id);
  if (object === undefined) throw new ProtocolError("invalid_request_uri", "request_uri cannot be fetched", uri);
  return object;
}

async function verified(object: string, client: Client, deps: Resolving) {
  const { issuer, now } = deps;
  const found = keysOf(client, deps);
  if (found === undefined)
    throw new ProtocolError("invalid_request_object", "the request object is not valid", "no keys");
  try {
    // OIDC Core §6.1, RFC 9101 §6.1: encrypted to us, and signed inside. Anybody can encrypt.
    const signed = isEncrypted(object) ? await decryptForUs(object, deps.keys.decryptionKeys) : object;
    return await verifyRequestObject(signed, {
      ...found,
      clientId: client.id,
      issuer,
      strict: isStrictAboutRequestObjects(client.profile),
      now: now(),
    });
  } catch (err) {
    if (isKeysUnavailable(err) && err.cause instanceof ProtocolError) throw err.cause; // our own bound
    if (!isInvalidJwt(err) && !isKeysUnavailable(err)) throw err;
    throw new ProtocolError("invalid_request_object", "the request object is not valid", String(err));
  }
}

// OIDC Core §6.1: the secret verifies for a client that registered just that, and then no key of it does
// (RFC 8725 §2.1).
function keysOf(client: Client, { clientKeys, clientSecrets, now }: Resolving) {
  const { requestObjectSigningAlg: registered } = client;
  if (isHmacAlg(registered)) {
    // RFC 7591 §3.2.1: a secret that has ended proves nothing any more, here as at the token endpoint.
    const secret = hasEnded(client.secretExpiresAt, now()) ? undefined : clientSecrets.open(client);
    return secret === undefined ? undefined : { keys: async () => secret, algs: [registered] };
  }
  const keys = clientKeys.of(client);
  const algs = registered === undefined ? CLIENT_SIGNING_ALGS : [registered];
  return keys === undefined ? undefined : { keys, algs };
}
