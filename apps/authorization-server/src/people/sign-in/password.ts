/** The factor `password`: a username, and a password that only the person knows. */
import { foldUsername, LONGEST_USERNAME, ProtocolError, readEmailAddress } from "@countersign/rules";
import type { Account, UserStore } from "../../platform/stores/person/users.ts";
import type { Proven } from "./factor.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Counter, SignInLimits } from "./limits.ts";
import type { NewPasswords } from "./new-passwords.ts";
import type { Passwords } from "./passwords.ts";

export interface PasswordAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  readonly reference?: string | undefined;
  /** The source that the limits count attempts for, and its network. */
  readonly source: string;
  readonly network: string;
  /** The device cookie of the request. */
  readonly deviceCookie: string | undefined;
}

export interface PasswordDependencies {
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly newPasswords: Pick<NewPasswords, "isKnown">;
  readonly devices: Pick<KnownDevices, "find">;
  readonly limits: SignInLimits;
  readonly now: () => Date;
}

/**
 * Checks a username and password. Returns `undefined` for an unknown account, a disabled account and a wrong password,
 * after the same work in each case. The account is looked up first, so that the limits count the account and not a
 * spelling of its username. Attempts are counted before the password is checked, so a burst cannot exceed the limits. A
 * right password that is on a list of known ones proves the person, who must then choose another one.
 * Throws with `retryAfterSeconds` at a limit.
 */
export async function checkPassword(attempt: PasswordAttempt, deps: PasswordDependencies): Promise<Proven | undefined> {
  const { users, passwords, newPasswords, limits, now } = deps;
  const { address, reference } = attempt;
  const found = await users.findForSignIn(attempt.username);
  const counted = countersOf(attempt, found, deps);
  await count(counted, attempt, deps);

  const right = await passwords.verify(found?.passwordHash ?? undefined, attempt.password);
  const at = now();
  if (found === undefined || !right) {
    await users.recordFailedSignIn(found?.id, { address, reference, at });
    return undefined;
  }

  await limits.attempts.refund(counted.flat());
  await replaceForeign(found, attempt.password, deps);
  // NIST SP 800-63B-4 §3.1.1.2: a list may have this password by now.
  if (await newPasswords.isKnown(attempt.password)) {
    await users.requirePasswordChange(found.id, { address, reference, at });
  }
  return {
    userId: found.id,
    proof: { factor: "password", at },
    has: found.factors,
    passkeyOfferedAt: found.passkeyOfferedAt,
  };
}

/**
 * The first right password replaces a hash that other software made. A password that was changed in the meantime stays.
 */
async function replaceForeign(
  { id, passwordHash }: Account,
  password: string,
  { passwords, users }: Pick<PasswordDependencies, "passwords" | "users">,
): Promise<void> {
  if (passwordHash === null || passwords.isOurs(passwordHash)) return;
  await users.replacePasswordHash(id, passwordHash, await passwords.hash(password));
}

/**
 * The counters of an attempt, step by step. If one step refuses the attempt, the next step does not count it. So a
 * single source cannot use up the limit that an account has for all sources. If this browser signed in to the account
 * before, the attempt counts only for the account and this device. So no one elsewhere can lock the account's owner
 * out, and the device cookie gives no attempts at other accounts.
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

// An unknown account is counted like an existing one, and its spellings count together, those of an address as well. A
// text that is longer than any username is cut, because case folding may make it longer.
function unknownAccount(username: string): string {
  const cut = username.slice(0, LONGEST_USERNAME);
  return `nobody ${foldUsername(readEmailAddress(cut)?.canonical ?? cut)}`;
}

async function count(
  steps: readonly (readonly Counter[])[],
  { address, reference }: PasswordAttempt,
  { limits, users, now }: PasswordDependencies,
): Promise<void> {
  const { allowed, isFirstRefusal, retryAfterSeconds } = await limits.attempts.consume(steps);
  if (allowed) return;
  // Recorded once for each window that was used up, so that further attempts do not fill the table.
  if (isFirstRefusal) await users.recordLimitedSignIn({ address, reference, at: now() });
  throw tooManyAttempts(retryAfterSeconds);
}

const tooManyAttempts = (retryAfterSeconds: number) =>
  new ProtocolError("temporarily_unavailable", "too many attempts to sign in", undefined, retryAfterSeconds);
