/**
 * The client information response: RFC 7591 §3.2.1, RFC 7592 §3. It states what is registered, not what was requested.
 */
import { provisionedMembers, shownMetadata } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { paths } from "../../../paths.ts";
import type { OwnRegistration, RegisteredClient } from "../../../platform/stores/client/registration/registrations.ts";

export type SentRegistration = Pick<OwnRegistration, "client"> & Partial<OwnRegistration>;

/**
 * Sends all registered metadata of a client. Members without a value are omitted. A client without a registration
 * access token is told no address of its registration.
 */
export function sendClient(call: Call, status: 200 | 201, information: SentRegistration, issuer: string): void {
  const headers = { "cache-control": "no-store", pragma: "no-cache" };
  const { client } = information;
  const metadata = { ...shownMetadata(client, "client"), ...provisionedMembers(client) };
  call.json({ ...credentialsOf(information, issuer), ...metadata }, headers, status);
}

function credentialsOf({ client, unusedSecret, registrationAccessToken }: SentRegistration, issuer: string) {
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
    // After a secret was used, we keep only its hash.
    client_secret: unusedSecret,
    client_secret_expires_at: client.secretHash === undefined ? undefined : endOf(client),
    registration_access_token: registrationAccessToken,
    registration_client_uri: registrationAccessToken && `${issuer}${paths.register}/${encodeURIComponent(client.id)}`,
  };
}

// RFC 7591 §3.2.1: 0 means that the secret never expires. The member is required with a secret.
const endOf = ({ secretExpiresAt }: RegisteredClient) =>
  secretExpiresAt ? Math.floor(secretExpiresAt.getTime() / 1000) : 0;
