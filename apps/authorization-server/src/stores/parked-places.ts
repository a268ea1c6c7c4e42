/** The places of parked and pushed requests, whose number is limited: those of strangers, and those of people. */
import type { Progress } from "@countersign/rules";
import type { ParkedRequest } from "./parked-request.ts";

const PLACES = 200_000;

/** Sets of requests. Each set has its own limit. */
export type Kind = "parked" | "pushed" | "answered";

/** Gives a request a place in a set. If the set is full, the oldest request in it is dropped. */
export const hold = (set: string, key: string, ttlSeconds: number, limit = PLACES) =>
  ({ do: "collect", set, member: key, bounds: { limit, ttlSeconds } }) as const;

/**
 * A person who signs up waits for a mail, and then chooses a password. One who sets up a factor waits for a mail, and
 * then installs an app. Each of these steps has the full time.
 */
export const waitsForMail = ({ signUp, enrolment }: Progress) =>
  signUp?.step === "code" || signUp?.step === "details" || enrolment !== undefined;

export interface Places {
  readonly from: Kind;
  readonly to: Kind;
  readonly isLonger: boolean;
}

// A stranger can fill the limits of parked and pushed requests. An answer of a person required an account. Before that,
// a request that waits for a mail keeps its kind of place for as long as the request itself.
export function placed(key: string, { from, to, isLonger, ttlSeconds }: Places & { readonly ttlSeconds: number }) {
  if (from !== "answered" && to === "answered") return moved(key, from, ttlSeconds);
  return isLonger ? [hold(from, key, ttlSeconds)] : [];
}

/** Moves a request from its place in another set to a place among the answered ones. */
const moved = (key: string, from: Kind, ttlSeconds: number) =>
  [hold("answered", key, ttlSeconds), { do: "discard", set: from, member: key }] as const;

// A stranger can begin to sign up. Only a proved address makes that an answer.
export function kindOf({ progress: { signUp, ...others } }: ParkedRequest): Kind {
  return Object.keys(others).length > 0 || signUp?.step === "details" ? "answered" : "parked";
}
