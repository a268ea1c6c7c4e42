/** Browser sessions: who is signed in at a browser. The browser holds a secret; the database stores only its hash. */
import { randomUUID } from "node:crypto";
import { asBytea, batchedLookup, type Database, lookupSql } from "@countersign/database";
import { after, type Consent, hashSecret, newSecret, type Secret, type SignIn } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit-events.ts";
import { inTransaction, type Query } from "../transaction.ts";
import { endSessions, type FrontChannelLogout, frontChannelLogouts } from "./ended-sessions.ts";
import { type SessionRow, sessionOf } from "./session-row.ts";
import { lacksTerms } from "./terms.ts";

export interface Session {
  readonly id: string;
  readonly signIn: SignIn;
  /** The name to greet the person with. */
  readonly displayName: string;
  /** The consent of this person to the client that the caller asked about. */
  readonly consent: Consent | undefined;
  /** How often the person had taken something back when the session was read. */
  readonly consentsRevision: number;
  /** The client's name for this session; undefined until something was issued to the client in this session. */
  readonly sid: string | undefined;
  readonly idleExpiresAt: Date;
  /** Whether the person must choose another password before anything is issued. */
  readonly mustChangePassword: boolean;
  /** Whether the person has to accept terms before anything is issued. */
  readonly lacksTerms: boolean;
}

/** Where a sign-in came from. */
export interface SignInOrigin extends Pick<Occurrence, "address"> {
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

export interface SessionStore {
  /** Finds the live session of a secret and, in the same statement, the consent that its person gave to a client. */
  find(
    secret: string | undefined,
    agreed: { clientId: string | undefined; resource: string },
    now: Date,
  ): Promise<Session | undefined>;
  /**
   * Records a sign-in and returns the session's new secret. The previous secret is no longer valid, so nobody who knew
   * or planted it has a session (session fixation). If the same person signs in again, the session is kept. If another
   * person signs in, the old session ends, and what was issued in it is revoked. Returns `undefined` and does nothing
   * if the password of the account was set after the oldest proof, or if the account was disabled.
   */
  signIn(previous: string | undefined, signIn: SignIn, by: SignInOrigin): Promise<Secret | undefined>;
  /**
   * Ends a session, and revokes what was issued in it. For an unknown session it does nothing.
   *
   * @returns the clients of the session that the browser itself has to notify
   */
  end(secret: string | undefined, now: Date, by: Pick<Occurrence, "address">): Promise<readonly FrontChannelLogout[]>;
  /** Whether we issued this ID token in this session: its client knows the session by this `sid`. */
  issued(sessionId: string, idToken: { aud: string; sid?: string | undefined }): Promise<boolean>;
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

    signIn: (previous, signIn, { address, network, userAgent, since, continues = false, alongside }) =>
      inTransaction(pool, async (query) => {
        const secret = newSecret();
        const { authenticatedAt: at, userId } = signIn;
        if ((await query(COUNTS, [userId, since ?? at])).length === 0) return undefined;
        const kept = previous === undefined ? [] : await query(LOCK, [hashSecret(previous), at]);
        const same = kept.find((row) => row.userId === signIn.userId);
        if (continues && same === undefined) return undefined;
        const others = kept.filter((row) => row !== same);
        await endSessions(
          query,
          others.map((row) => row.id),
          at,
        );

        const id = (same?.id as string | undefined) ?? randomUUID();
        const expires = [after(at, lifetime.idleSeconds), after(at, lifetime.absoluteSeconds)];
        const browser = [userAgent?.slice(0, LONGEST_USER_AGENT) ?? null, network ?? null];
        await query(KEEP, [id, hashSecret(secret), signIn.userId, at, ...expires, ...browser]);
        const { amr, acr, proofs = [] } = signIn;
        await query(RECORD, [id, userId, at, amr, acr, JSON.stringify(proofs)]);
        await recordAudit(query, { type: "sign_in", actor: { kind: "person", userId }, userId, address, at });
        await alongside?.(query);
        return secret;
      }),

    end: (secret, now, { address }) =>
      inTransaction(pool, async (query) => {
        const [session] = secret === undefined ? [] : await query(LOCK, [hashSecret(secret), now]);
        if (session === undefined) return [];

        const told = await frontChannelLogouts(query, session.id);
        await endSessions(query, [session.id], now);
        const userId = session.userId as string;
        await recordAudit(query, { type: "sign_out", actor: { kind: "person", userId }, userId, address, at: now });
        return told;
      }),

    async issued(sessionId, { aud, sid }) {
      const found = await pool.query(ISSUED, [sessionId, aud, sid ?? null]);
      return found.rowCount === 1;
    },
  };
}

const LONGEST_USER_AGENT = 512;

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

// The lock conflicts with whoever sets the password. They wait for this sign-in and end it, or this statement waits and
// then reads the row again. The person is locked before sessions, as acts on people do.
const COUNTS = `
  SELECT FROM end_user
   WHERE id = $1 AND disabled_at IS NULL AND (password_changed_at IS NULL OR password_changed_at <= $2) FOR SHARE`;

const LOCK = `
  SELECT id, active_user_id AS "userId" FROM browser_session
   WHERE secret_hash = $1 AND expires_at > $2 AND idle_expires_at > $2 FOR UPDATE`;

const KEEP = `
  INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at, user_agent,
                               network)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (id) DO UPDATE
        SET secret_hash = $2, idle_expires_at = $5, expires_at = $6, user_agent = $7, network = $8`;

// An act that holds the person's row may wait for this session. So this statement does not wait for that row: then the
// time of this sign-in is not kept with the person.
const RECORD = `
  WITH person AS (SELECT id FROM end_user WHERE id = $2 FOR NO KEY UPDATE SKIP LOCKED),
       seen AS (UPDATE end_user u SET last_sign_in_at = $3 FROM person p WHERE u.id = p.id)
  INSERT INTO sign_in (session_id, user_id, authenticated_at, amr, acr, proofs) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (session_id, user_id) DO UPDATE SET authenticated_at = $3, amr = $4, acr = $5, proofs = $6`;

const ISSUED = "SELECT FROM session_client WHERE session_id = $1 AND client_id = $2 AND sid::text = $3";
