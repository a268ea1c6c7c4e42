/**
 * Parked requests: authorization requests that wait for a person. A request was validated before it is parked. It is
 * read and validated again when it continues, so a change of the client in the meantime takes effect.
 */
import type { Ephemeral, Step } from "@countersign/ephemeral";
import { hashSecret, newSecret, type Progress, tooManyRequests } from "@countersign/rules";
import { type ParkedRequest, readParked, type SentRequest, writeParked } from "./parked-request.ts";

export interface ParkedRequestStore {
  /**
   * Parks a request for one browser and returns its handle. Only that browser can find it again. A browser can have 20
   * parked requests, and all browsers together 200 000 that nobody has answered yet. If a limit is reached, the next
   * request replaces the oldest one.
   *
   * @param limits the rate limits of the sender, counted first: if one is reached, nothing is parked, and this throws
   *   `temporarily_unavailable` with `retryAfterSeconds`
   */
  park(request: ParkedRequest, browser: string, limits: readonly Step[]): Promise<string>;
  find(handle: string, browser: string): Promise<ParkedRequest | undefined>;
  /**
   * Records an answer. Returns false, and records nothing, if the request is gone or another answer was recorded at the
   * same time. An answer requires an account, or an address that is proved. So after the first answer, requests of
   * strangers no longer replace this request.
   */
  answer(handle: string, browser: string, seen: ParkedRequest, progress: Progress): Promise<boolean>;
  /** Takes a request to complete it. Exactly one of several racing callers gets it, and with it its request URI. */
  complete(handle: string, browser: string, seen: ParkedRequest): Promise<boolean>;
  /**
   * Stores a request that does not belong to a browser yet, and returns its request URI (RFC 9126 §2.2). There can be
   * 200 000 of these; the next one replaces the oldest.
   *
   * @param limits as for `park`
   */
  push(parameters: SentRequest["parameters"], purpose: Purpose, limits: readonly Step[]): Promise<string>;
  /**
   * Finds the request of a request URI, for 90 seconds or until it is completed. Returns `undefined` after that, or if
   * it was pushed for another purpose.
   */
  resolve(requestUri: string, purpose: Purpose): Promise<SentRequest["parameters"] | undefined>;
  /** Spends the request URI of an authorization request. Exactly one of several racing callers gets true. */
  spend(requestUri: string): Promise<boolean>;
}

/** What was pushed. A request for one purpose is never accepted for the other, which has different checks. */
export type Purpose = "authorization" | "logout";

/** Sets of requests. Each set has its own limit. */
type Kind = "parked" | "pushed" | "answered";

interface PushedRequest {
  readonly parameters: SentRequest["parameters"];
  readonly resolvableUntil: number;
}

const PARKED_TTL_SECONDS = 600;
const PUSHED_TTL_SECONDS = 90;
const PARKED_PER_BROWSER = 20;
/** A person may open the request URI at its last moment. So it is kept, unspent, for the time a person may take. */
const PUSHED_KEPT_SECONDS = PUSHED_TTL_SECONDS + PARKED_TTL_SECONDS;
const PLACES = 200_000;
const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";

export const isOurRequestUri = (uri: string) => uri.startsWith(REQUEST_URI);

export function parkedRequestStore({
  store,
  now,
}: Pick<Ephemeral, "store"> & { readonly now: () => Date }): ParkedRequestStore {
  const { keep, forget } = keeperOf(store);

  return {
    async park(request, browser, limits) {
      const handle = newSecret();
      const key = keyOf(handle, browser);
      const put = { do: "put", key, value: writeParked(request), ttlSeconds: PARKED_TTL_SECONDS } as const;

      // The browser's set comes first, as when a request is completed: the order of the locks is always the same.
      const own = hold(setOf(browser), key, PARKED_TTL_SECONDS, PARKED_PER_BROWSER);
      await keep([...limits, own, hold("parked", key, PARKED_TTL_SECONDS), put]);
      return handle;
    },

    async find(handle, browser) {
      const text = await store.get(keyOf(handle, browser));
      return text === undefined ? undefined : readParked(text);
    },

    async answer(handle, browser, seen, progress) {
      const key = keyOf(handle, browser);
      const [expected, next] = [writeParked(seen), writeParked({ ...seen, progress })];
      const isFirst = kindOf(seen) === "parked" && kindOf({ ...seen, progress }) === "answered";
      const { requestUri } = seen.request;
      const uri = requestUri === undefined ? undefined : pushedKey(requestUri, "authorization");
      const { done, dropped } = await store.apply([
        ...replaced({ key, expected, next }, browser, waitsForMail(progress)),
        // A stranger can fill the limits of parked and pushed requests. An answer of a person required an account.
        ...(isFirst ? moved(key, "parked", PARKED_TTL_SECONDS) : []),
        ...(isFirst && uri !== undefined ? moved(uri, "pushed", PUSHED_KEPT_SECONDS) : []),
      ]);
      await forget(dropped);
      return done;
    },

    async complete(handle, browser, seen) {
      const key = keyOf(handle, browser);
      const kind = kindOf(seen);
      const { requestUri } = seen.request;
      const { done } = await store.apply([
        { do: "take", key },
        { do: "discard", set: setOf(browser), member: key },
        { do: "discard", set: kind, member: key },
        ...(requestUri === undefined ? [] : spent(requestUri, kind === "answered" ? kind : "pushed")),
      ]);
      return done;
    },

    async push(parameters, purpose, limits) {
      const requestUri = `${REQUEST_URI}${newSecret()}`;
      const key = pushedKey(requestUri, purpose);
      const resolvableUntil = now().getTime() + PUSHED_TTL_SECONDS * 1000;
      const value = JSON.stringify({ parameters, resolvableUntil } satisfies PushedRequest);

      const put = { do: "put", key, value, ttlSeconds: PUSHED_KEPT_SECONDS } as const;
      await keep([...limits, hold("pushed", key, PUSHED_KEPT_SECONDS), put]);
      return requestUri;
    },

    async resolve(requestUri, purpose) {
      const text = await store.get(pushedKey(requestUri, purpose));
      if (text === undefined) return undefined;

      const { parameters, resolvableUntil } = JSON.parse(text) as PushedRequest;
      return resolvableUntil > now().getTime() ? parameters : undefined;
    },

    spend: async (requestUri) => (await store.apply(spent(requestUri, "pushed"))).done,
  };
}

/** Stores requests in their sets. */
function keeperOf(store: Ephemeral["store"]) {
  async function keep(steps: readonly Step[]): Promise<void> {
    const { verdict, dropped } = await store.apply(steps);
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfterSeconds);
    await forget(dropped);
  }

  /** Removes requests that lost their place in one set, and also frees their place in the other set. */
  async function forget(dropped: readonly string[]): Promise<void> {
    if (dropped.length === 0) return;
    const discard = (set: Kind, member: string) => ({ do: "discard", set, member }) as const;
    await store.apply(
      [...new Set(dropped)].flatMap((key) => [
        { do: "remove", key } as const,
        discard("parked", key),
        discard("answered", key),
      ]),
    );
  }

  return { keep, forget };
}

/** Gives a request a place in a set. If the set is full, the oldest request in it is dropped. */
const hold = (set: string, key: string, ttlSeconds: number, limit = PLACES) =>
  ({ do: "collect", set, member: key, bounds: { limit, ttlSeconds } }) as const;

/**
 * A person who signs up waits for a mail, and then chooses a password. One who sets up a factor waits for a mail, and
 * then installs an app. Each of these steps has the full time.
 */
const waitsForMail = ({ signUp, enrolment }: Progress) =>
  signUp?.step === "code" || signUp?.step === "details" || enrolment !== undefined;

// A request that waits for a mail may wait for its whole lifetime again, and so may its place among the requests of
// its browser.
const replaced = (change: { key: string; expected: string; next: string }, browser: string, isLonger: boolean) =>
  isLonger
    ? ([
        { do: "replace", ...change, ttlSeconds: PARKED_TTL_SECONDS },
        hold(setOf(browser), change.key, PARKED_TTL_SECONDS, PARKED_PER_BROWSER),
      ] as const)
    : ([{ do: "replace", ...change }] as const);

/** Moves a request from its place in another set to a place among the answered ones. */
const moved = (key: string, from: Kind, ttlSeconds: number) =>
  [hold("answered", key, ttlSeconds), { do: "discard", set: from, member: key }] as const;

/** Spends a request URI, which has a place in the set of this kind. */
const spent = (requestUri: string, kind: Kind) => {
  const key = pushedKey(requestUri, "authorization");
  return [
    { do: "take", key },
    { do: "discard", set: kind, member: key },
  ] as const;
};

// A stranger can begin to sign up. Only a proved address makes that an answer.
function kindOf({ progress: { signUp, ...others } }: ParkedRequest): Kind {
  return Object.keys(others).length > 0 || signUp?.step === "details" ? "answered" : "parked";
}

const digest = (text: string) => hashSecret(text).toString("base64url");

/** The set of the requests that one browser holds. */
const setOf = (browser: string) => `browser:${digest(browser)}` as const;

// The browser is part of the key: in another browser the handle does not find the request.
const keyOf = (handle: string, browser: string) => `parked:${digest(`${handle} ${browser}`)}`;

const pushedKey = (requestUri: string, purpose: Purpose) => `pushed:${purpose} ${digest(requestUri)}`;
