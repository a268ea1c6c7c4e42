import {
  answersTo,
  type Client,
  invalidRequest,
  type RequestParameters,
  type ResponseAnswers,
  refuseRepeated,
  responseModeOf,
  type TrustedRedirectUri,
  trustRedirectUri,
} from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";

/** What an authorization request has proved before anything may be sent to its redirect URI. */
export interface TrustedClient {
  readonly client: Client;
  readonly redirectUri: TrustedRedirectUri;
  readonly responses: ResponseAnswers;
}

/** RFC 6749 §4.1.2.1: establishes client and redirect URI. What it throws is shown to the person, and never redirected. */
export async function trustClient(
  parameters: RequestParameters,
  { clients, issuer }: Pick<Dependencies, "clients" | "issuer">,
): Promise<TrustedClient> {
  refuseRepeated(parameters, ["client_id", "redirect_uri", "request", "request_uri"]);

  const clientId = parameters.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing");
  const client = await clients.find(clientId);
  if (client === undefined) throw invalidRequest("client_id is unknown", clientId);

  const redirectUri = trustRedirectUri(client, parameters.get("redirect_uri"));
  // However the request is wrong, its answer travels as the answers to such a request do.
  const responseMode = responseModeOf(parameters.get("response_type"), parameters.get("response_mode"));
  return {
    client,
    redirectUri,
    responses: answersTo(redirectUri, { state: parameters.get("state"), issuer, responseMode }),
  };
}
