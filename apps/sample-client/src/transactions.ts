/** Sign-ins under way: what a callback must match, for the browser that started it (RFC 9700 §4.7). */
import type { Request, Response } from "express";
import type { Config } from "./config.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { expiringMap } from "./expiring-map.ts";
import type { ImplicitKind } from "./response-type.ts";
import { hashOf, newSecret } from "./secrets.ts";

const COOKIE = "sample_client_login";
const TTL_SECONDS = 600;
const PER_BROWSER = 5;
const BROWSERS = 10_000;

/** One press of "Sign in". Each has its own secrets, so two tabs cannot be mixed up. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  /** What was asked for: nothing in the answer widens it. */
  readonly scope: string;
  readonly authorizationUrl: string;
  /** A path on this site: see `localPath`. */
  readonly returnTo: string;
  readonly startedAt: Date;
}

export interface CodeTransaction extends Begun {
  readonly flow: "code";
  readonly codeVerifier: string;
}

export interface ImplicitTransaction extends Begun {
  readonly flow: "implicit";
  /** Which proof was asked for: an answer without it is not accepted. */
  readonly kind: ImplicitKind;
}

export type Flow = "code" | "implicit";
export type Transaction = CodeTransaction | ImplicitTransaction;

export interface TransactionStore {
  /** Remembers a transaction for this browser; the oldest gives way to the sixth. */
  begin(req: Request, res: Response, transaction: Transaction): void;
  /**
   * The transaction of this flow that this browser started with this state, once: taking it forgets it.
   * The answer to one flow is never taken for an answer to the other.
   */
  take<F extends Flow>(req: Request, flow: F, state: string | undefined): Extract<Transaction, { flow: F }> | undefined;
  /** Browsers with a sign-in under way. */
  size(): number;
}

export function openTransactions(
  config: Pick<Config, "secure">,
  now: () => Date,
  { browsers = BROWSERS }: { browsers?: number } = {},
): TransactionStore {
  type Started = Transaction & { readonly expiresAt: number };
  type OfFlow<F extends Flow> = Extract<Started, { flow: F }>;
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

    take<F extends Flow>(req: Request, flow: F, state: string | undefined) {
      const browser = readCookie(req, COOKIE, config);
      if (browser === undefined || state === undefined) return undefined;

      const live = liveOf(browser);
      const taken = live.find(
        (transaction): transaction is OfFlow<F> => transaction.state === state && transaction.flow === flow,
      );
      if (taken === undefined) return undefined;

      const rest = live.filter((transaction) => transaction !== taken);
      if (rest.length === 0) started.delete(hashOf(browser));
      else started.put(hashOf(browser), rest, now());
      return taken;
    },

    size: () => started.size(),
  };
}
