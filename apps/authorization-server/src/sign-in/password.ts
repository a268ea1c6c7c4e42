/** Signing in with a username and a password. */
import { foldUsername, LONGEST_USERNAME, ProtocolError, type SignIn } from "@countersign/rules";
import type { Account, UserStore } from "../stores/users.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Passwords } from "./passwords.ts";

/** RFC 8176 §2. */
const PASSWORD_AMR = ["pwd"];

/** OIDC Core §2, acr: one factor, a password. */
const PASSWORD_ACR = "urn:countersign:acr:password";

/** Every `acr` that a sign-in here can have. A way of signing in that is better than this one adds its own. */
export const ACRS: readonly string[] = [PASSWORD_ACR];

/** One limit on guessing. */
export interface AttemptLimit {
  readonly name: string;
  readonly points: number;
  readonly durationSeconds: number;
}

/** Whose attempts are counted, against one limit. */
export interface Counter {
  readonly limit: AttemptLimit;
  readonly key: string;
}

/** Counts attempts, each by one call to the store. */
export interface AttemptCounters {
  /**
   * Counts an attempt step by step: what one step refuses, the next does not count. Says what the first refusal was.
   */
  consume(
    steps: readonly (readonly Counter[])[],
  ): Promise<{ allowed: boolean; retryAfterSeconds: number; isFirstRefusal: boolean }>;
  /** Gives an attempt back that turned out to be right. */
  refund(counters: readonly Counter[]): Promise<void>;
}

export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** What the limits count as one source of attempts, and the network that it is in. */
  readonly source: string;
  readonly network: string;
  /** The device cookie that came with it. */
  readonly deviceCookie: string | undefined;
}

/** Attempts that succeed are given back: what is counted is what fails, and what is under way. */
export interface SignInLimits {
  readonly signInPerSource: AttemptLimit;
  readonly signInPerNetwork: AttemptLimit;
  readonly signInPerAccount: AttemptLimit;
  readonly signInPerAccountAndSource: AttemptLimit;
  readonly signInPerAccountAndDevice: AttemptLimit;
  readonly attempts: AttemptCounters;
}

export interface SignInDependencies {
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly devices: Pick<KnownDevices, "find">;
  readonly limits: SignInLimits;
  readonly now: () => Date;
}

/**
 * Checks a username and password. `undefined` for an unknown account, a disabled one and a wrong password alike, after
 * the same work. The account is looked up first, so that the limits count the account and not a spelling of its
 * username. Attempts are counted before the password is checked, so a burst cannot pass. Throws with
 * `retryAfterSeconds` at a limit.
 */
export async function signInWithPassword(
  attempt: SignInAttempt,
  deps: SignInDependencies,
): Promise<SignIn | undefined> {
  const { users, passwords, limits, now } = deps;
  const found = await users.findForSignIn(attempt.username);
  const counted = countersOf(attempt, found, deps);
  await count(counted, attempt, deps);

  const right = await passwords.verify(found?.passwordHash ?? undefined, attempt.password);
  const at = now();
  if (found === undefined || !right) {
    await users.recordFailedSignIn(found?.id, { address: attempt.address, at });
    return undefined;
  }

  await limits.attempts.refund(counted.flat());
  return { userId: found.id, authenticatedAt: at, amr: PASSWORD_AMR, acr: PASSWORD_ACR };
}

/**
 * What an attempt counts for, step by step: what one step refuses, the next does not count, so that a single source
 * cannot use up what an account may take from everywhere. Where somebody signed in to this account before, only the
 * attempts of that very browser count: nobody elsewhere can lock its owner out, and it guesses at no other account.
 */
function countersOf(
  attempt: SignInAttempt,
  found: Account | undefined,
  { devices, limits }: SignInDependencies,
): readonly (readonly Counter[])[] {
  const { source, network, username, deviceCookie } = attempt;
  const account = found?.id ?? unknownAccount(username);
  const device = devices.find(deviceCookie, { id: account, username });
  if (device !== undefined) return [[{ limit: limits.signInPerAccountAndDevice, key: `${account} ${device}` }]];

  return [
    [
      { limit: limits.signInPerSource, key: source },
      { limit: limits.signInPerAccountAndSource, key: `${account} ${source}` },
    ],
    [
      { limit: limits.signInPerNetwork, key: network },
      { limit: limits.signInPerAccount, key: account },
    ],
  ];
}

// Nobody's account is counted like somebody's, and so are two spellings of it. What is longer than any username is cut
// short, because folding may make a text longer.
const unknownAccount = (username: string) => `nobody ${foldUsername(username.slice(0, LONGEST_USERNAME))}`;

async function count(
  steps: readonly (readonly Counter[])[],
  { address }: SignInAttempt,
  { limits, users, now }: SignInDependencies,
): Promise<void> {
  const { allowed, isFirstRefusal, retryAfterSeconds } = await limits.attempts.consume(steps);
  if (allowed) return;
  // Once for each window that was used up: whoever goes on fills no table.
  if (isFirstRefusal) await users.recordLimitedSignIn({ address, at: now() });
  throw tooManyAttempts(retryAfterSeconds);
}

const tooManyAttempts = (retryAfterSeconds: number) =>
  new ProtocolError("temporarily_unavailable", "too many attempts to sign in", undefined, retryAfterSeconds);
