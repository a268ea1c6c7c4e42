/** The secret of a client that updates its registration: RFC 7592 §2.2. */
import {
  hasSecret,
  hmacAlgsOf,
  isLongEnough,
  isSecret,
  newClientSecret,
  type Secret,
  type SecretUse,
} from "@countersign/rules";
import type { StoredSecret } from "../../../platform/stores/client/client-rows.ts";
import type { RegisteredClient } from "../../../platform/stores/client/registration/registrations.ts";
import type { ClientSecrets } from "../secrets.ts";

export interface SecretAfter {
  /** What is stored of the secret from now on; nothing for a client that needs no secret. */
  readonly stored: Partial<StoredSecret>;
  /** The new secret for the response, if one was created. */
  readonly made: Secret | undefined;
}

/**
 * Whether a value is a secret of the client: the newest, or the previous one. The client still has the previous one if
 * the response with the newest was lost.
 */
export function isOwnSecret(
  value: string,
  { secretHash, previousSecretHash }: Pick<RegisteredClient, "secretHash" | "previousSecretHash">,
): boolean {
  return [secretHash, previousSecretHash].some((hash) => hash !== undefined && isSecret(value, hash));
}

/**
 * A secret is kept as long as the client needs it and it is strong enough. A new one is created if an algorithm uses
 * the secret as its key and we do not know it, or if it is too short for the algorithm.
 *
 * @param sent the client's secret as it sent it, already found to be one of its own
 */
export function secretAfter(
  client: RegisteredClient,
  sent: string | undefined,
  { use, secrets }: { readonly use: SecretUse; readonly secrets: ClientSecrets },
): SecretAfter {
  if (!hasSecret(use)) return { stored: {}, made: undefined };

  if (client.secretHash !== undefined) {
    if (hmacAlgsOf(use).length === 0) return { stored: { secretHash: client.secretHash }, made: undefined };
    const newest = sent !== undefined && isSecret(sent, client.secretHash) ? sent : undefined;
    const known = newest ?? secrets.open(client)?.toString();
    if (known !== undefined && isLongEnough(known, use)) {
      return { stored: secrets.seal(known as Secret, client.id, use), made: undefined };
    }
  }
  const made = newClientSecret(use);
  return { stored: secrets.seal(made, client.id, use), made };
}
