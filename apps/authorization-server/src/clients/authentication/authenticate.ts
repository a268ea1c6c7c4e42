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
  ClientCredential,
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

/** What clients can show, each once: two methods read an assertion. */
const credentials = [...new Set(clientAuthenticationMethods.flatMap(({ credential }) => credential ?? []))];

/**
 * Tells which client sent a request, and that it really was that client: who the request says it is from, the client of
 * that id, and the method that this client registered. Throws `invalid_client` with one sentence for every cause,
 * `invalid_request` when more is shown than one credential (RFC 6749 §2.3), and `temporarily_unavailable` with
 * `retryAfterSeconds` for a source that failed too often.
 */
export async function authenticateClient(
  request: ClientRequest,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const identified = identify(request);
  const who = { clientId: identified.claim.clientId, source: request.source };
  const limited = () => deps.clients.recordLimited({ ...who, at: deps.now() });
  return limitGuesses(who, { limits: deps.limits, limited }, () => prove(identified, request, deps));
}

interface Identified {
  /** Who the request says it is from, with what it shows for that. */
  readonly claim: ClientClaim;
  /** How it said so; by its `client_id` alone where there is none. */
  readonly credential: ClientCredential | undefined;
}

function identify(request: ClientRequest): Identified {
  const [credential, another] = credentials.filter((one) => one.isShown(request));
  if (another !== undefined) throw invalidRequest("more than one client authentication method is used");
  if (credential !== undefined) return { claim: credential.claim(request), credential };

  const clientId = request.parameters.get("client_id");
  if (clientId === undefined) throw invalidClient("no client authentication");
  return { claim: { clientId }, credential };
}

async function prove(
  { claim, credential }: Identified,
  { endpoints = () => [] }: ClientRequest,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const client = await deps.clients.find(claim.clientId);
  if (client === undefined) throw invalidClient("unknown client");

  // RFC 7591 §2: the method that was registered is the only one that counts.
  const method = clientAuthenticationMethods.find(({ name }) => name === client.tokenEndpointAuthMethod);
  if (method === undefined || method.credential !== credential) {
    throw invalidClient(`${credential?.name ?? "client_id alone"} is not this client's method`);
  }
  if (!(await method.proves({ ...claim, endpoints }, client, deps))) throw invalidClient("the client proved nothing");
  if (client.hasUnusedSecret && showsNewest(claim, method, client)) await deps.clients.noteSecretUse(client);
  return client as AuthenticatedClient;
}

// The secret before is good for a while, too. An assertion by an HMAC is made with the newest: there is no other.
function showsNewest({ secret }: ClientClaim, { name }: ClientAuthenticationMethod, { secretHash }: Client): boolean {
  if (secret === undefined) return name === "client_secret_jwt";
  return secretHash !== undefined && isSecret(secret, secretHash);
}
