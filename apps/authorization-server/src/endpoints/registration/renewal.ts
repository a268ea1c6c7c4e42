import { isRenewalDue, newClientSecret, type Secret, secretEnd, secretUseOf } from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import type { Origin } from "../../stores/audit-events.ts";
import type { RegisteredClient, Registrant } from "../../stores/registrations.ts";

export interface Renewed {
  readonly client: RegisteredClient;
  /** The next secret, where this call made it: for the answer. */
  readonly clientSecret: Secret | undefined;
}

/**
 * RFC 7592 §2.1: whoever looks at its registration when its secret has ended, or is about to, is given the next one.
 * `undefined` when the client ended meanwhile.
 */
export async function renewed(
  client: RegisteredClient,
  registrant: Registrant,
  by: Origin,
  { registrations, clientSecrets, lifetimes }: Pick<Dependencies, "registrations" | "clientSecrets" | "lifetimes">,
): Promise<Renewed | undefined> {
  const { secretExpiresAt: before, secretHash } = client;
  const { clientSecretDays } = lifetimes;
  if (!before || secretHash === undefined || !isRenewalDue(before, clientSecretDays, by.at)) {
    return { client, clientSecret: undefined };
  }

  const use = secretUseOf(client);
  const next = newClientSecret(use);
  const kept = clientSecrets.keep(next, client.id, use);
  const renewal = { ...kept, before, secretExpiresAt: secretEnd(clientSecretDays, by.at) };
  const isOurs = await registrations.renewSecret(registrant, renewal, by);

  const found = await registrations.find(registrant);
  return found && { client: found, clientSecret: isOurs ? next : undefined };
}
