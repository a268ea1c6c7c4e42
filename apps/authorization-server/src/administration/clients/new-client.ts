/** What every new client gets, no matter who creates it. */
import { randomUUID } from "node:crypto";
import {
  hasSecret,
  newClientSecret,
  type Secret,
  type SecretUse,
  type StoredMetadata,
  secretUseIn,
} from "@countersign/rules";
import type { ClientSecrets } from "../../issuer/clients/secrets.ts";
import type { Logo, NewClient } from "../../platform/stores/client/clients.ts";

export interface MadeClient {
  readonly client: NewClient;
  /** To be given to the client's owner, once. */
  readonly secret: Secret | undefined;
}

/**
 * Makes a client of this metadata, with an id of its own and a secret if it needs one. RFC 6749 §2.1: a public client
 * has no secret, and a client that signs with a key of its own needs none.
 *
 * @param secrets seals secrets of this use
 * @param secretExpiresAt the end of a secret, if secrets expire
 */
export function newClient(
  { metadata, logo }: { readonly metadata: StoredMetadata; readonly logo: Logo | undefined },
  secrets: Pick<ClientSecrets, "seal">,
  secretExpiresAt?: Date,
): MadeClient {
  const id = randomUUID();
  const use: SecretUse = secretUseIn(metadata);
  if (!hasSecret(use)) return { client: { id, metadata, logo, secretHash: undefined }, secret: undefined };

  const secret = newClientSecret(use);
  return { client: { id, metadata, logo, ...secrets.seal(secret, id, use), secretExpiresAt }, secret };
}
