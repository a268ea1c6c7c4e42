/**
 * Tries of user codes, which people type: RFC 8628 §5.1. They are counted first, and one that finds a request is given
 * back. So wrong ones are counted, and of tries at the same moment no more pass than the limits allow.
 */
import { consumeInSteps, type Ephemeral, refundAll } from "@countersign/ephemeral";

/** Who tries: a person, and where from. */
export interface UserCodeTry {
  readonly sessionId: string;
  readonly userId: string;
  readonly source: string;
  readonly network: string;
}

export interface UserCodeTries {
  /** Counts a try for the session, the person, the source, its network, and for all people together, in this order. */
  count(one: UserCodeTry): Promise<{ allowed: boolean; retryAfterSeconds: number }>;
  giveBack(one: UserCodeTry): Promise<void>;
}

const TEN_MINUTES_SECONDS = 600;
const HOUR_SECONDS = 3600;
const PER_SESSION = 5;
const PER_PERSON = 10;
const PER_SOURCE = 30;
const PER_NETWORK = 150;
/**
 * Decision 179: against `MOST_USER_CODES` open ones of `USER_CODES`, twice as many wrong tries, which two windows allow
 * within an hour, find one with a probability of at most one in ten thousand.
 */
export const WRONG_USER_CODES_PER_HOUR = 50_000;

export function userCodeTries(store: Ephemeral["store"]): UserCodeTries {
  const limit = (name: string, points: number, durationSeconds = TEN_MINUTES_SECONDS) => ({
    name,
    points,
    durationSeconds,
  });
  const countsOf = ({ sessionId, userId, source, network }: UserCodeTry) => [
    { limit: limit("user-codes-session", PER_SESSION), key: sessionId },
    { limit: limit("user-codes", PER_PERSON), key: userId },
    { limit: limit("user-codes-source", PER_SOURCE), key: source },
    { limit: limit("user-codes-network", PER_NETWORK), key: network },
    { limit: limit("user-codes-all", WRONG_USER_CODES_PER_HOUR, HOUR_SECONDS), key: "all" },
  ];
  return {
    // A try that one limit refuses uses up none of the limits after it, which others share.
    count: (one) =>
      consumeInSteps(
        store,
        countsOf(one).map((count) => [count]),
      ),
    giveBack: (one) => refundAll(store, countsOf(one)),
  };
}
