/** Clients that registered themselves, as they are stored in their rows. */
import {
  type ClientRecord,
  clientFields,
  hashSecret,
  type Profile,
  type Secret,
  type SecretHash,
} from "@countersign/rules";
import type { Query } from "../../transaction.ts";
import { present, type Row } from "../client-rows.ts";
import type { NewClient } from "../clients.ts";
import { type CredentialRow, type Credentials, credentialsOf } from "./registration-credentials.ts";

/** A client that manages its registration. */
export interface RegisteredClient extends ClientRecord {
  readonly profile: Profile;
  readonly secretHash: SecretHash | undefined;
  readonly createdAt: Date;
}

/** A client, with the credentials that it needs to manage its registration further. */
export interface OwnRegistration extends Credentials {
  readonly client: RegisteredClient;
}

/** The new registration of a client. Its secret is the previous one, or a new one. */
export interface Replacement extends Omit<NewClient, "id"> {
  readonly newSecret: Secret | undefined;
}

/** A client that registered itself, as its row is at that moment. */
export const registeredNow = (
  { id, metadata, fields = clientFields(metadata), secretHash, secretExpiresAt, logo }: NewClient,
  at: Date,
): RegisteredClient => ({
  ...fields,
  profile: metadata.profile,
  id,
  secretHash,
  secretExpiresAt: secretExpiresAt ?? null,
  hasLogo: logo !== undefined,
  hasRegistrationToken: true,
  resourceServer: undefined,
  createdAt: at,
});

/** Who changes or deletes a registration: the client, with the token that it was given for that. */
export interface Registrant {
  readonly id: string;
  readonly registrationAccessToken: string;
}

/** The actor and the client in the audit row of a client's act upon itself. */
export const byItself = ({ id: clientId }: Registrant) => ({ actor: { kind: "client", clientId }, clientId }) as const;

/** A client as it is stored in its row. */
export type RegisteredRow = RegisteredClient & CredentialRow;

/** The first two parameters of a statement that finds the client of this registrant. */
export const ownedBy = ({ id, registrationAccessToken }: Registrant) => [id, hashSecret(registrationAccessToken)];

/** @param shown the token that the row was found by */
export function ownRegistrationOf(row: RegisteredRow, shown: string): OwnRegistration {
  const {
    isNewestToken: _isNewest,
    sealedNewestToken: _sealedToken,
    sealedUnusedSecret: _sealedSecret,
    ...client
  } = row;
  return { client, ...credentialsOf(row, shown) };
}

/** @param statement finds the client of a registrant by its first two parameters */
export async function rowOf(
  query: Query,
  statement: string,
  registrant: Registrant,
): Promise<RegisteredRow | undefined> {
  const [row] = await query(statement, ownedBy(registrant));
  return row && present<RegisteredRow>(row as Row<RegisteredRow>);
}
