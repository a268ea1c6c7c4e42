/**
 * What a client manages its registration by, and the secret it was given last: RFC 7592 §3 and §5. As long as the
 * newest was never used, the answer that had it may be lost: so it is kept for whoever shows the token before.
 */
import { isSecret, newSecret, openSecret, type Secret, type SecretHash, sealSecret } from "@countersign/rules";

/** What of them stands in the row of a client that was found by `shown`. */
export interface CredentialRow {
  readonly secretHash: SecretHash | undefined;
  readonly isNewestToken: boolean;
  /** Sealed under the token before it; none once it was used. */
  readonly sealedNewestToken: Uint8Array | undefined;
  /** Sealed under the newest token. */
  readonly sealedUnusedSecret: Uint8Array | undefined;
}

export interface Credentials {
  /** The newest registration access token. */
  readonly registrationAccessToken: string;
  /** The secret of the client, as long as it was never used; none that it was registered with. */
  readonly unusedSecret: Secret | undefined;
}

/** @param shown the registration access token that found the row: the newest, or the one before while that is good */
export function credentialsOf(row: CredentialRow, shown: string): Credentials {
  const { isNewestToken, sealedNewestToken, sealedUnusedSecret, secretHash } = row;
  const registrationAccessToken =
    isNewestToken || sealedNewestToken === undefined ? shown : openSecret(sealedNewestToken, shown);
  if (sealedUnusedSecret === undefined || secretHash === undefined) {
    return { registrationAccessToken, unusedSecret: undefined };
  }
  const unused = openSecret(sealedUnusedSecret, registrationAccessToken);
  return { registrationAccessToken, unusedSecret: isSecret(unused, secretHash) ? unused : undefined };
}

/**
 * The token that follows the one that was shown. Who shows the one before the newest never saw the newest, and is given
 * that: however often a change is repeated, and by however many at once, it leads to one token.
 */
export function nextToken(row: CredentialRow, shown: string): { readonly token: Secret; readonly isNew: boolean } {
  if (row.isNewestToken) return { token: newSecret(), isNew: true };
  return { token: credentialsOf(row, shown).registrationAccessToken as Secret, isNew: false };
}

/** A secret that was just made, for the column that keeps it until it is used. */
export const sealedUnused = (secret: string | undefined, registrationAccessToken: string): Buffer | null =>
  secret === undefined ? null : sealSecret(secret as Secret, registrationAccessToken);
