/** The browsers at which a person is signed in, as the person sees them. */
import type { Database } from "@countersign/database";

/** A live session of a person. */
export interface SignedInBrowser {
  /** The id of the session. */
  readonly id: string;
  /** What the browser sent as User-Agent when the person signed in. */
  readonly userAgent: string | null;
  readonly network: string | null;
  readonly firstSeen: Date;
  readonly idleExpiresAt: Date;
  /** The names of the clients that know this session. */
  readonly clients: readonly string[];
}

export interface BrowserStore {
  /** The live sessions of a person, up to 100, the last used first. */
  of(userId: string, now: Date): Promise<readonly SignedInBrowser[]>;
}

export const browserStore = ({ pool }: Pick<Database, "pool">): BrowserStore => ({
  of: async (userId, now) => (await pool.query<SignedInBrowser>(LIST, [userId, now])).rows,
});

const LIST = `
  SELECT s.id, s.user_agent AS "userAgent", s.network, s.created_at AS "firstSeen",
         s.idle_expires_at AS "idleExpiresAt",
         ARRAY(SELECT c.name FROM session_client k JOIN client c ON c.id = k.client_id
                WHERE k.session_id = s.id ORDER BY c.name LIMIT 20) AS clients
    FROM browser_session s
   WHERE s.active_user_id = $1 AND s.expires_at > $2 AND s.idle_expires_at > $2
   ORDER BY s.idle_expires_at DESC, s.id LIMIT 100`;
