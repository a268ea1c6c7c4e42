/** Signing in with a username and a password. */
import { ProtocolError, type SignIn } from "@countersign/rules";
import type { UserStore } from "../../stores/users.ts";
import type { Passwords } from "./passwords.ts";

/** RFC 8176 §2. */
const PASSWORD_AMR = ["pwd"];

/** OIDC Core §2, acr: one factor, a password. */
const PASSWORD_ACR = "urn:countersign:acr:password";

/** Every `acr` that a sign-in here can have. A way of signing in that is better than this one adds its own. */
export const ACRS: readonly string[] = [PASSWORD_ACR];

/** One limit on guessing. `refund` gives an attempt back that turned out to be right. */
export interface AttemptLimit {
  consume(key: string): Promise<{ allowed: boolean; retryAfterSeconds: number; isFirstRefusal: boolean }>;
  refund(key: string): Promise<void>;
}

export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** What the limits count as one source of attempts. */
  readonly source: string;
}

export interface SignInDependencies {
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly limits: { readonly signInPerSource: AttemptLimit; readonly signInPerAccountAndSource: AttemptLimit };
  readonly now: () => Date;
}

/**
 * Checks a username and password. `undefined` for an unknown account, a disabled one and a wrong password alike, after
 * the same work. Attempts are counted before they are checked, so a burst cannot pass; the owner is never locked
 * out from elsewhere, as accounts are only counted together with the source. Throws with `retryAfterSeconds` at a limit.
 */
export async function signInWithPassword(
  attempt: SignInAttempt,
  deps: SignInDependencies,
): Promise<SignIn | undefined> {
  const { users, passwords, limits, now } = deps;
  const account = `${attempt.username.toLowerCase()} ${attempt.source}`;
  const counted = [
    { limit: limits.signInPerSource, key: attempt.source },
    { limit: limits.signInPerAccountAndSource, key: account },
  ];
  for (const verdict of await Promise.all(counted.map(({ limit, key }) => limit.consume(key)))) {
    if (verdict.allowed) continue;
    // Once for each window that was used up: whoever goes on fills no table.
    if (verdict.isFirstRefusal) await users.recordLimitedSignIn({ address: attempt.address, at: now() });
    throw tooManyAttempts(verdict.retryAfterSeconds);
  }

  const found = await users.findForSignIn(attempt.username);
  const right = await passwords.verify(found?.passwordHash ?? undefined, attempt.password);
  const at = now();
  if (found === undefined || !right) {
    await users.recordFailedSignIn(found?.id, { address: attempt.address, at });
    return undefined;
  }

  await Promise.all(counted.map(({ limit, key }) => limit.refund(key)));
  return { userId: found.id, authenticatedAt: at, amr: PASSWORD_AMR, acr: PASSWORD_ACR };
}

const tooManyAttempts = (retryAfterSeconds: number) =>
  new ProtocolError("temporarily_unavailable", "too many attempts to sign in", undefined, retryAfterSeconds);
