/**
 * Sign-ins in progress: the values that a callback must match, for the browser that started it (RFC 9700 §4.7). The
 * browser keeps each in a sealed cookie, so this server stores nothing for sign-ins that are never finished.
 */
import type { Request, Response } from "express";
import { z } from "zod";
import type { Config } from "../config.ts";
import { boundedMemory } from "../session/bounded-memory.ts";
import { readCookie, sentCookieNames, writeCookie } from "../session/cookies.ts";
import { hashOf } from "../session/secrets.ts";
import { openSeal } from "./seal.ts";

const COOKIE = "sample_client_login_";
const NAME = /^sample_client_login_[\w-]{22}$/;
const TTL_SECONDS = 600;
/** All of them together stay far below the 8 KB of headers that proxies commonly accept. */
const PER_BROWSER = 5;
/** A browser has no more of them, unless they are invented. Reading all of those would take time. */
const MOST_READ = 2 * PER_BROWSER;
const FINISHED = 10_000;

const begun = {
  /** Ties the answer to this browser, and names the cookie. */
  state: z.string(),
  /** Ties the ID token to this sign-in. */
  nonce: z.string(),
  /** The requested scope. Nothing in the answer can extend it. */
  scope: z.string(),
  /** A path on this site: see `localPath`. */
  returnTo: z.string(),
  startedAt: z.number().transform((milliseconds) => new Date(milliseconds)),
};
/** What a person wants of the orders API. It is done when they agreed at the provider. */
const act = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("see") }),
  /** `details` is the authorization_details of the payment: RFC 9396. */
  z.object({ kind: z.literal("pay"), id: z.string(), details: z.string() }),
  z.object({ kind: z.literal("cancel"), id: z.string() }),
]);
const sealedCode = z.object({
  ...begun,
  flow: z.literal("code"),
  codeVerifier: z.string(),
  /** The person wants to create an account first. */
  prompt: z.literal("create").optional(),
  /** The values of `acr` that a request for a stronger sign-in named. */
  acrValues: z.string().optional(),
  /** How long ago the person may have proved who they are. */
  maxAgeSeconds: z.number().optional(),
  /** Whether a resource server demanded this sign-in. */
  followsChallenge: z.literal(true).optional(),
  /** Present if the answer is access to the orders API, and no sign-in. */
  act: act.optional(),
});
const sealedImplicit = z.object({
  ...begun,
  flow: z.literal("implicit"),
  responseType: z.string(),
  /** The requested proof. An answer without it is not accepted. */
  kind: z.enum(["id_token", "bare_token"]),
});
const sealedTransaction = z.discriminatedUnion("flow", [sealedCode, sealedImplicit]);

export type Act = Readonly<z.output<typeof act>>;
export type CodeTransaction = Readonly<z.output<typeof sealedCode>>;
export type ImplicitTransaction = Readonly<z.output<typeof sealedImplicit>>;
/** One press of "Sign in". Each has its own secrets, so two tabs cannot be mixed up. */
export type Transaction = CodeTransaction | ImplicitTransaction;
export type Flow = Transaction["flow"];
type OfFlow<F extends Flow> = Extract<Transaction, { flow: F }>;

export interface TransactionStore {
  /** Gives a transaction to this browser. A sixth transaction replaces the oldest. */
  begin(req: Request, res: Response, transaction: Transaction): Promise<void>;
  /**
   * The transaction of this flow that this browser started with this state. Taking it removes it from the browser.
   * The answer to one flow is never taken for an answer to the other.
   * @throws ProtocolError cookie_repeated
   */
  take<F extends Flow>(
    req: Request,
    res: Response,
    wanted: { flow: F; state: string | undefined },
  ): Promise<OfFlow<F> | undefined>;
  /**
   * Marks a transaction as the origin of a session. Returns false if it already is one. So a copy of its cookie
   * from before its removal cannot start a second session.
   */
  finish(transaction: Transaction): boolean;
}

type Settings = Pick<Config, "secure" | "issuer" | "clientId" | "cookieSecret">;

export function openTransactions(config: Settings, now: () => Date): TransactionStore {
  const { issuer, clientId, cookieSecret: secret } = config;
  // A sign-in that was started with one provider cannot be finished with another (mix-up, RFC 9700 §4.4).
  const seal = openSeal({ secret, purpose: JSON.stringify(["sign-in", issuer, clientId]) }, now);

  // Grows with proven sign-ins only, so a stranger cannot push anything out of it.
  // By the clock that the cookie ends by: it must not be forgotten while its copy still opens.
  const finished = boundedMemory<true>({ max: FINISHED, ttlSeconds: TTL_SECONDS }, () => now().getTime());

  async function open(req: Request, name: string): Promise<Transaction | undefined> {
    const sealed = readCookie(req, name, config);
    const content = sealed === undefined ? undefined : await seal.open(sealed);
    return content === undefined ? undefined : sealedTransaction.safeParse(content).data;
  }

  const remove = (res: Response, name: string) => writeCookie(res, { name, value: "", maxAgeSeconds: 0 }, config);

  /** Removes the oldest until there is room for one more. Those that cannot be opened are removed first. */
  async function makeRoom(req: Request, res: Response): Promise<void> {
    const names = sentCookieNames(req, config).filter((name) => NAME.test(name));
    if (names.length < PER_BROWSER) return;

    const startedAt = async (name: string) => (await open(req, name))?.startedAt.getTime() ?? 0;
    const read = names.slice(0, MOST_READ);
    const found = await Promise.all(read.map(async (name) => ({ name, startedAt: await startedAt(name) })));
    const oldestFirst = found.sort((one, other) => one.startedAt - other.startedAt);
    for (const { name } of oldestFirst.slice(0, 1 - PER_BROWSER)) remove(res, name);
    for (const name of names.slice(MOST_READ, 2 * MOST_READ)) remove(res, name);
  }

  return {
    async begin(req, res, transaction) {
      await makeRoom(req, res);
      const expiresAt = new Date(now().getTime() + TTL_SECONDS * 1000);
      const value = await seal.close({ ...transaction, startedAt: transaction.startedAt.getTime() }, expiresAt);
      writeCookie(res, { name: nameFor(transaction.state), value, maxAgeSeconds: TTL_SECONDS }, config);
    },

    async take<F extends Flow>(req: Request, res: Response, { flow, state }: { flow: F; state: string | undefined }) {
      if (state === undefined) return undefined;
      const name = nameFor(state);
      const found = await open(req, name);
      if (found?.state !== state || found.flow !== flow) return undefined;

      remove(res, name);
      return finished.has(hashOf(state)) ? undefined : (found as OfFlow<F>);
    },

    finish({ state }) {
      const key = hashOf(state);
      if (finished.has(key)) return false;
      finished.set(key, true);
      return true;
    },
  };
}

/**
 * One cookie for each state. Its name does not contain the state, because names of cookies are logged more often
 * than values.
 */
const nameFor = (state: string) => `${COOKIE}${hashOf(state).slice(0, 22)}`;
