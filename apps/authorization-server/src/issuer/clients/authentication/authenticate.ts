/**
 * Client authentication at the token endpoint: RFC 6749 §2.3 and §3.2.1. The client uses exactly one method: the one
 * that it registered, or the other way to send its secret if its registration does not forbid it.
 */
import {
  type Client,
  invalidClient,
  invalidRequest,
  isDocumentUrl,
  isLiveSecret,
  isSecret,
  ProtocolError,
  type Remedy,
  remedyOf,
  takesSecretEitherWay,
} from "@countersign/rules";
import { notingRefusals } from "../../../platform/stores/client/noting-refusals.ts";
import { onlyAssertion, workloadClient } from "../assertions/trusted-assertions.ts";
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
import { selfSignedTlsClientAuth } from "./self-signed-tls-client-auth.ts";
import { tlsClientAuth } from "./tls-client-auth.ts";

export type { ClientAuthenticationDependencies } from "./method.ts";

/** A client that sent a request, as far as its registered method proves it. Only `authenticateClient` creates one. */
export type AuthenticatedClient = Client & { readonly [authenticated]: true };
declare const authenticated: unique symbol;

/** Every client authentication method. Discovery lists those that are possible in this deployment. */
export const clientAuthenticationMethods: readonly ClientAuthenticationMethod[] = [
  clientSecretBasic,
  clientSecretPost,
  clientSecretJwt,
  privateKeyJwt,
  tlsClientAuth,
  selfSignedTlsClientAuth,
  none,
];

/** The kinds of credentials, each once: two methods use an assertion. */
const credentials = [...new Set(clientAuthenticationMethods.flatMap(({ credential }) => credential ?? []))];

/**
 * Determines which client sent a request and authenticates it: reads the client's claim, finds the client by its id,
 * and applies a method that the client may use. Throws `invalid_client` with the same message for every cause (only a
 * client that sent its right secret learns which method is registered), `invalid_request` when the request contains
 * more than one credential (RFC 6749 §2.3), and `temporarily_unavailable` with `retryAfterSeconds` for a source that
 * failed too often.
 */
export async function authenticateClient(
  request: ClientRequest,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const assertion = onlyAssertion(request);
  if (assertion !== undefined) return proveWorkload(assertion, deps);

  const identified = identify(request);
  const who = { clientId: identified.claim.clientId, source: request.source };
  const limited = () => deps.clients.recordLimited({ ...who, at: deps.now() });
  return limitGuesses(who, { limits: deps.limits, limited }, () => prove(identified, request, deps));
}

/** RFC 7523 §3.1: a program that its platform vouches for, in place of a client that authenticates. */
async function proveWorkload(
  assertion: string,
  { clients, trustedAssertions }: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const client = await clients.find(await workloadClient(assertion, trustedAssertions));
  // FAPI 2.0 Security Profile §5.3.2.1 item 6: a client of that profile always authenticates.
  if (client === undefined || client.profile === "fapi2") throw invalidClient("the client of the workload rule");
  return client as AuthenticatedClient;
}

interface Identified {
  /** The client that the request names, with the credentials that it sent. */
  readonly claim: ClientClaim;
  /** The kind of credential; undefined when the request contains only a `client_id`. */
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
  identified: Identified,
  request: ClientRequest,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const { claim } = identified;
  const { endpoint, parameters, source } = request;
  const client = await (isDocumentUrl(claim.clientId)
    ? deps.clientDocuments.forClientRequest(claim.clientId, source)
    : deps.clients.find(claim.clientId));
  if (client === undefined) throw invalidClient("unknown client");
  return notingRefusals({ client, endpoint, parameters }, deps, () => proveBy(client, identified, request, deps));
}

async function proveBy(
  client: Client,
  { claim, credential }: Identified,
  { endpoints = () => [], certificate }: ClientRequest,
  deps: ClientAuthenticationDependencies,
): Promise<AuthenticatedClient> {
  const method = methodFor(client, credential);
  if (method === undefined) throw otherMethod(claim, credential, client, deps);
  if (!(await method.proves({ ...claim, endpoints, certificate }, client, deps)))
    throw invalidClient("the client sent no valid credentials", OF_METHODS[method.name]);
  const used = usedSecret(claim, method, client);
  if (used !== undefined) deps.clientUses.noteSecret(client, used, deps.now());
  if (client.hasUnusedSecret && used === client.secretHash) await deps.clients.noteSecretUse(client);
  return client as AuthenticatedClient;
}

const ROTATE = remedyOf("compare_secret");
const OF_KEYS = remedyOf("compare_key");
const OF_CERTIFICATES = remedyOf("compare_certificate");

/** What to compare if the credentials of a method prove nothing. */
const OF_METHODS: Readonly<Record<Client["tokenEndpointAuthMethod"], Remedy | undefined>> = {
  client_secret_basic: ROTATE,
  client_secret_post: ROTATE,
  client_secret_jwt: ROTATE,
  private_key_jwt: OF_KEYS,
  tls_client_auth: OF_CERTIFICATES,
  self_signed_tls_client_auth: OF_CERTIFICATES,
  none: undefined,
};

// RFC 7591 §2: only the registered method is accepted, or the two ways to send a secret for each other.
function methodFor(client: Client, credential: ClientCredential | undefined): ClientAuthenticationMethod | undefined {
  const accepted: readonly ClientAuthenticationMethod["name"][] = takesSecretEitherWay(client)
    ? ["client_secret_basic", "client_secret_post"]
    : [client.tokenEndpointAuthMethod];
  return clientAuthenticationMethods.find((one) => accepted.includes(one.name) && one.credential === credential);
}

/** A sender who knows the secret is told the registered method. All others read the text of every cause. */
function otherMethod(
  { secret }: ClientClaim,
  credential: ClientCredential | undefined,
  client: Client,
  { now }: Pick<ClientAuthenticationDependencies, "now">,
): ProtocolError {
  const detail = `${credential?.name ?? "client_id alone"} is not this client's method`;
  const { tokenEndpointAuthMethod: registered } = client;
  const remedy = remedyOf("use_method", registered);
  return secret !== undefined && isLiveSecret(secret, client, now())
    ? new ProtocolError(
        "invalid_client",
        `the client is registered for ${registered}, and must use it`,
        detail,
        undefined,
        remedy,
      )
    : invalidClient(detail, remedy);
}

/**
 * The hash of the secret that a client used; undefined if it used none. They are compared only while there are two. An
 * HMAC assertion always uses the newest secret, because only that one is kept as a key.
 */
function usedSecret(
  { secret }: ClientClaim,
  { name }: ClientAuthenticationMethod,
  { secretHash, previousSecretHash }: Client,
): Uint8Array | undefined {
  if (secret === undefined) return name === "client_secret_jwt" ? secretHash : undefined;
  if (previousSecretHash === undefined || secretHash === undefined) return secretHash;
  return isSecret(secret, secretHash) ? secretHash : previousSecretHash;
}
