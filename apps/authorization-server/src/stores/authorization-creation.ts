/** How an authorization is made: one statement, with the session that it belongs to. */
import { randomUUID } from "node:crypto";
import {
  asJson,
  askedAlone,
  type Change,
  changedTogether,
  changeForEachAsked,
  changeForOneAsked,
  type Database,
} from "@countersign/database";
import { after, type ClaimsByName, type RequestableClaim } from "@countersign/rules";
import type { AuthorizationRow, NewAuthorization } from "./authorizations.ts";

/** What an authorization `a` yields, as `Authorization` has it. */
export const YIELDED = `a.id, a.client_id AS "clientId", a.sub, a.sid, a.scopes, a.resource, a.nonce, a.acr, a.amr,
  a.auth_time AS "authTime",
  a.claims_request -> 'id_token' AS "idTokenClaims"`;

const CREATION = `id uuid, client_id text, user_id uuid, session_id uuid, sid uuid, scopes text[], resource text,
  nonce text, acr text, amr text[], auth_time timestamptz, code_hash bytea, code_challenge text, redirect_uri text,
  code_expires_at timestamptz, created_at timestamptz, outlives_session boolean, expires_at timestamptz, claims_request jsonb,
  client_revision integer, consents_revision integer`;

/** An authorization to be made: the members of `CREATION`. */
export interface Creation {
  readonly id: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly session_id: string;
  /** What its client calls the session; where it knows it by another one already, that is taken. */
  readonly sid: string;
  readonly scopes: readonly string[];
  readonly resource: string;
  readonly nonce: string | undefined;
  readonly acr: string;
  readonly amr: readonly string[];
  readonly auth_time: Date;
  readonly code_hash: string | undefined;
  readonly code_challenge: string | undefined;
  readonly redirect_uri: string;
  readonly code_expires_at: Date | undefined;
  readonly created_at: Date;
  readonly outlives_session: boolean;
  readonly expires_at: Date;
  readonly claims_request:
    | { readonly userinfo?: readonly RequestableClaim[]; readonly id_token?: readonly RequestableClaim[] }
    | undefined;
  /** Those that the request was checked by. If one changed, no authorization is made: an error page is shown. */
  readonly client_revision: number;
  readonly consents_revision: number;
}

/** The claims by name as they are kept. An empty list is left out: whoever reads it has nothing to look up. */
export function claimsRequestOf({ userinfo, idToken }: ClaimsByName): Creation["claims_request"] {
  if (userinfo.length === 0 && idToken.length === 0) return undefined;
  return { ...(userinfo.length > 0 && { userinfo }), ...(idToken.length > 0 && { id_token: idToken }) };
}

const MOST_IDLE_LOST_SECONDS = 60;

/**
 * A session is prolonged when that gains so many seconds, and not by every authorization: then most of them change no
 * row but their own.
 */
const leastGained = (idleSeconds: number) => Math.min(MOST_IDLE_LOST_SECONDS, idleSeconds / 100);

// Session, client and person are locked as a foreign key locks what it refers to: those that issue do not wait for one
// another, and an act that ends one of them does (creation-locks.ts).
const LIVE_SESSION = `s.id = asked.session_id AND s.active_user_id = asked.user_id
   AND s.expires_at > asked.created_at AND s.idle_expires_at > asked.created_at`;
const ABLE = `c.id = asked.client_id AND c.disabled_at IS NULL AND c.revision = asked.client_revision
   AND u.id = asked.user_id AND u.disabled_at IS NULL AND u.consents_revision = asked.consents_revision`;

/**
 * @param sub the subject that the client sees
 * @param from the tables that it and the `sid` come from, `asked` among them
 */
const inserting = (sid: string, sub: string, from: string) => `made AS (
    INSERT INTO "authorization" AS a (id, client_id, user_id, session_id, sid, sub, scopes, resource, nonce, acr, amr, auth_time,
                                      code_hash, code_challenge, redirect_uri, code_expires_at, created_at, expires_at,
                                      claims_request)
    SELECT asked.id, asked.client_id, asked.user_id, CASE WHEN asked.outlives_session THEN NULL ELSE asked.session_id END, ${sid}, ${sub},
           asked.scopes, asked.resource, asked.nonce, asked.acr, asked.amr, asked.auth_time, asked.code_hash, asked.code_challenge,
           asked.redirect_uri, asked.code_expires_at, asked.created_at, asked.expires_at, asked.claims_request
      FROM ${from}
    RETURNING a.id, ${asJson(YIELDED)} AS "row"
  ), changed AS (
    SELECT asked.ordinality, made."row" FROM made JOIN asked ON asked.id = made.id
  )`;

// Locked in the order in which a DELETE goes: first what is referred to.
/** For a client that knows the session already, and a session that is prolonged enough. */
const inKnownSession = (locked: string) =>
  changeForEachAsked(
    CREATION,
    `held AS MATERIALIZED (
    SELECT asked.* FROM asked CROSS JOIN LATERAL (
      SELECT FROM browser_session s, client c, end_user u
       WHERE ${LIVE_SESSION} AND ${ABLE}
      OFFSET 0 FOR KEY SHARE OF u, c, s ${locked}) able
  ), ${inserting("asked.sid", "asked.user_id::text", "held asked")}`,
  );

const CREATE_KNOWN: Change = {
  together: { name: "authorization-create-known-many", text: inKnownSession("SKIP LOCKED") },
  alone: { name: "authorization-create-known", text: inKnownSession("") },
};

const PROLONGING = `${CREATION}, idle_ends_at timestamptz, prolong_before timestamptz`;

/**
 * For one key alone: what its parts find is that of the one who asks, and of no other.
 *
 * @param subject the `sub` that the client sees, and what yields it besides `known`
 */
const creating = (columns: string, subject: { readonly sub: string; readonly from?: string }) =>
  changeForOneAsked(
    columns,
    `able AS (
    SELECT s.id FROM asked, browser_session s, client c, end_user u WHERE ${LIVE_SESSION} AND ${ABLE}
       FOR KEY SHARE OF u, c, s
  ), prolonged AS (
    UPDATE browser_session s SET idle_expires_at = LEAST(s.expires_at, asked.idle_ends_at) FROM asked, able
     WHERE s.id = able.id AND s.idle_expires_at < LEAST(s.expires_at, asked.prolong_before)
  ), before AS (
    SELECT k.sid FROM asked, able, session_client k WHERE k.session_id = able.id AND k.client_id IS NOT DISTINCT FROM asked.client_id
  ), first AS (
    INSERT INTO session_client (sid, session_id, client_id)
    SELECT asked.sid, able.id, asked.client_id FROM asked, able WHERE NOT EXISTS (SELECT FROM before)
    ON CONFLICT (session_id, client_id) DO UPDATE SET client_id = EXCLUDED.client_id
    RETURNING sid
  ), known AS (
    SELECT sid FROM before UNION ALL SELECT sid FROM first
  )${subject.from ?? ""}, ${inserting("known.sid", subject.sub, `asked, known${subject.from === undefined ? "" : ", subject"}`)}`,
  );

const CREATE = { name: "authorization-create", text: creating(PROLONGING, { sub: "asked.user_id::text" }) };

// OIDC Core §8.1: the first time a sector sees this person, its subject for them is made along.
const CREATE_PAIRWISE = {
  name: "authorization-create-pairwise",
  text: creating(`${PROLONGING}, sector text, pairwise_sub text`, {
    sub: "subject.sub",
    from: `, subject AS (
    INSERT INTO pairwise_subject (user_id, sector, sub) SELECT asked.user_id, asked.sector, asked.pairwise_sub FROM asked, known
    ON CONFLICT (user_id, sector) DO UPDATE SET sector = EXCLUDED.sector
    RETURNING sub
  )`,
  }),
};

interface Prolonging extends Creation {
  readonly idle_ends_at: Date;
  readonly prolong_before: Date;
}

/** Gives the function that makes an authorization by the statement that does what is needed, and no more. */
export function authorizationCreation(hot: Database["hot"]) {
  const createKnown = changedTogether<Creation, AuthorizationRow>(hot, CREATE_KNOWN);
  const create = askedAlone<Prolonging, AuthorizationRow>(hot, CREATE);
  const createPairwise = askedAlone<Prolonging & { sector: string; pairwise_sub: string }, AuthorizationRow>(
    hot,
    CREATE_PAIRWISE,
  );

  return ({ sector, session, createdAt, sessionIdleSeconds }: NewAuthorization, creation: Creation) => {
    const idle_ends_at = after(createdAt, sessionIdleSeconds);
    const prolong_before = after(createdAt, sessionIdleSeconds - leastGained(sessionIdleSeconds));
    const prolonging = { ...creation, idle_ends_at, prolong_before };
    if (sector !== undefined) return createPairwise({ ...prolonging, sector, pairwise_sub: randomUUID() });

    const isKnown = session.sid !== undefined && session.idleExpiresAt >= prolong_before;
    return isKnown ? createKnown(creation) : create(prolonging);
  };
}
