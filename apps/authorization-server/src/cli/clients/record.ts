/** What the commands for clients have in common. */
import { subjectTypeOf, taggedMembers } from "@countersign/rules";
import type { ClientAdministration, ListedClient } from "../../stores/clients.ts";
import { refusal } from "../refusal.ts";

/** The client of an id, disabled or not. Refuses an unknown one. */
export async function clientOfId(clients: Pick<ClientAdministration, "find">, id: string): Promise<ListedClient> {
  const found = await clients.find(id);
  if (found === undefined) throw refusal(`there is no client ${id}`);
  return found;
}

/** A client in the wire's spelling, with what only operators see. */
export const recordOf = (client: ListedClient) => ({
  client_id: client.id,
  client_name: client.name,
  ...taggedMembers(client.localized),
  profile: client.profile,
  application_type: client.applicationType,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.postLogoutRedirectUris,
  token_endpoint_auth_method: client.tokenEndpointAuthMethod,
  token_endpoint_auth_signing_alg: client.tokenEndpointAuthSigningAlg,
  jwks: client.jwks,
  jwks_uri: client.jwksUri,
  grant_types: client.grantTypes,
  response_types: client.responseTypes,
  scope: client.scopes.join(" "),
  subject_type: subjectTypeOf(client),
  id_token_signed_response_alg: client.idTokenSignedResponseAlg,
  default_max_age: client.defaultMaxAgeSeconds,
  client_uri: client.clientUri,
  policy_uri: client.policyUri,
  tos_uri: client.tosUri,
  has_logo: client.hasLogo,
  disabled_at: client.disabledAt,
  created_at: client.createdAt,
});
