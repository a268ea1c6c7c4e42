/** Sign-ins under way: what a callback must match, for the browser that started it (RFC 9700 §4.7). */
import type { Request, Response } from "express";
import type { Config } from "./config.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { expiringMap } from "./expiring-map.ts";
import { hashOf, newSecret } from "./secrets.ts";

const COOKIE = "sample_client_login";
const TTL_SECONDS = 600;
const PER_BROWSER = 5;
const BROWSERS = 10_000;

/** One press of "Sign in". Each has its own secrets, so two tabs cannot be mixed up. */
export interface Transaction {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly authorizationUrl: string;
  /** A path on this site: see `localPath`. */
  readonly returnTo: string;
}

export interface TransactionStore {
  /** Remembers a transaction for this browser; the oldest gives way to the sixth. */
  begin(req: Request, res: Response, transaction: Transaction): void;
  /** The transaction this browser started with this state, once: taking it forgets it. */
  take(req: Request, state: string | undefined): Transaction | undefined;
  /** Browsers with a sign-in under way. */
  size(): number;
}

export function openTransactions(
  config: Pick<Config, "secure">,
  now: () => Date,
  { browsers = BROWSERS }: { browsers?: number } = {},
): TransactionStore {
  type Started = Transaction & { readonly expiresAt: number };
  const started = expiringMap<readonly Started[]>({ limit: browsers, ttlSeconds: TTL_SECONDS });

  const liveOf = (browser: string): readonly Started[] =>
    (started.get(hashOf(browser), now()) ?? []).filter(({ expiresAt }) => expiresAt > now().getTime());

  return {
    begin(req, res, transaction) {
      const sent = readCookie(req, COOKIE, config);
      const live = sent === undefined ? [] : liveOf(sent);

      // A value we did not give out is never taken over: someone else may know it.
      const browser = sent !== undefined && live.length > 0 ? sent : newSecret();
      const expiresAt = now().getTime() + TTL_SECONDS * 1000;
      started.put(hashOf(browser), [...live, { ...transaction, expiresAt }].slice(-PER_BROWSER), now());
      writeCookie(res, { name: COOKIE, value: browser, maxAgeSeconds: TTL_SECONDS }, config);
    },

    take(req, state) {
      const browser = readCookie(req, COOKIE, config);
      if (browser === undefined || state === undefined) return undefined;

      const live = liveOf(browser);
      const taken = live.find((transaction) => transaction.state === state);
      if (taken === undefined) return undefined;

      const rest = live.filter((transaction) => transaction !== taken);
      if (rest.length === 0) started.delete(hashOf(browser));
      else started.put(hashOf(browser), rest, now());
      return taken;
    },

    size: () => started.size(),
  };
}
