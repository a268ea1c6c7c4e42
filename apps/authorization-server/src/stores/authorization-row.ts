/**
 * The row of an authorization: which columns are written when it is made, and as which fields it is read. A further
 * column is a line in `WRITTEN`, one in `READ`, and a migration.
 */
import { randomUUID } from "node:crypto";
import { asBytea } from "@countersign/database";
import {
  after,
  type ClaimsByName,
  type Confirmation,
  hashSecret,
  type RequestableClaim,
  type Secret,
  type SignIn,
} from "@countersign/rules";
import type { Session } from "./sessions.ts";

export interface NewAuthorization {
  readonly clientId: string;
  /** How often the client had changed when the request was checked. */
  readonly clientRevision: number;
  /** The sector of the client, where it knows people by pairwise subjects. */
  readonly sector: string | undefined;
  /** The session as it was found: with a `sid`, and not to be prolonged, it stays as it is. */
  readonly session: Pick<Session, "id" | "sid" | "idleExpiresAt" | "consentsRevision">;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  /** The claims that were requested by name and granted. */
  readonly claims: ClaimsByName;
  readonly resource: string;
  readonly nonce: string | undefined;
  /** Where the code was sent; none if the request is answered in another way than by a redirect. */
  readonly redirectUri?: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly createdAt: Date;
  /** How long its code may be redeemed; none if no code was requested. */
  readonly codeTtlSeconds: number | undefined;
  /** How long its longest-lived token lives: the row stays as long, counted from the end of its code. */
  readonly tokenTtlSeconds: number;
  readonly sessionIdleSeconds: number;
  /** What the sender of the token request has to prove (RFC 9449 §10); none if anybody with the code may send it. */
  readonly confirmation?: Confirmation | undefined;
}

export interface Authorization {
  readonly id: string;
  readonly clientId: string;
  readonly sub: string;
  readonly sid: string | null;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly nonce: string | null;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly authTime: Date;
  /** Claims about the person for its ID tokens, by name; null for none. */
  readonly idTokenClaims: readonly RequestableClaim[] | null;
  /** What its code is bound to, and later its refresh tokens; null for nobody. */
  readonly confirmation: Confirmation | null;
}

type Value = (authorization: NewAuthorization, code: Secret | undefined) => unknown;

/** Each column that is written when an authorization is made: its type in PostgreSQL, and its value. */
const WRITTEN = {
  id: ["uuid", () => randomUUID()],
  client_id: ["text", ({ clientId }) => clientId],
  user_id: ["uuid", ({ signIn }) => signIn.userId],
  session_id: ["uuid", ({ session }) => session.id],
  // What its client calls the session; another value that the client knows already is kept.
  sid: ["uuid", ({ session }) => session.sid ?? randomUUID()],
  scopes: ["text[]", ({ scopes }) => scopes],
  resource: ["text", ({ resource }) => resource],
  nonce: ["text", ({ nonce }) => nonce],
  acr: ["text", ({ signIn }) => signIn.acr],
  amr: ["text[]", ({ signIn }) => signIn.amr],
  auth_time: ["timestamptz", ({ signIn }) => signIn.authenticatedAt],
  code_hash: ["bytea", (_, code) => code && asBytea(hashSecret(code))],
  code_challenge: ["text", ({ codeChallenge }) => codeChallenge],
  redirect_uri: ["text", ({ redirectUri }) => redirectUri],
  code_expires_at: [
    "timestamptz",
    ({ createdAt, codeTtlSeconds = 0 }, code) => code && after(createdAt, codeTtlSeconds),
  ],
  created_at: ["timestamptz", ({ createdAt }) => createdAt],
  expires_at: [
    "timestamptz",
    ({ createdAt, codeTtlSeconds = 0, tokenTtlSeconds }) => after(createdAt, codeTtlSeconds + tokenTtlSeconds),
  ],
  claims_request: ["jsonb", ({ claims }) => claimsRequestOf(claims)],
  cnf: ["jsonb", ({ confirmation }) => confirmation],
} satisfies Record<string, readonly [type: string, value: Value]>;

/** What each field is read from, in the row `a`. */
const READ: Readonly<Record<keyof Authorization, string>> = {
  id: "a.id",
  clientId: "a.client_id",
  sub: "a.sub",
  sid: "a.sid",
  scopes: "a.scopes",
  resource: "a.resource",
  nonce: "a.nonce",
  acr: "a.acr",
  amr: "a.amr",
  authTime: "a.auth_time",
  idTokenClaims: "a.claims_request -> 'id_token'",
  confirmation: "a.cnf",
};

/** What an `Authorization` is read from: the columns of the row `a`, under the names of its fields. */
export const AUTHORIZATION_COLUMNS = Object.entries(READ)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

/** Whether the scopes of a key narrow those of the row `a`, if it has any: see `narrows` of the rules. */
export const NARROWS = "(asked.scopes IS NULL OR asked.scopes <@ a.scopes)";

/**
 * Whether the row `a` is bound to nobody, or to the `sender` of a key: see `assertSameSender` of the rules. Without a
 * sender this is NULL for a row that is bound.
 */
export const SAME_SENDER = "(a.cnf IS NULL OR a.cnf <@ asked.sender)";

/** How an authorization comes out of the database, its time as text. */
export type AuthorizationRow = Omit<Authorization, "authTime"> & { readonly authTime: string };

export const authorizationOf = (row: AuthorizationRow): Authorization => ({ ...row, authTime: new Date(row.authTime) });

const COLUMNS = Object.entries<readonly [type: string, value: Value]>(WRITTEN);

/** Names and types of the columns that `rowOf` has values for. */
export const NEW_ROW = COLUMNS.map(([column, [type]]) => `${column} ${type}`).join(", ");

/** The values of a new row, by column. */
export function rowOf(authorization: NewAuthorization, code: Secret | undefined): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [column, [, value]] of COLUMNS) row[column] = value(authorization, code);
  return row;
}

/**
 * Inserts new rows from `asked`, which has the columns of `NEW_ROW`.
 *
 * @param found SQL for the values that the statement finds itself
 */
export function insertingRows(found: Readonly<Record<"sub" | "sid" | "session_id", string>>, from: string): string {
  const values = { ...Object.fromEntries(COLUMNS.map(([column]) => [column, `asked.${column}`])), ...found };
  return `INSERT INTO "authorization" AS a (${Object.keys(values).join(", ")})
    SELECT ${Object.values(values).join(", ")} FROM ${from}`;
}

/** The claims by name as they are stored. An empty list is left out: then nothing is looked up for it. */
function claimsRequestOf({ userinfo, idToken }: ClaimsByName) {
  if (userinfo.length === 0 && idToken.length === 0) return undefined;
  return { ...(userinfo.length > 0 && { userinfo }), ...(idToken.length > 0 && { id_token: idToken }) };
}
