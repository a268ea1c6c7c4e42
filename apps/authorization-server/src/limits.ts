/** Limits for one source. They are counted in the shared store, so that they apply across replicas. */
import {
  consumeInSteps,
  type Ephemeral,
  type FailureLimit,
  type FloodLimit,
  failureLimit,
  floodLimit,
  type RateLimiter,
  refundAll,
  type Step,
} from "@countersign/ephemeral";
import { type MailBudget, type MailBudgets, type MailLimits, mailboxOf } from "./people/mail/limits.ts";
import type { SecondFactorLimits, SignInLimits } from "./people/sign-in/limits.ts";
import { networkOf, sourceOf } from "./platform/http/address.ts";
import type { SourceLimits } from "./platform/http/source-limits.ts";

const MINUTE_SECONDS = 60;
const QUARTER_HOUR_SECONDS = 900;
const HOUR_SECONDS = 3600;
/**
 * The limit of a network, as a multiple of the limit of one source in it. One customer can have all sources of a
 * network.
 */
const NETWORK_FACTOR = 5;

const DAY_SECONDS = 86_400;
/** What one administrator of the deployment may mail, as a multiple of what those of one organization may. */
const ADMINISTRATOR_FACTOR = 5;
/** The mails of a day, as a multiple of those of an hour: a team is invited at once, and not all day. */
const DAY_FACTOR = 2.5;

export interface Limits extends SignInLimits, SecondFactorLimits {
  /** Authorization requests that wait for a person, and requests that are stored for a browser. */
  readonly parking: CountedSource;
  /** Fetches of request objects. Anyone can cause them. */
  readonly fetching: CountedSource;
  /**
   * Fetches of metadata documents of clients: of unknown ones by who causes them and by the host of the document, and
   * of known ones, whose URLs a stranger cannot make up, by the host.
   */
  readonly clientDocuments: CountedSource;
  readonly clientDocumentsPerHost: RateLimiter;
  readonly knownDocumentsPerHost: RateLimiter;
  /** Calls of the administration API, by caller. */
  readonly administration: RateLimiter;
  /** A second limit for calls that do much work for a small body. */
  readonly costlyAdministration: RateLimiter;
  /**
   * Requests of devices (RFC 8628), by who sends them, and those of one confidential client. Such a client can have at
   * most 6000 of the 10 000 user codes that may be open.
   */
  readonly deviceRequests: CountedSource;
  readonly deviceRequestsPerClient: FloodLimit;
  /** Requests to the registration endpoints, regardless of their result. */
  readonly registration: CountedSource;
  /** Mails that a stranger can cause, for all purposes together. */
  readonly mail: MailLimits;
  /** A second limit for administrators' mails to addresses that are not proved. Strangers cannot use these up. */
  readonly mailBudgets: MailBudgets;
  /** Tries of a mailed code for one address, regardless of the purpose. They bound guesses over several codes. */
  readonly codeTries: RateLimiter;
  /** Visits of links from mails. */
  readonly mailedLinks: CountedSource;
  /** Passwords and recovery codes that are chosen. Each costs hashes, which sign-ins wait for. */
  readonly newSecrets: CountedSource;
  /** Pictures that people send, and usernames that they ask for. */
  readonly accountChanges: CountedSource;
  /** Failed client authentication attempts. A success needs no store access. */
  readonly clientFailuresPerSource: FailureLimit;
  readonly clientFailuresPerClientAndSource: FailureLimit;
  /**
   * Requests to the token endpoint (RFC 6819 §4.4.1.11). They are counted here and synchronized with the other replicas
   * in batches.
   */
  readonly tokenRequestsPerSource: FloodLimit;
  readonly tokenRequestsPerClient: FloodLimit;
  /** Requests that one confidential client pushes. They bound how many of its requests can be stored at a time. */
  readonly pushedRequestsPerClient: FloodLimit;
}

/** A limit for one source, and a limit for its network. */
export interface CountedSource extends SourceLimits {
  readonly perSource: RateLimiter;
  readonly perNetwork: RateLimiter;
  /** The steps of `consume`, for a store call that does more than count. */
  steps(address: string): readonly Step[];
}

export interface LimitSettings {
  readonly tokenRequestsPerMinute: number;
  readonly pushedRequestsPerMinute: number;
  /** Mails that the administrators of one organization may cause. */
  readonly invitationsPerHour: number;
}

// A person who proved the password asks for the code of an enrolment. Strangers cannot use up its limit.
const countedMailbox = (to: string, purpose: string) =>
  purpose === "enrol" ? JSON.stringify([purpose, mailboxOf(to)]) : mailboxOf(to);

export function openLimits({ store, rateLimiter }: Ephemeral, settings: LimitSettings): Limits {
  const aMinute = (name: string, points: number) => ({ name, points, durationSeconds: MINUTE_SECONDS });
  const aQuarterHour = (name: string, points: number) => ({ name, points, durationSeconds: QUARTER_HOUR_SECONDS });

  const bySource = (name: string, points: number): CountedSource => {
    const perSource = rateLimiter(aMinute(name, points));
    const perNetwork = rateLimiter(aMinute(`${name}-network`, points * NETWORK_FACTOR));
    const counts = (address: string) => [
      [{ limit: perSource.limit, key: sourceOf(address) }],
      [{ limit: perNetwork.limit, key: networkOf(address) }],
    ];
    return {
      perSource,
      perNetwork,
      steps: (address) => counts(address).map((each) => ({ do: "count", counts: each })),
      consume: (address) => consumeInSteps(store, counts(address)),
    };
  };

  const anHour = (name: string, points: number) => ({ name, points, durationSeconds: HOUR_SECONDS });
  const { tokenRequestsPerMinute, pushedRequestsPerMinute, invitationsPerHour } = settings;
  return {
    mail: mailLimits(store),
    mailBudgets: mailBudgets(store, invitationsPerHour),
    codeTries: rateLimiter(anHour("code-tries", 15)),
    mailedLinks: bySource("mailed-links", 120),
    newSecrets: bySource("new-secrets", 10),
    accountChanges: bySource("account-changes", 10),
    parking: bySource("parking", 600),
    fetching: bySource("fetching", 60),
    clientDocuments: bySource("client-documents", 60),
    clientDocumentsPerHost: rateLimiter(aMinute("client-documents-host", 120)),
    knownDocumentsPerHost: rateLimiter(aMinute("known-documents-host", 120)),
    administration: rateLimiter(aMinute("administration", 6000)),
    costlyAdministration: rateLimiter(aMinute("administration-costly", 30)),
    deviceRequests: bySource("device-requests", 30),
    deviceRequestsPerClient: floodLimit(rateLimiter, aMinute("device-requests-client", 600)),
    registration: bySource("registration", 600),
    signInPerSource: aQuarterHour("sign-in-source", 100),
    signInPerNetwork: aQuarterHour("sign-in-network", 300),
    signInPerAccount: aQuarterHour("sign-in-account-anywhere", 30),
    signInPerAccountAndSource: aQuarterHour("sign-in-account", 10),
    signInPerAccountAndDevice: aQuarterHour("sign-in-device", 10),
    secondFactorPerAccount: aQuarterHour("second-factor-account", 5),
    secondFactorPerAccountAndDevice: aQuarterHour("second-factor-device", 5),
    passkeyFailuresPerSource: failureLimit(rateLimiter, aQuarterHour("passkey-failures-source", 100)),
    passkeyFailuresPerNetwork: failureLimit(rateLimiter, aQuarterHour("passkey-failures-network", 300)),
    attempts: {
      consume: (steps) => consumeInSteps(store, steps),
      refund: (counters) => refundAll(store, counters),
    },
    clientFailuresPerSource: failureLimit(rateLimiter, aMinute("client-failures-source", 1000)),
    clientFailuresPerClientAndSource: failureLimit(rateLimiter, aMinute("client-failures-client", 100)),
    tokenRequestsPerSource: floodLimit(rateLimiter, aMinute("token-source", tokenRequestsPerMinute)),
    tokenRequestsPerClient: floodLimit(rateLimiter, aMinute("token-client", tokenRequestsPerMinute)),
    pushedRequestsPerClient: floodLimit(rateLimiter, aMinute("pushed-client", pushedRequestsPerMinute)),
  };
}

function mailLimits(store: Ephemeral["store"]): MailLimits {
  const anHour = (name: string, points: number) => ({ name, points, durationSeconds: HOUR_SECONDS });
  const again = { name: "mail-again", points: 1, durationSeconds: MINUTE_SECONDS };
  return {
    consume: ({ to, purpose, from }) =>
      consumeInSteps(store, [
        ...(from === undefined
          ? []
          : [
              [{ limit: anHour("mail-source", 20), key: sourceOf(from) }],
              [{ limit: anHour("mail-network", 300), key: networkOf(from) }],
            ]),
        [{ limit: again, key: JSON.stringify([purpose, mailboxOf(to)]) }],
        [{ limit: anHour("mail-address", 5), key: countedMailbox(to, purpose) }],
      ]),
  };
}

const mailBudgets = (store: Ephemeral["store"], anHour: number): MailBudgets => ({
  perOrganization: mailBudget(store, "mail-organization", anHour),
  // One administrator leaves the others of their organization something.
  perAdministratorOfOrganization: mailBudget(store, "mail-member", Math.ceil(anHour / 2)),
  perAdministrator: mailBudget(store, "mail-administrator", anHour * ADMINISTRATOR_FACTOR),
});

function mailBudget(store: Ephemeral["store"], name: string, anHour: number): MailBudget {
  const aDay = Math.floor(anHour * DAY_FACTOR);
  const limits = [
    { name: `${name}-hour`, points: anHour, durationSeconds: HOUR_SECONDS },
    { name: `${name}-day`, points: aDay, durationSeconds: DAY_SECONDS },
  ];
  const countsOf = (key: string) => limits.map((limit) => ({ limit, key }));
  const giveBack = (key: string) => refundAll(store, countsOf(key));
  return {
    inWords: `${anHour} an hour and ${aDay} a day`,
    giveBack,
    async take(key) {
      const verdict = await consumeInSteps(store, [countsOf(key)]);
      if (!verdict.allowed) await giveBack(key);
      return verdict;
    },
  };
}
