/** This application's own session: a random cookie, and what it stands for kept here. */

import type { Request, Response } from "express";
import type { IDToken, UserInfoResponse } from "openid-client";
import type { Account } from "./accounts.ts";
import type { Config } from "./config.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { expiringMap } from "./expiring-map.ts";
import { hashOf, newSecret } from "./secrets.ts";
import type { Step } from "./steps.ts";

const COOKIE = "sample_client_session";
const TTL_SECONDS = 8 * 3600;
const SESSIONS = 10_000;

/** What a sign-in proved. The access token was used once and forgotten: keep it here when you need it again. */
export interface SignIn {
  /** The signed ID token, kept to say at sign-out whose session ends. */
  readonly idToken: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: IDToken;
  /** undefined where the provider has no userinfo endpoint. */
  readonly userinfo: UserInfoResponse | undefined;
  /** Scopes granted, never more than were asked for. */
  readonly scopes: readonly string[];
  /** What just happened, for the page that explains it. */
  readonly steps: readonly Step[];
}

export interface Session extends SignIn {
  readonly account: Account;
}

export interface SessionStore {
  read(req: Request): Session | undefined;
  /** Starts a session under a new random id; a session this browser already had ends (no fixation). */
  start(req: Request, res: Response, session: Session): void;
  end(req: Request, res: Response): void;
}

/** Sessions in memory: 8 hours each, 10 000 at most, gone when the process ends. */
export function openSessions(config: Pick<Config, "secure">, now: () => Date): SessionStore {
  const sessions = expiringMap<Session>({ limit: SESSIONS, ttlSeconds: TTL_SECONDS });

  function forget(req: Request): void {
    const id = readCookie(req, COOKIE, config);
    if (id !== undefined) sessions.delete(hashOf(id));
  }

  return {
    read(req) {
      const id = readCookie(req, COOKIE, config);
      return id === undefined ? undefined : sessions.get(hashOf(id), now());
    },

    start(req, res, session) {
      forget(req);
      const id = newSecret();
      sessions.put(hashOf(id), session, now());
      writeCookie(res, { name: COOKIE, value: id, maxAgeSeconds: TTL_SECONDS }, config);
    },

    end(req, res) {
      forget(req);
      writeCookie(res, { name: COOKIE, value: "", maxAgeSeconds: 0 }, config);
    },
  };
}
