import {
  type AuthorizationResponder,
  type Client,
  invalidRequest,
  type RequestParameters,
  randomText,
  refuseRepeated,
  responderFor,
  responseModeOf,
  sessionStateOf,
  type TrustedRedirectUri,
  trustRedirectUri,
} from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";

/** What an authorization request has proved before anything may be sent to its redirect URI. */
export interface TrustedClient {
  readonly client: Client;
  readonly redirectUri: TrustedRedirectUri;
  readonly responder: AuthorizationResponder;
}

/**
 * RFC 6749 §4.1.2.1: establishes client and redirect URI. What it throws is shown to the person, and never redirected.
 *
 * @param browserState what the browser's cookie says of the login state, where it came along
 */
export async function trustClient(
  parameters: RequestParameters,
  { clients, issuer }: Pick<Dependencies, "clients" | "issuer">,
  browserState: string | undefined,
): Promise<TrustedClient> {
  refuseRepeated(parameters, ["client_id", "redirect_uri", "request", "request_uri"]);

  const clientId = parameters.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");
  const client = await clients.find(clientId);
  if (client === undefined) throw invalidRequest("client_id is unknown", unlessSecret(clientId));

  const redirectUri = trustRedirectUri(client, parameters.get("redirect_uri"));
  // However the request is wrong, its answer travels as the answers to such a request do.
  const responseMode = responseModeOf(parameters.get("response_type"), parameters.get("response_mode"));
  const state = parameters.get("state");
  const sessionState = sessionStateFor(parameters, { clientId, redirectUri, browserState });
  return { client, redirectUri, responder: responderFor(redirectUri, { state, sessionState, issuer, responseMode }) };
}

// OIDC Session Management §2: in every answer to an authentication request.
function sessionStateFor(
  parameters: RequestParameters,
  { browserState, ...about }: { clientId: string; redirectUri: TrustedRedirectUri; browserState: string | undefined },
): string | undefined {
  if (browserState === undefined || parameters.get("scope")?.split(" ").includes("openid") !== true) return undefined;
  return sessionStateOf({ ...about, browserState, salt: randomText(12) });
}

// Whoever mixed up their id and a secret finds no secret in the log: those of ours have at least so many characters.
const unlessSecret = (clientId: string) => (clientId.length < 43 ? clientId : "not shown: as long as a secret");
