/** Clients that registered themselves: RFC 7591 §3, RFC 7592 §2. */
import { asBytea, type Database } from "@countersign/database";
import { hashSecret, type Secret } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../../audit/audit-events.ts";
import { autocommit, inTransaction, type Query } from "../../transaction.ts";
import type { StoredSecret } from "../client-rows.ts";
import { CLIENT_ID, present, type Row, secretValues } from "../client-rows.ts";
import { type Register, registering } from "./registering.ts";
import { credentialsOf, sealedUnused } from "./registration-credentials.ts";
import { endBeforehand, replaceRegistered } from "./registration-replacement.ts";
import {
  byItself,
  type OwnRegistration,
  ownedBy,
  ownRegistrationOf,
  type RegisteredRow,
  type Registrant,
  type Replacement,
  rowOf,
} from "./registration-rows.ts";
import * as statements from "./registration-statements.ts";

export type { NewRegistration } from "./registering.ts";
export { type OwnRegistration, type RegisteredClient, type Registrant, registeredNow } from "./registration-rows.ts";

/** The next secret of a client. */
export interface SecretRenewal extends StoredSecret {
  readonly secret: Secret;
  readonly secretExpiresAt: Date | undefined;
  /** The end of the previous secret. */
  readonly before: Date;
}

export interface RegistrationStore {
  /** Whether a client could be registered with this initial access token now. Spends no use. */
  hasUsesLeft(initialAccessToken: string, at: Date): Promise<boolean>;
  readonly register: Register;
  /**
   * The client of this id, if it is enabled and the token is its own. The newest token is accepted; the previous one is
   * accepted until the newest was used. If the newest token is used here, the previous one ends.
   */
  find(registrant: Registrant): Promise<OwnRegistration | undefined>;
  /**
   * Replaces all that was registered (RFC 7592 §2.2), and the registration access token (§5). If the client changed in
   * a way that people did not agree to, their consents end. Access that the client may no longer have is revoked.
   * Returns `undefined`, and changes nothing, if the token is not the client's own.
   */
  replace(registrant: Registrant, replacement: Replacement, origin: Occurrence): Promise<OwnRegistration | undefined>;
  /**
   * Gives a client the next secret, unless it was given one since `before` was read. The previous secret stays valid
   * until its own end if only its hash is stored. Racing callers all get the one secret that is valid. Returns
   * `undefined` as above.
   */
  renewSecret(registrant: Registrant, renewal: SecretRenewal, origin: Occurrence): Promise<OwnRegistration | undefined>;
  /**
   * Deletes the client and all it has: consents, authorizations, tokens (RFC 7592 §2.3). Returns false if the token is
   * not the client's own.
   */
  remove(registrant: Registrant, origin: Occurrence): Promise<boolean>;
}

/** @param options.changed is called for each client that changed or was deleted */
export function registrationStore(
  { pool, pipelined }: Pick<Database, "pool" | "pipelined">,
  { changed }: { changed: (id: string) => void },
): RegistrationStore {
  /** Runs a change in a transaction, and reports it after the commit. */
  const changing = async <T>({ id }: Registrant, change: (query: Query) => Promise<T>): Promise<T> => {
    const result = await inTransaction(pool, change);
    if (result) changed(id);
    return result;
  };

  return {
    async hasUsesLeft(token, at) {
      const values = [asBytea(hashSecret(token)), at];
      return (await pipelined.query({ name: "token-uses", text: statements.HAS_USES_LEFT, values })).rows.length === 1;
    },

    register: registering({ pool, pipelined }),

    async find(registrant) {
      if (!CLIENT_ID.test(registrant.id)) return undefined;
      const found = await pool.query<Row<RegisteredRow>>(statements.FIND, ownedBy(registrant));
      const row = found.rows[0] && present<RegisteredRow>(found.rows[0]);
      if (row?.isNewestToken && row.sealedNewestToken !== undefined) {
        await pool.query(statements.TOKEN_USED, ownedBy(registrant));
      }
      return row && ownRegistrationOf(row, registrant.registrationAccessToken);
    },

    async replace(registrant, replacement, origin) {
      const ended = await endBeforehand(autocommit(pool), registrant, replacement, origin.at);
      return changing(registrant, (query) => replaceRegistered(query, registrant, replacement, { ...origin, ended }));
    },

    renewSecret: (registrant, renewal, origin) =>
      changing(registrant, (query) => renew(query, registrant, renewal, origin)),

    remove: (registrant, origin) =>
      changing(registrant, async (query) => {
        if ((await query(statements.REMOVE, ownedBy(registrant))).length === 0) return false;

        await recordAudit(query, { type: "client_deleted", ...byItself(registrant), ...origin });
        return true;
      }),
  };
}

async function renew(
  query: Query,
  registrant: Registrant,
  renewal: SecretRenewal,
  origin: Occurrence,
): Promise<OwnRegistration | undefined> {
  const row = await rowOf(query, statements.FIND_LOCKED, registrant);
  if (row === undefined) return undefined;

  // Another change may have come in between: the secret must be kept for the token that is the newest now.
  const { registrationAccessToken } = credentialsOf(row, registrant.registrationAccessToken);
  const newest = { id: registrant.id, registrationAccessToken };
  const unused = sealedUnused(renewal.secret, registrationAccessToken);
  const values = [...secretValues(renewal), renewal.secretExpiresAt ?? null, renewal.before, origin.at, unused];
  if ((await query(statements.RENEW, [...ownedBy(newest), ...values])).length > 0) {
    await recordAudit(query, { type: "client_secret_rotated", ...byItself(registrant), ...origin });
  }
  const after = await rowOf(query, statements.FIND, newest);
  return after && ownRegistrationOf(after, registrationAccessToken);
}
