/** The limits on guessing, as a sign-in uses them. */

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

/** Attempts that succeed are given back: what is counted is what fails, and what is under way. */
export interface SignInLimits {
  readonly signInPerSource: AttemptLimit;
  readonly signInPerNetwork: AttemptLimit;
  readonly signInPerAccount: AttemptLimit;
  readonly signInPerAccountAndSource: AttemptLimit;
  readonly signInPerAccountAndDevice: AttemptLimit;
  readonly attempts: AttemptCounters;
}
