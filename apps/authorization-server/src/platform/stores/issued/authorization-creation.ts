/** Creates an authorization in one statement, on its grounds: in its session, by an approval, or by an exchange. */
import { randomUUID } from "node:crypto";
import {
  asJson,
  type BatchedUpdate,
  batchedUpdate,
  type Database,
  singleUpdate,
  singleUpdateSql,
  updateSql,
} from "@countersign/database";
import { after, isOffline, type SecretHash } from "@countersign/rules";
import { authorizationExchange } from "./authorization-exchange.ts";
import {
  AUTHORIZATION_COLUMNS,
  type AuthorizationRow,
  insertingRows,
  NEW_ROW,
  type NewAuthorization,
  rowOf,
} from "./authorization-row.ts";
import type { AssertionGrounds } from "./creation-grounds.ts";

/** The columns of the row, and the further conditions of a key. If a revision changed, no row is created. */
export const CREATION = `${NEW_ROW}, outlives_session boolean, client_revision integer, consents_revision integer`;

const IDLE_WRITE_SLACK_SECONDS = 60;

/**
 * A session is prolonged only if it gains at least this many seconds, and not by every authorization. So most
 * authorizations change no row other than their own.
 */
const leastGained = (idleSeconds: number) => Math.min(IDLE_WRITE_SLACK_SECONDS, idleSeconds / 100);

// Session, client and person are locked in the way a foreign key locks the row it refers to. So statements that issue
// do not wait for one another, but an act that ends one of these three waits for them (creation-locks.ts).
const LIVE_SESSION = `s.id = asked.session_id AND s.active_user_id = asked.user_id
   AND s.expires_at > asked.created_at AND s.idle_expires_at > asked.created_at`;
/** Whether client and person may have it: on every ground. */
const ABLE = `c.id = asked.client_id AND c.disabled_at IS NULL AND c.revision = asked.client_revision
   AND u.id = asked.user_id AND u.disabled_at IS NULL AND u.consents_revision = asked.consents_revision`;

// OIDC Core §11: an authorization that outlives the session belongs to no session.
const SESSION_THAT_ENDS_IT = "CASE WHEN asked.outlives_session THEN NULL ELSE asked.session_id END";

/**
 * @param sub the subject that the client sees
 * @param from the tables that `sub` and `sid` come from, including `asked`
 */
export const inserting = (sid: string, sub: string, from: string) => `made AS (
    ${insertingRows({ sid, sub, session_id: SESSION_THAT_ENDS_IT }, from)}
    RETURNING a.id, ${asJson(AUTHORIZATION_COLUMNS)} AS "row"
  ), changed AS (
    SELECT asked.ordinality, made."row" FROM made JOIN asked ON asked.id = made.id
  )`;

// The rows are locked in the order that a DELETE uses: the referenced row first.
/** Used if the client already knows the session and the session need not be prolonged. */
const inKnownSession = (locked: string) =>
  updateSql(
    CREATION,
    `held AS MATERIALIZED (
    SELECT asked.* FROM asked CROSS JOIN LATERAL (
      SELECT FROM browser_session s, client c, end_user u
       WHERE ${LIVE_SESSION} AND ${ABLE}
      OFFSET 0 FOR KEY SHARE OF u, c, s ${locked}) able
  ), ${inserting("asked.sid", "asked.user_id::text", "held asked")}`,
  );

const CREATE_KNOWN: BatchedUpdate = {
  batch: { name: "authorization-create-known-many", text: inKnownSession("SKIP LOCKED") },
  single: { name: "authorization-create-known", text: inKnownSession("") },
};

const PROLONGING = `${CREATION}, idle_ends_at timestamptz, prolong_before timestamptz`;

/**
 * Handles one key only: the parts of the statement do not distinguish between keys.
 *
 * @param subject the `sub` that the client sees, and the SQL that yields it in addition to `known`
 */
const creating = (columns: string, subject: { readonly sub: string; readonly with?: string }) =>
  singleUpdateSql(
    columns,
    `able AS (
    SELECT s.id FROM asked, browser_session s, client c, end_user u WHERE ${LIVE_SESSION} AND ${ABLE}
       FOR KEY SHARE OF u, c, s
  ), prolonged AS (
    UPDATE browser_session s SET idle_expires_at = LEAST(s.expires_at, asked.idle_ends_at) FROM asked, able
     WHERE s.id = able.id AND s.idle_expires_at < LEAST(s.expires_at, asked.prolong_before)
  ), before AS (
    SELECT k.sid FROM asked, able, session_client k
     WHERE k.session_id = able.id AND k.client_id IS NOT DISTINCT FROM asked.client_id
  ), first AS (
    INSERT INTO session_client (sid, session_id, client_id)
    SELECT asked.sid, able.id, asked.client_id FROM asked, able WHERE NOT EXISTS (SELECT FROM before)
    ON CONFLICT (session_id, client_id) DO UPDATE SET client_id = EXCLUDED.client_id
    RETURNING sid
  ), known AS (
    SELECT sid FROM before UNION ALL SELECT sid FROM first
  )${subject.with ?? ""}, ${inserting("known.sid", subject.sub, `asked, known${subject.with ? ", subject" : ""}`)}`,
  );

const CREATE = { name: "authorization-create", text: creating(PROLONGING, { sub: "asked.user_id::text" }) };

/** OIDC Core §8.1: if a sector sees this person for the first time, the statement also creates the pairwise subject. */
export const pairwiseSubject = (after: string) => `, subject AS (
    INSERT INTO pairwise_subject (user_id, sector, sub)
    SELECT asked.user_id, asked.sector, asked.pairwise_sub FROM asked, ${after}
    ON CONFLICT (user_id, sector) DO UPDATE SET sector = EXCLUDED.sector
    RETURNING sub
  )`;

const CREATE_PAIRWISE = {
  name: "authorization-create-pairwise",
  text: creating(`${PROLONGING}, sector text, pairwise_sub text`, {
    sub: "subject.sub",
    with: pairwiseSubject("known"),
  }),
};

// The person approved what a device elsewhere asked for. It counts only if they are still signed in, but the row
// belongs to no session: `outlives_session` is true. The approval is recorded with the row.
const approving = (subject: { readonly sub: string; readonly with?: string }) =>
  singleUpdateSql(
    `${CREATION}, sector text, pairwise_sub text, address text, reference text, device_address text`,
    `able AS (
    SELECT s.id FROM asked, browser_session s, client c, end_user u WHERE ${LIVE_SESSION} AND ${ABLE}
       FOR KEY SHARE OF u, c, s
  )${subject.with ?? ""},
  ${inserting("NULL::uuid", subject.sub, `asked, able${subject.with ? ", subject" : ""}`)},
  told AS (
    INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, address, detail, reference)
    SELECT asked.created_at, 'device_approved', 'user', asked.user_id, asked.user_id, asked.client_id, asked.address,
           jsonb_build_object('authorizationId', asked.id, 'deviceAddress', asked.device_address), asked.reference
      FROM asked, made
  )`,
  );

const APPROVE = { name: "authorization-approve", text: approving({ sub: "asked.user_id::text" }) };
const APPROVE_PAIRWISE = {
  name: "authorization-approve-pairwise",
  text: approving({ sub: "subject.sub", with: pairwiseSubject("able") }),
};

/** Returns the function that creates an authorization. It chooses the statement that does only what is needed. */
export function authorizationCreation(pipelined: Database["pipelined"]) {
  const createKnown = batchedUpdate<Key, AuthorizationRow>(pipelined, CREATE_KNOWN);
  const create = singleUpdate<Key, AuthorizationRow>(pipelined, CREATE);
  const createPairwise = singleUpdate<Key, AuthorizationRow>(pipelined, CREATE_PAIRWISE);
  const approve = singleUpdate<Key, AuthorizationRow>(pipelined, APPROVE);
  const approvePairwise = singleUpdate<Key, AuthorizationRow>(pipelined, APPROVE_PAIRWISE);
  const exchange = authorizationExchange(pipelined);

  return (authorization: InSession, codeHash: SecretHash | undefined) => {
    const { sector, grounds, createdAt, sessionIdleSeconds, clientRevision, scopes } = authorization;
    if (grounds.kind === "exchange") return exchange(authorization, grounds);
    const creation = {
      ...rowOf(authorization, codeHash),
      outlives_session: grounds.kind === "approval" || isOffline(scopes),
      client_revision: clientRevision,
      consents_revision: grounds.session.consentsRevision,
    };
    if (grounds.kind === "approval") {
      const { address, reference, deviceAddress: device_address } = grounds;
      const approval = { ...creation, address, reference, device_address };
      if (sector === undefined) return approve(approval);
      return approvePairwise({ ...approval, sector, pairwise_sub: randomUUID() });
    }

    const { session } = grounds;
    const idle_ends_at = after(createdAt, sessionIdleSeconds);
    const prolong_before = after(createdAt, sessionIdleSeconds - leastGained(sessionIdleSeconds));
    const prolonging = { ...creation, idle_ends_at, prolong_before };
    if (sector !== undefined) return createPairwise({ ...prolonging, sector, pairwise_sub: randomUUID() });

    const isKnown = session.sid !== undefined && session.idleExpiresAt >= prolong_before;
    return isKnown ? createKnown(creation) : create(prolonging);
  };
}

/** One on which a person decides in a session. */
type InSession = NewAuthorization & { readonly grounds: Exclude<NewAuthorization["grounds"], AssertionGrounds> };

type Key = Readonly<Record<string, unknown>>;
