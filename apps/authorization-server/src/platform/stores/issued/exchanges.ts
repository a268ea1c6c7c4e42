/** The authorizations that tokens are exchanged from: RFC 8693. */
import { batchedLookup, type Database, lookupSql } from "@countersign/database";
import type { VerifiedAccessToken } from "@countersign/jwt";
import {
  AUTHORIZATION_COLUMNS,
  type Authorization,
  type AuthorizationRow,
  authorizationOf,
} from "./authorization-row.ts";

/** The person's authorization behind a token. */
export interface ExchangeSubject {
  readonly authorization: Authorization;
  readonly userId: string;
  /** How often the person took something back. */
  readonly consentsRevision: number;
  /** The tokens that this one was exchanged from; none if it was not. */
  readonly jtis: readonly string[];
}

export interface ExchangeStore {
  /**
   * The authorization of a live token; `undefined` if the token, its authorization, person or client is not active, or
   * if it is of no person.
   */
  findSubject(token: SubjectRef, at: Date): Promise<ExchangeSubject | undefined>;
}

type SubjectRef = Pick<VerifiedAccessToken, "jti" | "authorization_id" | "client_id" | "sub">;

export function exchangeStore({ pipelined }: Pick<Database, "pipelined">): ExchangeStore {
  const find = batchedLookup<Key, Row>(pipelined, SUBJECT);
  return {
    async findSubject({ jti, authorization_id, client_id, sub }, at) {
      const row = await find({ jti, authorization_id, client_id, sub, at });
      if (row === undefined) return undefined;
      const { userId, consentsRevision, jtis, ...authorization } = row;
      return { authorization: authorizationOf(authorization), userId, consentsRevision, jtis: jtis ?? [] };
    },
  };
}

type Key = SubjectRef & { readonly at: Date };

type Row = AuthorizationRow & {
  readonly userId: string;
  readonly consentsRevision: number;
  readonly jtis: readonly string[] | null;
};

const SUBJECT = {
  name: "exchange-subject",
  text: lookupSql(
    "jti text, authorization_id uuid, client_id text, sub text, at timestamptz",
    `
  SELECT ${AUTHORIZATION_COLUMNS}, u.id AS "userId", u.consents_revision AS "consentsRevision",
         a.exchanged_jtis AS jtis
    FROM "authorization" a
    JOIN end_user u ON u.id = a.user_id AND u.disabled_at IS NULL
    JOIN client c ON c.id = a.client_id AND c.disabled_at IS NULL
   WHERE a.id = asked.authorization_id AND a.client_id IS NOT DISTINCT FROM asked.client_id AND a.sub = asked.sub
     AND a.revoked_at IS NULL AND a.expires_at > asked.at
     AND NOT EXISTS (SELECT FROM revoked_access_token r
                      WHERE r.jti = ANY (array_append(a.exchanged_jtis, asked.jti)))`,
  ),
};
