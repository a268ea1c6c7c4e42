/** The session of this application: a random cookie. Its data is kept on this server. */
import type { Request, Response } from "express";
import type { Config } from "../config.ts";
import type { Notice } from "../orders/notice.ts";
import type { OrdersAccess } from "../orders/orders-api.ts";
import type { Account } from "./accounts.ts";
import { boundedMemory } from "./bounded-memory.ts";
import type { Update } from "./changes.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import type { EndedAtProvider } from "./logout-token.ts";
import { hashOf, newSecret } from "./secrets.ts";
import type { SignIn } from "./sign-in.ts";
import type { StepUp } from "./strength.ts";

const COOKIE = "sample_client_session";
const TTL_SECONDS = 8 * 3600;
const SESSIONS = 10_000;
/** Without a limit per person, one account could sign in often enough to push out the sessions of all other people. */
const PER_PERSON = 20;

export interface Session extends SignIn {
  readonly account: Account;
  /** The result of the request for a stronger sign-in, if this session began with one. */
  readonly stepUp?: StepUp;
  /** What the last refresh, or the last userinfo request, changed. */
  readonly update?: Update;
  /** The access to the orders API, if the person gave it. */
  readonly orders?: OrdersAccess;
  /** What the page of orders says the next time. */
  readonly ordersNotice?: Notice;
}

export interface SessionStore {
  read(req: Request): Session | undefined;
  /**
   * Starts a session under a new random id; a session this browser already had ends (no fixation). Where this person
   * has 20 already, the one that was not used for longest ends.
   */
  start(req: Request, res: Response, session: Session): void;
  /** Changes the session in place, unless it has ended. This does not extend its lifetime. */
  change(req: Request, change: (session: Session) => Session): void;
  end(req: Request, res: Response): void;
  /** Ends the sessions that the provider says have ended: OIDC Back-Channel Logout §2.7. */
  endThose(ended: EndedAtProvider): void;
}

/**
 * Sessions in memory: 8 hours each, 10 000 at most, gone when the process ends. Only people who signed in have any, so
 * a stranger cannot push them out.
 */
export function openSessions(config: Pick<Config, "secure">, elapsed: () => number): SessionStore {
  const sessions = boundedMemory<{ current: Session }>({ max: SESSIONS, ttlSeconds: TTL_SECONDS }, elapsed);

  function forget(req: Request): void {
    const id = readCookie(req, COOKIE, config);
    if (id !== undefined) sessions.delete(hashOf(id));
  }

  function find(req: Request): { current: Session } | undefined {
    const id = readCookie(req, COOKIE, config);
    return id === undefined ? undefined : sessions.get(hashOf(id));
  }

  /** Keys of the sessions that `isMeant`, the last used one first. A database would have an index for this. */
  const keysOf = (isMeant: (session: Session) => boolean): readonly string[] =>
    [...sessions.entries()].filter(([, { current }]) => isMeant(current)).map(([key]) => key);

  return {
    read: (req) => find(req)?.current,

    start(req, res, session) {
      forget(req);
      const own = keysOf(({ sub }) => sub === session.sub);
      for (const key of own.slice(PER_PERSON - 1)) sessions.delete(key);

      const id = newSecret();
      sessions.set(hashOf(id), { current: session });
      writeCookie(res, { name: COOKIE, value: id, maxAgeSeconds: TTL_SECONDS }, config);
    },

    change(req, change) {
      const found = find(req);
      if (found !== undefined) found.current = change(found.current);
    },

    end(req, res) {
      forget(req);
      writeCookie(res, { name: COOKIE, value: "", maxAgeSeconds: 0 }, config);
    },

    endThose(ended) {
      for (const key of keysOf((session) => isEnded(session, ended))) sessions.delete(key);
    },
  };
}

/**
 * Everything that the provider stated must match. If the provider states no `sid` for a session, only the person can
 * be compared.
 */
function isEnded({ sub, idToken }: Session, ended: EndedAtProvider): boolean {
  if (ended.sub !== undefined && ended.sub !== sub) return false;
  const sid = idToken?.claims.sid;
  return ended.sid === undefined || sid === undefined ? ended.sub !== undefined : ended.sid === sid;
}
