/**
 * The sessions of administrators, in the memory of this process. Tokens never reach a browser. A session ends after 30
 * minutes without a request, or 8 hours after the sign-in.
 */
import { LRUCache } from "lru-cache";
import { hashOf, newSecret } from "./secrets.ts";

const IDLE_MS = 30 * 60_000;
const LONGEST_MS = 8 * 3_600_000;
const MOST_SESSIONS = 10_000;

export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** When the access token expires. */
  readonly expiresAt: Date;
}

export interface SignedIn {
  /** The person, and the session at the authorization server. */
  readonly sub: string;
  readonly sid: string | undefined;
  readonly idToken: string;
  /** The slug of the one organization that the person administers in this session. */
  readonly organization?: string | undefined;
  readonly tokens: Tokens;
}

export interface Draft {
  readonly to: string;
  readonly form: string;
  /** Whether the person proved who they are for this act: then it is done at once. */
  readonly isProved: boolean;
}

/** A form that does one act: the path that it goes to, and its fields. */
export interface Undo {
  /** The path of the page that shows it. */
  readonly shownAt: string;
  readonly path: string;
  readonly act: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

/** Who the administration API says that the person is, and what they may do. */
export interface KnownCaller {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** The role of the service itself that allows just that. */
  readonly role?: string | null;
  /** The id of the one organization that the person administers; null for an administrator of the deployment. */
  readonly organization: string | null;
  /** The time zone of the person, as far as it is known. */
  readonly time_zone?: string | null;
}

export interface Session extends Omit<SignedIn, "tokens"> {
  /** Renewed while the session lasts. */
  tokens: Tokens;
  /** A form that the person sent before this sign-in, for the page that it was sent to. */
  draft?: Draft | undefined;
  /** A secret that was just made, for the page with this path: it is forgotten when another page is opened. */
  made?: { readonly path: string; readonly secret: string } | undefined;
  /** The act that takes back what was just done, for the page with this path: forgotten as `made` is. */
  undo?: Undo | undefined;
  /** What the API last said; undefined until it is asked, and when it refused something. */
  caller?: KnownCaller | undefined;
  /** What the tokens of forms are derived from. */
  readonly formSecret: string;
  /** By the clock of the sessions. */
  readonly endsAt: number;
}

export interface Sessions {
  /** Begins a session, and returns the secret by which the browser continues it. */
  begin(signedIn: SignedIn, draft?: Draft): string;
  find(secret: string | undefined): Session | undefined;
  end(secret: string): Session | undefined;
  /** Ends what the authorization server says has ended: one of its sessions, or all of a person. Returns them. */
  endAll(ended: { readonly sub: string | undefined; readonly sid: string | undefined }): readonly Session[];
}

/** @param elapsed the milliseconds since some moment, on a monotonic clock: no session lives longer by it */
export function openSessions(elapsed = () => performance.now()): Sessions {
  const sessions = new LRUCache<string, { session: Session; lastSeen: number }>({ max: MOST_SESSIONS });
  const isOver = ({ session, lastSeen }: { session: Session; lastSeen: number }, at: number) =>
    at >= session.endsAt || at - lastSeen >= IDLE_MS;

  return {
    begin(signedIn, draft) {
      const secret = newSecret();
      const at = elapsed();
      const session = { ...signedIn, draft, formSecret: newSecret(), endsAt: at + LONGEST_MS };
      sessions.set(hashOf(secret), { session, lastSeen: at });
      return secret;
    },

    find(secret) {
      if (secret === undefined) return undefined;
      const key = hashOf(secret);
      const kept = sessions.get(key);
      if (kept === undefined) return undefined;
      const at = elapsed();
      if (isOver(kept, at)) {
        sessions.delete(key);
        return undefined;
      }
      kept.lastSeen = at;
      return kept.session;
    },

    end(secret) {
      const kept = sessions.get(hashOf(secret));
      sessions.delete(hashOf(secret));
      return kept?.session;
    },

    endAll({ sub, sid }) {
      const ended: Session[] = [];
      for (const [key, { session }] of sessions.entries()) {
        const isNamed =
          sid === undefined ? session.sub === sub : session.sid === sid && [undefined, session.sub].includes(sub);
        if (!isNamed) continue;
        sessions.delete(key);
        ended.push(session);
      }
      return ended;
    },
  };
}
