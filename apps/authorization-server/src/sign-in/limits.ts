/** The limits on guessing, as a sign-in uses them. */

/** One limit on guessing. `refund` gives an attempt back that turned out to be right. */
export interface AttemptLimit {
  consume(key: string): Promise<{ allowed: boolean; retryAfterSeconds: number; isFirstRefusal: boolean }>;
  refund(key: string): Promise<void>;
}

/** Attempts that succeed are given back: what is counted is what fails, and what is under way. */
export interface SignInLimits {
  readonly signInPerSource: AttemptLimit;
  readonly signInPerNetwork: AttemptLimit;
  readonly signInPerAccount: AttemptLimit;
  readonly signInPerAccountAndSource: AttemptLimit;
  readonly signInPerAccountAndDevice: AttemptLimit;
}
