/** Limits on what one source may do. Counted in the shared store, so that they hold across replicas. */
import { type Ephemeral, type FailureLimit, type FloodLimit, failureLimit, floodLimit } from "@countersign/ephemeral";
import type { SourceLimits } from "./http/source-limits.ts";
import type { SignInLimits } from "./sign-in/limits.ts";

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 900;
/**
 * What a network may do, as a multiple of what one source in it may. One customer can have all sources of a network.
 */
const NETWORK_FACTOR = 5;

export interface Limits extends SignInLimits {
  /** Authorization requests that wait for a person, and those held for a browser. */
  readonly parking: SourceLimits;
  /** Request objects that are fetched because somebody asks. */
  readonly fetching: SourceLimits;
  /** Requests to the registration endpoints, whatever comes of them. */
  readonly registration: SourceLimits;
  /** Attempts of clients to authenticate that failed. What succeeds asks no store. */
  readonly clientFailuresPerSource: FailureLimit;
  readonly clientFailuresPerClientAndSource: FailureLimit;
  /** Requests to the token endpoint (RFC 6819 §4.4.1.11), counted here and settled with the other replicas in parts. */
  readonly tokenRequestsPerSource: FloodLimit;
  readonly tokenRequestsPerClient: FloodLimit;
}

export interface LimitSettings {
  readonly tokenRequestsPerMinute: number;
}

export function openLimits(
  { rateLimiter }: Pick<Ephemeral, "rateLimiter">,
  { tokenRequestsPerMinute }: LimitSettings,
): Limits {
  const aMinute = (name: string, points: number) => ({ name, points, durationSeconds: MINUTE_SECONDS });
  const aQuarterHour = (name: string, points: number) => ({ name, points, durationSeconds: QUARTER_HOUR_SECONDS });

  const bySource = (name: string, points: number): SourceLimits => ({
    perSource: rateLimiter(aMinute(name, points)),
    perNetwork: rateLimiter(aMinute(`${name}-network`, points * NETWORK_FACTOR)),
  });

  return {
    parking: bySource("parking", 600),
    fetching: bySource("fetching", 60),
    registration: bySource("registration", 600),
    signInPerSource: rateLimiter(aQuarterHour("sign-in-source", 100)),
    signInPerNetwork: rateLimiter(aQuarterHour("sign-in-network", 300)),
    signInPerAccount: rateLimiter(aQuarterHour("sign-in-account-anywhere", 30)),
    signInPerAccountAndSource: rateLimiter(aQuarterHour("sign-in-account", 10)),
    signInPerAccountAndDevice: rateLimiter(aQuarterHour("sign-in-device", 10)),
    clientFailuresPerSource: failureLimit(rateLimiter, aMinute("client-failures-source", 1000)),
    clientFailuresPerClientAndSource: failureLimit(rateLimiter, aMinute("client-failures-client", 100)),
    tokenRequestsPerSource: floodLimit(rateLimiter, aMinute("token-source", tokenRequestsPerMinute)),
    tokenRequestsPerClient: floodLimit(rateLimiter, aMinute("token-client", tokenRequestsPerMinute)),
  };
}
