/** The factor `password`: a username, and a password that only its person knows. */
import { foldUsername, LONGEST_USERNAME, ProtocolError } from "@countersign/rules";
import type { Account, UserStore } from "../stores/users.ts";
import type { Proven } from "./factor.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Counter, SignInLimits } from "./limits.ts";
import type { Passwords } from "./passwords.ts";

export interface PasswordAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** What the limits count as one source of attempts, and the network that it is in. */
  readonly source: string;
  readonly network: string;
  /** The device cookie that came with it. */
  readonly deviceCookie: string | undefined;
}

export interface PasswordDependencies {
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
export async function checkPassword(attempt: PasswordAttempt, deps: PasswordDependencies): Promise<Proven | undefined> {
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
  return { userId: found.id, proof: { factor: "password", at } };
}

/**
 * What an attempt counts for, step by step: what one step refuses, the next does not count, so that a single source
 * cannot use up what an account may take from everywhere. Where somebody signed in to this account before, only the
 * attempts of that very browser count: nobody elsewhere can lock its owner out, and it guesses at no other account.
 */
function countersOf(
  attempt: PasswordAttempt,
  found: Account | undefined,
  { devices, limits }: PasswordDependencies,
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
  { address }: PasswordAttempt,
  { limits, users, now }: PasswordDependencies,
): Promise<void> {
  const { allowed, isFirstRefusal, retryAfterSeconds } = await limits.attempts.consume(steps);
  if (allowed) return;
  // Once for each window that was used up: whoever goes on fills no table.
  if (isFirstRefusal) await users.recordLimitedSignIn({ address, at: now() });
  throw tooManyAttempts(retryAfterSeconds);
}

const tooManyAttempts = (retryAfterSeconds: number) =>
  new ProtocolError("temporarily_unavailable", "too many attempts to sign in", undefined, retryAfterSeconds);
