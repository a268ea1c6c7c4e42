/**
 * Client authentication at the token endpoint: RFC 6749 §2.3 and §3.2.1. Exactly one method, and the one that was
 * registered.
 */
import { type Client, invalidClient, invalidRequest, isSecret } from "@countersign/rules";
import { clientSecretBasic } from "./client-secret-basic.ts";
import { clientSecretJwt } from "./client-secret-jwt.ts";
import { clientSecretPost } from "./client-secret-post.ts";
import { limitGuesses } from "./guesses.ts";
import type {
  ClientAuthenticationDependencies,
  ClientAuthenticationMethod,
  ClientClaim,
  ClientRequest,
} from "./method.ts";
import { none } from "./none.ts";
import { privateKeyJwt } from "./private-key-jwt.ts";

export type { ClientAuthenticationDependencies } from "./method.ts";

/** A client that a request is from, as far as its registered method proves. Only `authenticateClient` makes one. */
export type AuthenticatedClient = Client & { readonly [authenticated]: true };
declare const authenticated: unique symbol;

/** Every method that clients can authenticate by; discovery lists just these. */
export const clientAuthenticationMethods: readonly ClientAuthenticationMethod[] = [
  clientSecretBasic,
  clientSecretPost,
  clientSecretJwt,
  privateKeyJwt,
  none,
];

/**
 * Tells which client sent a request, and that it really was that client. Throws `invalid_client` with one sentence
 * for every cause, `invalid_request` when methods are mixed (RFC 6749 §2.3: no more than one in each request), and
 * `temporarily_unavailable` with `retryAfterSeconds` for who failed too often.
 */
export async function authenticateClient(
  request: ClientRequest,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const used = clientAuthenticationMethods.filter((one) => one.isUsed(request));
  const [first] = used;
  if (first === undefined) throw invalidClient("no client authentication");
  // What is shown alike is read alike: of the two methods with an assertion, the client registered one.
  if (used.some(({ claim }) => claim !== first.claim)) {
    throw invalidRequest("more than one client authentication method is used");
  }

  const claimed = first.claim(request);
  const who = { clientId: claimed.clientId, source: request.source };
  const limited = () => deps.clients.recordLimited({ ...who, at: deps.now() });
  return limitGuesses(who, { limits: deps.limits, limited }, () => prove({ request, claimed, used }, deps));
}

interface Shown {
  readonly request: ClientRequest;
  readonly claimed: ClientClaim;
  /** At least one. */
  readonly used: readonly ClientAuthenticationMethod[];
}

async function prove(
  { request, claimed, used }: Shown,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const client = await deps.clients.find(claimed.clientId);
  if (client === undefined) throw invalidClient("unknown client");

  // RFC 7591 §2: the method that was registered is the only one that counts.
  const method = used.find(({ name }) => name === client.tokenEndpointAuthMethod);
  if (method === undefined) throw invalidClient(`${used[0]?.name} is not this client's method`);
  const { endpoints = () => [] } = request;
  if (!(await method.proves({ ...claimed, endpoints }, client, deps))) throw invalidClient("the client proved nothing");
  if (client.hasUnusedSecret && showsNewest(claimed, method, client)) await deps.clients.noteSecretUse(client);
  return client as AuthenticatedClient;
}

// The secret before is good for a while, too. An assertion by an HMAC is made with the newest: there is no other.
function showsNewest({ secret }: ClientClaim, { name }: ClientAuthenticationMethod, { secretHash }: Client): boolean {
  if (secret === undefined) return name === "client_secret_jwt";
  return secretHash !== undefined && isSecret(secret, secretHash);
}
