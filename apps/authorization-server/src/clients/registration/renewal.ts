import { isRenewalDue, newClientSecret, secretEnd, secretUseOf } from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import type { Occurrence } from "../../stores/audit-events.ts";
import type { OwnRegistration } from "../../stores/registrations.ts";

/**
 * RFC 7592 §2.1: whoever looks at its registration when its secret has ended, or is about to, is given the next one.
 * Until that was used it is given again: an answer may be lost. `undefined` when the client ended meanwhile.
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
