/** Limits on what one source may do. Counted in the shared store, so that they hold across replicas. */
import type { Ephemeral } from "@countersign/ephemeral";
import type { AttemptLimit } from "./pages/sign-in/password.ts";

const QUARTER_HOUR_SECONDS = 900;

export interface Limits {
  /** Authorization requests that wait for a person, and those held for a browser. */
  readonly parking: AttemptLimit;
  /** Request objects that are fetched because somebody asks. */
  readonly fetching: AttemptLimit;
  /** Requests to the registration endpoints, whatever comes of them. */
  readonly registration: AttemptLimit;
  readonly signInPerSource: AttemptLimit;
  readonly signInPerAccountAndSource: AttemptLimit;
}

export function openLimits({ rateLimiter }: Pick<Ephemeral, "rateLimiter">): Limits {
  return {
    parking: rateLimiter({ name: "parking", points: 600, durationSeconds: 60 }),
    fetching: rateLimiter({ name: "fetching", points: 60, durationSeconds: 60 }),
    registration: rateLimiter({ name: "registration", points: 60, durationSeconds: 60 }),
    signInPerSource: rateLimiter({ name: "sign-in-source", points: 100, durationSeconds: QUARTER_HOUR_SECONDS }),
    signInPerAccountAndSource: rateLimiter({
      name: "sign-in-account",
      points: 10,
      durationSeconds: QUARTER_HOUR_SECONDS,
    }),
  };
}
