import { isRenewalDue, newClientSecret, secretEnd, secretUseOf } from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import type { Occurrence } from "../../../platform/stores/audit/audit-events.ts";
import type { OwnRegistration } from "../../../platform/stores/client/registration/registrations.ts";

/**
 * RFC 7592 §2.1: a client that reads its registration when its secret has expired, or expires soon, receives the next
 * secret. The same secret is returned until the client uses it, because a response may be lost. `undefined` when the
 * client was removed in the meantime.
 */
export async function renewed(
  own: OwnRegistration,
  by: Occurrence,
  { registrations, clientSecrets, lifetimes }: Pick<Dependencies, "registrations" | "clientSecrets" | "lifetimes">,
): Promise<OwnRegistration | undefined> {
  const { client, registrationAccessToken } = own;
  const { secretExpiresAt: before, secretHash } = client;
  const { clientSecretDays } = lifetimes;
  if (!before || secretHash === undefined || !isRenewalDue(before, clientSecretDays, by.at)) return own;

  const use = secretUseOf(client);
  const secret = newClientSecret(use);
  const stored = clientSecrets.seal(secret, client.id, use);
  const renewal = { ...stored, secret, before, secretExpiresAt: secretEnd(clientSecretDays, by.at) };
  return registrations.renewSecret({ id: client.id, registrationAccessToken }, renewal, by);
}
