/** Browser sessions: who is signed in at a browser. The browser holds a secret; the database stores only its hash. */
import { randomUUID } from "node:crypto";
import { asBytea, batchedLookup, type Database, lookupSql } from "@countersign/database";
import { after, hashSecret, newSecret, type Secret, type SignIn } from "@countersign/rules";
import { auditColumns, type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { lacksTerms } from "../person/terms.ts";
import { inTransaction, type Query } from "../transaction.ts";
import { endSessions, type FrontChannelLogout, frontChannelLogouts } from "./ended-sessions.ts";
import { findProviderSession, keepProviderSession, type ProviderSession, withoutHint } from "./provider-sessions.ts";
import { type Session, type SessionRow, sessionOf } from "./session-row.ts";

/** Where a sign-in came from. */
export interface SignInOrigin extends Omit<Occurrence, "at"> {
  /** The network of the address. The person sees it in the list of their browsers. */
  readonly network?: string | undefined;
  /** The browser, as it names itself. */
  readonly userAgent?: string | undefined;
  /** The time of the oldest proof that the sign-in stands on; by default there is one proof. */
  readonly since?: Date;
  /** Whether the previous session only gets stronger. If it is not a live session of the person, nothing is done. */
  readonly continues?: boolean;
  /** Writes what belongs to the sign-in, in its transaction. */
  readonly alongside?: ((query: Query) => Promise<void>) | undefined;
}

export interface SessionLifetime {
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

/** What is left to do for the browser when its session ended. */
export interface Ended {
  /** The clients of the session that the browser itself has to notify. */
  readonly frontChannel: readonly FrontChannelLogout[];
  /** The session at a provider that the browser has to end. */
  readonly providerSession?: ProviderSession | undefined;
}

/** What an ID token of ours says of its session. */
export interface IssuedIdToken {
  readonly aud: string;
  readonly sub: string;
  readonly iat: number;
  readonly sid?: string | undefined;
}

export interface SessionStore {
  /** Finds the live session of a secret and, in the same statement, the consent that its person gave to a client. */
  find(
    secret: string | undefined,
    agreed: { clientId: string | undefined; resource: string },
    now: Date,
  ): Promise<Session | undefined>;
  /**
   * Records a sign-in and returns the session's new secret. The previous secret is no longer valid, so no one who knew
   * or planted it has a session (session fixation). If the same person signs in again, the session is kept. If another
   * person signs in, the old session ends, and what was issued in it is revoked. Returns `undefined` and does nothing
   * if the password of the account was set or all access ended after the oldest proof, or if the account was disabled.
   */
  signIn(previous: string | undefined, signIn: SignIn, by: SignInOrigin): Promise<Secret | undefined>;
  /**
   * Ends a session, and revokes what was issued in it. For an unknown session it does nothing.
   */
  end(secret: string | undefined, now: Date, by: Omit<Occurrence, "at">): Promise<Ended>;
  /**
   * Whether we issued this ID token in this session: its client knows the session by this `sid`. A token without a
   * `sid` counts if its client took part in the session, knows the person of the session by this `sub`, and got the
   * token after the session began.
   */
  issued(sessionId: string, idToken: IssuedIdToken): Promise<boolean>;
}

export function sessionStore(
  { pool, pipelined }: Pick<Database, "pool" | "pipelined">,
  lifetime: SessionLifetime,
): SessionStore {
  const find = batchedLookup<SessionKey, SessionRow>(pipelined, FIND);
  return {
    async find(secret, { clientId, resource }, now) {
      if (secret === undefined) return undefined;
      const row = await find({ secret_hash: asBytea(hashSecret(secret)), client_id: clientId, resource, at: now });
      return row && sessionOf(row);
    },

    async signIn(previous, signIn, origin) {
      const secret = newSecret();
      if (previous === undefined && isOpenedAlone(signIn, origin)) {
        const values = openingValues({ id: randomUUID(), secret, signIn, origin, lifetime });
        return (await pool.query({ name: "session-open", text: OPEN, values })).rowCount === 1 ? secret : undefined;
      }
      return inTransaction(pool, (query) => signInBeside(query, previous, { secret, signIn, origin, lifetime }));
    },

    end: (secret, now, by) =>
      inTransaction(pool, async (query) => {
        const [session] = secret === undefined ? [] : await query(LOCK, [hashSecret(secret), now]);
        if (session === undefined) return { frontChannel: [] };

        const frontChannel = await frontChannelLogouts(query, session.id);
        const providerSession = await findProviderSession(query, session.id);
        await endSessions(query, [session.id], now);
        const userId = session.userId as string;
        await recordAudit(query, { type: "sign_out", actor: { kind: "person", userId }, userId, ...by, at: now });
        return { frontChannel, providerSession };
      }),

    async issued(sessionId, { aud, sub, iat, sid }) {
      const found = await pool.query(ISSUED, [sessionId, aud, sid ?? null, sub, iat]);
      return found.rowCount === 1;
    },
  };
}

const LONGEST_USER_AGENT = 512;

/** A session that is opened. */
interface Opening {
  readonly secret: Secret;
  readonly signIn: SignIn;
  readonly origin: SignInOrigin;
  readonly lifetime: SessionLifetime;
}

/** Fast path of a browser without a session, by one statement: whether nothing else belongs to the sign-in. */
const isOpenedAlone = ({ proofs = [] }: SignIn, { continues, alongside }: SignInOrigin) =>
  continues !== true && alongside === undefined && proofs.every(({ provider }) => provider === undefined);

async function signInBeside(
  query: Query,
  previous: string | undefined,
  { secret, signIn, origin, lifetime }: Opening,
): Promise<Secret | undefined> {
  const { userId, authenticatedAt: at, proofs = [] } = signIn;
  const [proved, continues] = [provedBy(signIn, origin), origin.continues === true];
  const before = previous === undefined ? {} : await sessionBefore(query, previous, { userId, proved, at, continues });
  if (before === undefined || (continues && before.id === undefined)) return undefined;

  const id = before.id ?? randomUUID();
  const opened = await query(OPEN, openingValues({ id, secret, signIn, origin, lifetime }));
  if (opened.length === 0) return undefined;
  await keepProviderSession(query, id, proofs);
  await origin.alongside?.(query);
  return secret;
}

/** The values of the statement `COUNTS`. */
const provedBy = ({ userId, authenticatedAt }: SignIn, { since }: SignInOrigin) => [userId, since ?? authenticatedAt];

/** The values of the statement `OPEN`. */
function openingValues({ id, secret, signIn, origin, lifetime }: Opening & { readonly id: string }): unknown[] {
  const { userId, authenticatedAt: at, amr, acr, proofs = [] } = signIn;
  const { address, reference, network, userAgent } = origin;
  const expires = [after(at, lifetime.idleSeconds), after(at, lifetime.absoluteSeconds)];
  const browser = [userAgent?.slice(0, LONGEST_USER_AGENT) ?? null, network ?? null];
  const { type, actor } = auditColumns({ type: "sign_in", actor: { kind: "person", userId }, userId, at });
  const session = [...provedBy(signIn, origin), at, id, hashSecret(secret), ...expires, ...browser];
  return [...session, amr, acr, JSON.stringify(proofs.map(withoutHint)), type, actor, address, reference ?? null];
}

interface Continuing {
  readonly userId: string;
  /** The values of the statement `COUNTS`. */
  readonly proved: readonly unknown[];
  readonly at: Date;
  /** Whether only a session of the same person will do. */
  readonly continues: boolean;
}

/**
 * The session that this browser has, if it is the same person's; another person's ends. Returns `undefined` and ends
 * none if the proofs do not count any more, or if there must be a session of the person. The person is locked before
 * the sessions, as acts on people do.
 */
async function sessionBefore(
  query: Query,
  secret: string,
  { userId, proved, at, continues }: Continuing,
): Promise<{ readonly id?: string } | undefined> {
  if ((await query(COUNTS, proved)).length === 0) return undefined;
  const kept = await query(LOCK, [hashSecret(secret), at]);
  const same = kept.find((row) => row.userId === userId);
  if (continues && same === undefined) return undefined;
  const others = kept.filter((row) => row !== same).map(({ id }) => id);
  await endSessions(query, others, at);
  return same === undefined ? {} : { id: String(same.id) };
}

interface SessionKey {
  readonly secret_hash: string;
  readonly client_id: string | undefined;
  readonly resource: string;
  readonly at: Date;
}

// PostgreSQL uses no index for IS NOT DISTINCT FROM, and does not merge a subquery with OFFSET 0 into the join. So it
// reads the few consents of the person, and never the many consents of a client.
const FIND = {
  name: "session-find",
  text: lookupSql(
    "secret_hash bytea, client_id text, resource text, at timestamptz",
    `
  SELECT s.id, u.id AS "userId", i.authenticated_at AS "authenticatedAt", i.amr, i.acr, i.proofs,
         COALESCE(u.name, u.username) AS "displayName",
         u.consents_revision AS "consentsRevision",
         c.granted_scopes AS "grantedScopes", c.declined_scopes AS "declinedScopes",
         c.granted_claims AS "grantedClaims", c.declined_claims AS "declinedClaims", c.hosts,
         k.sid, s.idle_expires_at AS "idleExpiresAt",
         u.password_change_required_at IS NOT NULL AS "mustChangePassword",
         ${lacksTerms("asked.at")} AS "lacksTerms"
    FROM browser_session s
    JOIN end_user u ON u.id = s.active_user_id AND u.disabled_at IS NULL
    JOIN sign_in i ON i.session_id = s.id AND i.user_id = u.id
    LEFT JOIN LATERAL (
      SELECT * FROM consent WHERE user_id = u.id AND client_id IS NOT DISTINCT FROM asked.client_id
         AND resource IS NOT DISTINCT FROM asked.resource OFFSET 0) c ON true
    LEFT JOIN session_client k ON k.session_id = s.id AND k.client_id IS NOT DISTINCT FROM asked.client_id
   WHERE s.secret_hash = asked.secret_hash AND s.expires_at > asked.at AND s.idle_expires_at > asked.at`,
  ),
};

// The lock conflicts with acts that set the password or end access. They wait for this sign-in and end it, or this
// statement waits and then reads the row again.
const COUNTS = `
  SELECT id FROM end_user
   WHERE id = $1 AND disabled_at IS NULL
     AND COALESCE(GREATEST(password_changed_at, access_ended_at) <= $2, true) FOR SHARE`;

const LOCK = `
  SELECT id, active_user_id AS "userId" FROM browser_session
   WHERE secret_hash = $1 AND expires_at > $2 AND idle_expires_at > $2 FOR UPDATE`;

// One statement for the session, the sign-in and its audit row. An act that holds the person's row may wait for this
// session. So `seen` does not wait for that row: then the time of this sign-in is not kept with the person.
const OPEN = `
  WITH counts AS (${COUNTS}),
       session AS (
         INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at,
                                      user_agent, network)
         SELECT $4::uuid, $5::bytea, id, $3, $6::timestamptz, $7::timestamptz, $8::text, $9::text FROM counts
         ON CONFLICT (id) DO UPDATE
               SET secret_hash = $5, idle_expires_at = $6, expires_at = $7, user_agent = $8, network = $9
         RETURNING id),
       person AS (SELECT u.id FROM end_user u JOIN counts USING (id) FOR NO KEY UPDATE OF u SKIP LOCKED),
       seen AS (UPDATE end_user u SET last_sign_in_at = $3 FROM person p WHERE u.id = p.id),
       signed_in AS (
         INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr, proofs)
         SELECT id, $1, $3, $10::text[], $11::text, $12::jsonb FROM session
         ON CONFLICT (session_id, user_id) DO UPDATE SET authenticated_at = $3, amr = $10, acr = $11, proofs = $12)
  INSERT INTO audit_event (at, type, actor, actor_id, user_id, address, detail, reference)
  SELECT $3::timestamptz, $13::text, $14::text, $1::text, $1, $15::text,
         jsonb_build_object('amr', to_jsonb($10::text[])), $16::text
    FROM session RETURNING user_id`;

const ISSUED = `
  SELECT FROM session_client k
    JOIN browser_session s ON s.id = k.session_id
    JOIN client c ON c.id = k.client_id
    LEFT JOIN pairwise_subject p ON p.user_id = s.active_user_id AND p.sector = c.sector
   WHERE k.session_id = $1 AND k.client_id = $2
     AND CASE WHEN $3::text IS NOT NULL THEN k.sid::text = $3
              ELSE CASE WHEN c.sector IS NULL THEN s.active_user_id::text ELSE p.sub END = $4
                   AND floor(extract(epoch FROM s.created_at)) <= $5 END`;
