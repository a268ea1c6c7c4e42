/**
 * Parked requests: authorization requests that wait for a person. What is parked was validated before, and is
 * read and validated again when it goes on, so a client that changed meanwhile is seen as it is then.
 */
import type { Ephemeral, Step } from "@countersign/ephemeral";
import { hashSecret, newSecret, type Progress, tooManyRequests } from "@countersign/rules";
import { type ParkedRequest, readParked, type SentRequest, writeParked } from "./parked-request.ts";

export interface ParkedRequestStore {
  /**
   * Parks a request for one browser and returns its handle. Only that browser can find it again. A browser holds 20,
   * and all browsers together 200 000 that nobody has answered anything to: the next request replaces the oldest of
   * them.
   *
   * @param limits who parks it, counted before it is: at a limit nothing is parked, and this throws
   *   `temporarily_unavailable` with `retryAfterSeconds`
   */
  park(request: ParkedRequest, browser: string, limits: readonly Step[]): Promise<string>;
  find(handle: string, browser: string): Promise<ParkedRequest | undefined>;
  /**
   * Records an answer. False if the request is gone or was answered at the same time: then nothing was recorded. From
   * the first answer on, which takes an account, requests of strangers do not replace this one.
   */
  answer(handle: string, browser: string, seen: ParkedRequest, progress: Progress): Promise<boolean>;
  /** Takes a request to complete it: of racing callers exactly one gets it, and with it its request URI. */
  complete(handle: string, browser: string, seen: ParkedRequest): Promise<boolean>;
  /**
   * Parks a request that no browser holds yet, and returns its request URI (as RFC 9126 §2.2 makes them). There are
   * 200 000 of these; the next one replaces the oldest.
   *
   * @param limits as for `park`
   */
  push(parameters: SentRequest["parameters"], purpose: Purpose, limits: readonly Step[]): Promise<string>;
  /**
   * The request behind a request URI, for 90 seconds or until it is completed. `undefined` after that, or for another
   * purpose.
   */
  resolve(requestUri: string, purpose: Purpose): Promise<SentRequest["parameters"] | undefined>;
  /** Spends the request URI of an authorization request: of racing callers exactly one is told true. */
  spend(requestUri: string): Promise<boolean>;
}

/** What was pushed: a request for one thing is never taken for the other, which checks something else. */
export type Purpose = "authorization" | "logout";

/** Sets of requests, each with places of its own. */
type Kind = "parked" | "pushed" | "answered";

interface PushedRequest {
  readonly parameters: SentRequest["parameters"];
  readonly resolvableUntil: number;
}

const PARKED_TTL_SECONDS = 600;
const PUSHED_TTL_SECONDS = 90;
const PARKED_PER_BROWSER = 20;
/** It is kept, unspent, for as long as a person may take who came by it in time. */
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

      // The browser's set comes first, as when a request is completed: one order of locks.
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
      const isFirst = kindOf(seen) === "parked";
      const { requestUri } = seen.request;
      const uri = requestUri === undefined ? undefined : pushedKey(requestUri, "authorization");
      const { done, dropped } = await store.apply([
        { do: "replace", key, expected, next },
        // A stranger can fill the places of what is parked and pushed. What a person has answered needed an account.
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

/** Keeps requests in their places. */
function keeperOf(store: Ephemeral["store"]) {
  async function keep(steps: readonly Step[]): Promise<void> {
    const { verdict, dropped } = await store.apply(steps);
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfterSeconds);
    await forget(dropped);
  }

  /** Removes requests that lost their place in one set, and gives back the place that they had in another. */
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

/** Gives a request a place in a set. Where there is none left, the oldest request in it goes. */
const hold = (set: string, key: string, ttlSeconds: number, limit = PLACES) =>
  ({ do: "collect", set, member: key, bounds: { limit, ttlSeconds } }) as const;

/** Gives a request a place among the answered ones, for the one that it had. */
const moved = (key: string, from: Kind, ttlSeconds: number) =>
  [hold("answered", key, ttlSeconds), { do: "discard", set: from, member: key }] as const;

/** Spends a request URI, which holds a place of this kind. */
const spent = (requestUri: string, kind: Kind) => {
  const key = pushedKey(requestUri, "authorization");
  return [
    { do: "take", key },
    { do: "discard", set: kind, member: key },
  ] as const;
};

const kindOf = ({ progress }: ParkedRequest): Kind => (Object.keys(progress).length === 0 ? "parked" : "answered");

const digest = (text: string) => hashSecret(text).toString("base64url");

/** The set of the requests that one browser holds. */
const setOf = (browser: string) => `browser:${digest(browser)}` as const;

// The browser is part of the key: in another browser the handle names nothing.
const keyOf = (handle: string, browser: string) => `parked:${digest(`${handle} ${browser}`)}`;

const pushedKey = (requestUri: string, purpose: Purpose) => `pushed:${purpose} ${digest(requestUri)}`;
