/** Clients that registered themselves, as their rows have them. */
import {
  type AvailableProfile,
  type ClientRecord,
  clientFields,
  hashSecret,
  type Secret,
  type SecretHash,
} from "@countersign/rules";
import { present, type Row } from "./client-rows.ts";
import type { NewClient } from "./clients.ts";
import { type CredentialRow, type Credentials, credentialsOf } from "./registration-credentials.ts";
import type { Query } from "./transaction.ts";

/** A client that manages its registration. */
export interface RegisteredClient extends ClientRecord {
  readonly profile: AvailableProfile;
  readonly secretHash: SecretHash | undefined;
  readonly createdAt: Date;
}

/** A client, with what it needs to go on managing itself. */
export interface OwnRegistration extends Credentials {
  readonly client: RegisteredClient;
}

/** What a client is from now on; its secret is the one that it had, or a new one. */
export interface Replacement extends Omit<NewClient, "id"> {
  readonly newSecret: Secret | undefined;
}

/** A client that registered itself, as its row has it at that moment. */
export const registeredNow = (
  { id, metadata, secretHash, secretExpiresAt, logo }: NewClient,
  at: Date,
): RegisteredClient => ({
  ...clientFields(metadata),
  profile: metadata.profile,
  id,
  secretHash,
  secretExpiresAt: secretExpiresAt ?? null,
  hasLogo: logo !== undefined,
  registeredItself: true,
  resourceServer: undefined,
  createdAt: at,
});

/** Who changes or ends a registration: the client, by the token that it was given for that. */
export interface Registrant {
  readonly id: string;
  readonly registrationAccessToken: string;
}

/** What the audit row of an act of a client upon itself says of it. */
export const byItself = ({ id: clientId }: Registrant) => ({ actor: { kind: "client", clientId }, clientId }) as const;

/** A client as its row has it. */
export type RegisteredRow = RegisteredClient & CredentialRow;

/** By what a statement finds the client of this registrant: its first two parameters. */
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
