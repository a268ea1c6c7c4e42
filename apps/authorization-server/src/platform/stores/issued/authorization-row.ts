/**
 * The row of an authorization: which columns are written when it is created, and which fields are read from it. To add
 * a column, add a line to `WRITTEN`, to `rowOf` and to `READ`, and a migration.
 */
import { randomUUID } from "node:crypto";
import { asBytea } from "@countersign/database";
import {
  after,
  type ClaimsByName,
  type ClaimsRequest,
  type Confirmation,
  type GrantedDetails,
  type GrantedResources,
  type RequestableClaim,
  type SecretHash,
  type SignIn,
} from "@countersign/rules";
import type { CreationGrounds } from "./creation-grounds.ts";

export interface NewAuthorization {
  readonly clientId: string;
  /** How often the client had changed when the request was checked. */
  readonly clientRevision: number;
  /** The sector of the client, if the client knows people by pairwise subjects. */
  readonly sector: string | undefined;
  readonly grounds: CreationGrounds;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  /** The claims that were requested by name and granted. */
  readonly claims: ClaimsByName & Pick<ClaimsRequest, "sid">;
  /** The identifier of the resource server of /userinfo. */
  readonly resource: string;
  /** The resource servers that its tokens may be for; undefined if only that of /userinfo. */
  readonly resources?: GrantedResources | undefined;
  /** The authorization details by resource server; undefined if there are none. */
  readonly details?: GrantedDetails | undefined;
  readonly nonce: string | undefined;
  /** Where the code was sent; undefined if the request is answered in another way than by a redirect. */
  readonly redirectUri?: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly createdAt: Date;
  /** How long its code may be redeemed; undefined if no code was requested. */
  readonly codeTtlSeconds: number | undefined;
  /** How long its longest-lived token lives. The row is kept for that time, counted from the end of its code. */
  readonly tokenTtlSeconds: number;
  readonly sessionIdleSeconds: number;
  /** What the sender of the token request has to prove (RFC 9449 §10); undefined if any sender may use the code. */
  readonly confirmation?: Confirmation | undefined;
}

export interface Authorization {
  readonly id: string;
  readonly clientId: string;
  readonly sub: string;
  readonly sid: string | null;
  readonly scopes: readonly string[];
  readonly resource: string;
  /** As in the new authorization; null if its tokens are only for /userinfo. */
  readonly resources: GrantedResources | null;
  /** As in the new authorization; null if there are none. */
  readonly details: GrantedDetails | null;
  readonly nonce: string | null;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly authTime: Date;
  /** The claims for its ID tokens, by name: those about the person, and `sid`; null if there are none. */
  readonly idTokenClaims: readonly (RequestableClaim | "sid")[] | null;
  /** What its code is bound to, and later its refresh tokens; null if they are not bound. */
  readonly confirmation: Confirmation | null;
}

/** Each column that is written when an authorization is created, with its type in PostgreSQL. */
const WRITTEN = {
  id: "uuid",
  client_id: "text",
  user_id: "uuid",
  session_id: "uuid",
  sid: "uuid",
  scopes: "text[]",
  resource: "text",
  resources: "jsonb",
  details: "jsonb",
  nonce: "text",
  acr: "text",
  amr: "text[]",
  auth_time: "timestamptz",
  code_hash: "bytea",
  code_challenge: "text",
  redirect_uri: "text",
  code_expires_at: "timestamptz",
  created_at: "timestamptz",
  expires_at: "timestamptz",
  claims_request: "jsonb",
  cnf: "jsonb",
} as const;

/** The expression that each field is read from, in the row `a`. */
const READ: Readonly<Record<keyof Authorization, string>> = {
  id: "a.id",
  clientId: "a.client_id",
  sub: "a.sub",
  sid: "a.sid",
  scopes: "a.scopes",
  resource: "a.resource",
  resources: "a.resources",
  details: "a.details",
  nonce: "a.nonce",
  acr: "a.acr",
  amr: "a.amr",
  authTime: "a.auth_time",
  idTokenClaims: "a.claims_request -> 'id_token'",
  confirmation: "a.cnf",
};

/** The columns of the row `a` that an `Authorization` is read from, under the names of its fields. */
export const AUTHORIZATION_COLUMNS = Object.entries(READ)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");

/**
 * Whether the scopes of a key, if it has any, narrow those of the row `a`: see `narrows` and `allScopes` in the rules.
 * The scopes of other resource servers are read only if the row has some.
 */
export const NARROWS = `(asked.scopes IS NULL OR asked.scopes <@ a.scopes OR a.resources IS NOT NULL
    AND asked.scopes <@ (a.scopes || ARRAY(SELECT jsonb_array_elements_text(value) FROM jsonb_each(a.resources))))`;

/**
 * Whether the row `a` has one resource server that a token may be for now: the one of the key, or the only one that has
 * the scopes of the key (see `audienceOf` in the rules). It must be enabled, and open to the client (`isOpenTo`), and
 * the sender must have proved a key if it requires bound tokens (see `assertBoundFor`).
 */
export const FOR_RESOURCE = `CASE
    WHEN a.resources IS NULL THEN asked.resource IS NULL OR asked.resource = a.resource
    ELSE (SELECT count(*) = 1 AND bool_and(granted.key = a.resource OR EXISTS (
            SELECT FROM resource_server r JOIN client c ON c.id = a.client_id AND c.scopes && r.scopes
             WHERE r.identifier = granted.key AND r.disabled_at IS NULL
               AND (NOT r.dpop_bound_access_tokens_required OR jsonb_exists(asked.sender, 'jkt'))))
            FROM jsonb_each(a.resources) granted (key, scopes)
           WHERE CASE WHEN asked.resource IS NOT NULL THEN granted.key = asked.resource
                      WHEN a.resources - a.resource = '{}' THEN true
                      ELSE granted.key <> a.resource AND (asked.scopes IS NULL OR asked.scopes
                             <@ (a.scopes || ARRAY(SELECT jsonb_array_elements_text(granted.scopes)))) END)
    END`;

/**
 * Whether the row `a` is not bound, or is bound to the `sender` of a key: see `assertSameSender` in the rules. If there
 * is no sender, the result for a bound row is NULL.
 */
export const SAME_SENDER = "(a.cnf IS NULL OR a.cnf <@ asked.sender)";

/** An authorization as the database returns it, with its time as text. */
export type AuthorizationRow = Omit<Authorization, "authTime"> & { readonly authTime: string };

export const authorizationOf = (row: AuthorizationRow): Authorization => ({ ...row, authTime: new Date(row.authTime) });

/** Names and types of the columns that `rowOf` has values for. */
export const NEW_ROW = Object.entries(WRITTEN)
  .map(([column, type]) => `${column} ${type}`)
  .join(", ");

/** The values of a new row, by column. */
export function rowOf(
  authorization: NewAuthorization,
  codeHash: SecretHash | undefined,
): Record<keyof typeof WRITTEN, unknown> {
  const { grounds, signIn, createdAt, codeTtlSeconds = 0 } = authorization;
  return {
    id: randomUUID(),
    client_id: authorization.clientId,
    user_id: signIn.userId,
    session_id: grounds.kind === "assertion" ? undefined : grounds.session.id,
    // The client's name for the session. If the client already knows the session by another value, that value is kept.
    sid: grounds.kind === "session" ? (grounds.session.sid ?? randomUUID()) : undefined,
    scopes: authorization.scopes,
    resource: authorization.resource,
    resources: authorization.resources,
    details: authorization.details,
    nonce: authorization.nonce,
    acr: signIn.acr,
    amr: signIn.amr,
    auth_time: signIn.authenticatedAt,
    code_hash: codeHash && asBytea(codeHash),
    code_challenge: authorization.codeChallenge,
    redirect_uri: authorization.redirectUri,
    code_expires_at: codeHash && after(createdAt, codeTtlSeconds),
    created_at: createdAt,
    expires_at: after(createdAt, codeTtlSeconds + authorization.tokenTtlSeconds),
    claims_request: claimsRequestOf(authorization.claims),
    cnf: authorization.confirmation,
  };
}

/**
 * Inserts new rows from `asked`, which has the columns of `NEW_ROW`.
 *
 * @param found SQL for the values that the statement itself finds
 */
export function insertingRows(found: FoundValues, from: string): string {
  const values = { ...Object.fromEntries(Object.keys(WRITTEN).map((column) => [column, `asked.${column}`])), ...found };
  return `INSERT INTO "authorization" AS a (${Object.keys(values).join(", ")})
    SELECT ${Object.values(values).join(", ")} FROM ${from}`;
}

type FoundValues = Readonly<
  Record<"sub" | "sid" | "session_id", string> & Partial<Record<"exchanged_from" | "exchanged_jtis", string>>
>;

/** The claims by name as they are stored. An empty list is left out, so that nothing is looked up for it. */
function claimsRequestOf({ userinfo, idToken, sid }: NewAuthorization["claims"]) {
  const inIdToken = sid ? [...idToken, "sid"] : idToken;
  if (userinfo.length === 0 && inIdToken.length === 0) return undefined;
  return { ...(userinfo.length > 0 && { userinfo }), ...(inIdToken.length > 0 && { id_token: inIdToken }) };
}
