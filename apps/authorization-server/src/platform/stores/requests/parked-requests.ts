/**
 * Parked requests: authorization requests that wait for a person. A request was validated before it is parked. It is
 * read and validated again when it continues, so a change of the client in the meantime takes effect.
 */
import type { Ephemeral, Step } from "@countersign/ephemeral";
import { newSecret, type Progress } from "@countersign/rules";
import { type ParkedRequest, readParked, type SentRequest, writeParked } from "./parked-request.ts";
import {
  digest,
  pushedKey,
  type RequestSet,
  setOfPushed,
  spent,
  stepsToBind,
  unknownRequestUri,
} from "./pushed-request.ts";
import { type PushedRequestStore, pushedRequestStore } from "./pushed-requests.ts";
import {
  addToSet,
  movedToSet,
  PARKED_TTL_SECONDS,
  type Places,
  PUSHED_KEPT_SECONDS,
  setWriter,
} from "./request-sets.ts";

export interface ParkedRequestStore extends PushedRequestStore {
  /**
   * Parks a request for one browser and returns its handle. Only that browser can find it again. A browser can have 20
   * parked requests, and all browsers together 200 000 that are not answered yet. If a limit is reached, the next
   * request replaces the oldest one.
   *
   * RFC 9126 §7.3: a request that its client pushed is bound to this browser. Throws `invalid_request_uri` if another
   * browser began with it at the same time.
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
}

const PARKED_PER_BROWSER = 20;

export function parkedRequestStore({
  store,
  now,
}: Pick<Ephemeral, "store"> & { readonly now: () => Date }): ParkedRequestStore {
  const { keep, forget } = setWriter(store);

  return {
    async park(request, browser, limits) {
      const handle = newSecret();
      const key = keyOf(handle, browser);
      const put = { do: "put", key, value: writeParked(request), ttlSeconds: PARKED_TTL_SECONDS } as const;

      // The browser's set comes first, as when a request is completed: the order of the locks is always the same.
      const own = addToSet(setOf(browser), key, PARKED_TTL_SECONDS, PARKED_PER_BROWSER);
      const isDone = await keep([
        ...limits,
        own,
        addToSet("parked", key, PARKED_TTL_SECONDS),
        put,
        ...stepsToBegin(request, browser),
      ]);
      if (!isDone) throw unknownRequestUri("another browser began with it");
      return handle;
    },

    async find(handle, browser) {
      const text = await store.get(keyOf(handle, browser));
      return text === undefined ? undefined : readParked(text);
    },

    async answer(handle, browser, seen, progress) {
      const key = keyOf(handle, browser);
      const next = { ...seen, progress };
      const change = { key, expected: writeParked(seen), next: writeParked(next) };
      const isLonger = waitsForMail(progress);
      const places = { from: kindOf(seen), to: kindOf(next), isLonger };
      const { done, dropped } = await store.apply([
        ...stepsToReplace(change, browser, isLonger),
        ...movedToSet(key, { ...places, ttlSeconds: PARKED_TTL_SECONDS }),
        ...(await uriAnswered(store, seen.request, places)),
      ]);
      await forget(dropped);
      return done;
    },

    async complete(handle, browser, seen) {
      const key = keyOf(handle, browser);
      const kind = kindOf(seen);
      const { requestUri, pushed } = seen.request;
      const { done } = await store.apply([
        { do: "take", key },
        { do: "discard", set: setOf(browser), member: key },
        { do: "discard", set: kind, member: key },
        ...(requestUri === undefined ? [] : spent(requestUri, kind === "answered" ? kind : setOfPushed(pushed))),
      ]);
      return done;
    },

    ...pushedRequestStore({ store, now }),
  };
}

/**
 * A person who signs up waits for a mail, and then chooses a password. One who sets up a factor waits for a mail, and
 * then installs an app. Each of these steps has the full time.
 */
const waitsForMail = ({ signUp, enrolment }: Progress) =>
  signUp?.step === "code" || signUp?.step === "details" || enrolment !== undefined;

// A request that waits for a mail may wait for its whole lifetime again, and so may its place among the requests of
// its browser.
const stepsToReplace = (change: { key: string; expected: string; next: string }, browser: string, isLonger: boolean) =>
  isLonger
    ? ([
        { do: "replace", ...change, ttlSeconds: PARKED_TTL_SECONDS },
        addToSet(setOf(browser), change.key, PARKED_TTL_SECONDS, PARKED_PER_BROWSER),
      ] as const)
    : ([{ do: "replace", ...change }] as const);

/** The request URI lasts as long as the request. If it was spent in the meantime, the request cannot be completed. */
async function uriAnswered(
  store: Ephemeral["store"],
  { requestUri, pushed }: SentRequest,
  { from, ...places }: Places,
): Promise<readonly Step[]> {
  if (requestUri === undefined) return [];
  const key = pushedKey(requestUri, "authorization");
  const set = from === "parked" ? setOfPushed(pushed) : from;
  const place = movedToSet(key, { from: set, ...places, ttlSeconds: PUSHED_KEPT_SECONDS });
  if (!places.isLonger) return place;
  const value = await store.get(key);
  if (value === undefined) return [];
  return [{ do: "replace", key, expected: value, next: value, ttlSeconds: PUSHED_KEPT_SECONDS }, ...place];
}

/** Binds a request that its client pushed to the browser, and keeps it for the time that a person may take. */
function stepsToBegin({ request }: ParkedRequest, browser: string): readonly Step[] {
  const { requestUri, pushed } = request;
  if (requestUri === undefined || pushed === undefined) return [];
  const key = pushedKey(requestUri, "authorization");
  // The key comes before its set, as when a request is completed: the order of the locks is always the same.
  return [
    ...stepsToBind({ ...request, requestUri }, browser, PUSHED_KEPT_SECONDS),
    addToSet(setOfPushed(pushed), key, PUSHED_KEPT_SECONDS),
  ];
}

// A stranger can begin to sign up. Only a proved address makes that an answer.
function kindOf({ progress: { signUp, ...others } }: ParkedRequest): RequestSet {
  return Object.keys(others).length > 0 || signUp?.step === "details" ? "answered" : "parked";
}

/** The set of the requests that one browser holds. */
const setOf = (browser: string) => `browser:${digest(browser)}` as const;

// The browser is part of the key: in another browser the handle does not find the request.
const keyOf = (handle: string, browser: string) => `parked:${digest(`${handle} ${browser}`)}`;
