/** Browser sessions: who is signed in at a browser. The browser holds a secret; the database stores only its hash. */
import { asBytea, batchedLookup, type Database, lookupSql } from "@countersign/database";
import { hashSecret, newSecret, type Secret, type SignIn } from "@countersign/rules";
import { type Occurrence, recordAudit } from "../audit/audit-events.ts";
import { lacksTerms } from "../person/terms.ts";
import { inTransaction } from "../transaction.ts";
import { endSessions, type Told, toldOfTheEnd } from "./ended-sessions.ts";
import { LOCK_SESSION, openSession, type SessionLifetime, type SignInOrigin } from "./open-session.ts";
import { findProviderSession, type ProviderSession } from "./provider-sessions.ts";
import { type Session, type SessionRow, sessionOf } from "./session-row.ts";

/** What is left to do for the browser when its session ended. */
export interface Ended extends Told {
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

    signIn: (previous, signIn, origin) =>
      openSession(pool, previous, { secret: newSecret(), signIn, origin, lifetime }),

    end: (secret, now, by) =>
      inTransaction(pool, async (query) => {
        const [session] = secret === undefined ? [] : await query(LOCK_SESSION, [hashSecret(secret), now]);
        if (session === undefined) return { told: [], frontChannel: [] };

        const told = await toldOfTheEnd(query, session.id);
        const providerSession = await findProviderSession(query, session.id);
        await endSessions(query, [session.id], now);
        const userId = session.userId as string;
        await recordAudit(query, { type: "sign_out", actor: { kind: "person", userId }, userId, ...by, at: now });
        return { ...told, providerSession };
      }),

    async issued(sessionId, { aud, sub, iat, sid }) {
      const found = await pool.query(ISSUED, [sessionId, aud, sid ?? null, sub, iat]);
      return found.rowCount === 1;
    },
  };
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

const ISSUED = `
  SELECT FROM session_client k
    JOIN browser_session s ON s.id = k.session_id
    JOIN client c ON c.id = k.client_id
    LEFT JOIN pairwise_subject p ON p.user_id = s.active_user_id AND p.sector = c.sector
   WHERE k.session_id = $1 AND k.client_id = $2
     AND CASE WHEN $3::text IS NOT NULL THEN k.sid::text = $3
              ELSE CASE WHEN c.sector IS NULL THEN s.active_user_id::text ELSE p.sub END = $4
                   AND floor(extract(epoch FROM s.created_at)) <= $5 END`;
