/** What a run writes down: requests with their answers, probes of the stores, and faults. One line of JSON each. */

/** What clients and people ask for without end, in each run. */
export const TRAFFIC = [
  "discovery",
  "sign-in",
  "silent",
  "pushed-request",
  "exchange",
  "refresh",
  "userinfo",
  "introspection",
  "client-credentials",
  "registration",
  "registration-read",
  "revocation",
] as const;

export type Kind = (typeof TRAFFIC)[number] | JourneyKind;

/** What a person does on several pages, and goes on with under another release: see clients/journeys.ts. */
export type JourneyKind = "sign-up" | "password-reset" | "authenticator-app" | "passkey";

/** The error of a sign-in in which the person is shown the form again and again. */
export const NO_END = "the sign-in came to no end";

/** What each of these kinds of client does without end, too. */
export const TRAFFIC_BY = {
  public: ["sign-in", "exchange", "refresh", "userinfo", "revocation"],
  certificate: ["sign-in", "exchange", "refresh", "userinfo", "introspection", "revocation"],
  key: ["pushed-request", "sign-in", "exchange", "refresh", "userinfo", "introspection"],
} as const satisfies Record<string, readonly (typeof TRAFFIC)[number][]>;

/** Which store is away, or only for changes, or whether only a replica of the services is. */
export type Away = Store | "changes" | "replica";
export type Store = "postgres" | "redis";

/** Times are in milliseconds since the run began. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

export interface Asked extends Span {
  readonly kind: Kind;
  /** The client, if it is public, authenticates by a certificate, or proves its key by DPoP. */
  readonly by?: keyof typeof TRAFFIC_BY;
  /** 0: there was no answer. */
  readonly status: number;
  /** The `error` of the answer, or why there was none. */
  readonly error?: string;
  readonly retryAfter?: boolean;
  /** What was presented: a code, a token, a client or a session, as the beginning of a hash. */
  readonly shown?: string;
  /** What was given for it: tokens, a client or a session. */
  readonly given?: readonly string[];
  /** What ends with this revocation. */
  readonly ended?: readonly string[];
  /** Whether introspection, or what stands for it, honoured what was shown. */
  readonly honoured?: boolean;
}

export interface Probe extends Span {
  readonly probe: Store;
  readonly ok: boolean;
}

export interface Struck extends Span {
  readonly fault: string;
  readonly away: Away;
  /** Whether a replica was killed in the middle of requests: these have no answer. */
  readonly isAbrupt?: boolean;
  /** Between these times answered changes may be lost: the standby that took over had not received them. */
  readonly losesFrom?: number;
  readonly losesTo?: number;
  /** Whether what had no answer may be done all the same, at any time of it. */
  readonly isDoneLater?: boolean;
  /** A request that is sent this long after its beginning must not fail. */
  readonly mostMs?: number;
}

/** A journey that came to its end. */
export interface Ended extends Span {
  readonly journey: JourneyKind;
  /** The account that it made. */
  readonly given?: string;
  /** Why it did not come to a good one. */
  readonly problem?: string;
}

/** How many accounts an address has in the end, if it has any. */
export interface Counted extends Span {
  readonly address: string;
  readonly accounts: number;
}

export type Entry = Asked | Probe | Struck | Ended | Counted;
