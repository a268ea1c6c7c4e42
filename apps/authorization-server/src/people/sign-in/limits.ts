/** The limits on password guessing, as a sign-in uses them. */

/** One limit on password guessing. */
export interface AttemptLimit {
  readonly name: string;
  readonly points: number;
  readonly durationSeconds: number;
}

/** The key whose attempts are counted, and the limit that applies. */
export interface Counter {
  readonly limit: AttemptLimit;
  readonly key: string;
}

/** Counts attempts, each with one call to the store. */
export interface AttemptCounters {
  /**
   * Counts an attempt step by step. If one step refuses it, the later steps do not count it. Returns the result of the
   * first step that refuses it.
   */
  consume(
    steps: readonly (readonly Counter[])[],
  ): Promise<{ allowed: boolean; retryAfterSeconds: number; isFirstRefusal: boolean }>;
  /** Returns an attempt that succeeded to the counters. */
  refund(counters: readonly Counter[]): Promise<void>;
}

/** Failures of passkeys. A success costs no call to the store. */
export interface PasskeyLimits {
  readonly passkeyFailuresPerSource: FailureCounter;
  readonly passkeyFailuresPerNetwork: FailureCounter;
}

interface FailureCounter {
  /** The whole seconds until this key may try again; 0 if it may now. */
  waitSeconds(key: string): number;
  /** Counts a failure, and returns what `waitSeconds` returns from then on. */
  fail(key: string): Promise<number>;
}

/** Successful attempts are returned. So the counters hold failed attempts and attempts in progress. */
export interface SignInLimits extends PasskeyLimits {
  readonly signInPerSource: AttemptLimit;
  readonly signInPerNetwork: AttemptLimit;
  readonly signInPerAccount: AttemptLimit;
  readonly signInPerAccountAndSource: AttemptLimit;
  readonly signInPerAccountAndDevice: AttemptLimit;
  readonly attempts: AttemptCounters;
}

/** The limits on guessing second factors. All kinds of factors count together. */
export interface SecondFactorLimits extends Pick<SignInLimits, "attempts"> {
  /** From all browsers together that the account is not known in. */
  readonly secondFactorPerAccount: AttemptLimit;
  readonly secondFactorPerAccountAndDevice: AttemptLimit;
}
