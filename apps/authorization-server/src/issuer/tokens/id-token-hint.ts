import { isInvalidJwt, verifyIdTokenHint } from "@countersign/jwt";
import { invalidRequest } from "@countersign/rules";
import type { ClientStore } from "../../platform/stores/client/clients.ts";
import type { ClientSecrets } from "../clients/secrets.ts";
import type { KeyRing } from "../keys/key-ring.ts";

/** The person of a hint, the client that it was issued to, and the session that it was issued in. */
export interface IdTokenHint {
  readonly sub: string;
  readonly aud: string;
  /** When it was issued, in seconds since 1970. */
  readonly iat: number;
  /** Absent for a client to which it means nothing. */
  readonly sid?: string | undefined;
}

export interface HintReading {
  readonly keys: Pick<KeyRing, "verificationKeys">;
  readonly clients: Pick<ClientStore, "find">;
  readonly clientSecrets: Pick<ClientSecrets, "open">;
  readonly issuer: string;
}

/**
 * Reads an ID token of ours that a client sends back, expired or not. Throws `invalid_request` if it is not one of
 * ours.
 */
export async function readIdTokenHint(
  hint: string | undefined,
  { keys, clients, clientSecrets, issuer }: HintReading,
): Promise<IdTokenHint | undefined> {
  if (hint === undefined) return undefined;
  try {
    return await verifyIdTokenHint(hint, {
      keys: keys.verificationKeys(),
      issuer,
      async secretOf(clientId, alg) {
        const client = await clients.find(clientId);
        return client?.idTokenSignedResponseAlg === alg ? clientSecrets.open(client) : undefined;
      },
    });
  } catch (err) {
    if (isInvalidJwt(err)) throw invalidRequest("id_token_hint is not valid", String(err));
    throw err;
  }
}
