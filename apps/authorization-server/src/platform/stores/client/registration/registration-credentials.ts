/**
 * The credentials by which a client manages its registration, and the last secret it was given: RFC 7592 §3 and §5.
 * The response that contained the newest credentials may be lost. So until they are used for the first time, they are
 * kept for a client that presents the previous token.
 */
import { isSecret, newSecret, openSecret, type Secret, type SecretHash, sealSecret } from "@countersign/rules";

/** The credentials in the row of a client. The row was found by `shown`. */
export interface CredentialRow {
  readonly secretHash: SecretHash | undefined;
  readonly isNewestToken: boolean;
  /** Sealed under the previous token; undefined once the newest token was used. */
  readonly sealedNewestToken: Uint8Array | undefined;
  /** Sealed under the newest token. */
  readonly sealedUnusedSecret: Uint8Array | undefined;
}

export interface Credentials {
  /** The newest registration access token. */
  readonly registrationAccessToken: string;
  /** The secret of the client until it is used for the first time; never the secret that it was registered with. */
  readonly unusedSecret: Secret | undefined;
}

/** @param shown the registration access token that found the row: the newest, or the previous one while it is valid */
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
 * The token that follows the token that was presented. A client that presents the previous token never received the
 * newest one, and is given that. So a change that is repeated, even several times at once, leads to one token.
 */
export function nextToken(row: CredentialRow, shown: string): { readonly token: Secret; readonly isNew: boolean } {
  if (row.isNewestToken) return { token: newSecret(), isNew: true };
  return { token: credentialsOf(row, shown).registrationAccessToken as Secret, isNew: false };
}

/** A new secret, for the column that keeps it until it is used. */
export const sealedUnused = (secret: string | undefined, registrationAccessToken: string): Buffer | null =>
  secret === undefined ? null : sealSecret(secret as Secret, registrationAccessToken);
