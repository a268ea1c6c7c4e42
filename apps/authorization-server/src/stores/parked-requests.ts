/**
 * Parked requests: authorization requests that wait for a person. What is parked was validated before, and is
 * read and validated again when it goes on, so a client that changed meanwhile is seen as it is then.
 */
import type { Ephemeral } from "@countersign/ephemeral";
import { hashSecret, newSecret, type Progress } from "@countersign/rules";
import { type ParkedRequest, readParked, type SentRequest, writeParked } from "./parked-request.ts";

export interface ParkedRequestStore {
  /**
   * Parks a request for one browser and returns its handle. Only that browser can find it again. A browser holds 20,
   * and all browsers together 200 000 that nobody has answered anything to: the next request replaces the oldest of
   * them.
   */
  park(request: ParkedRequest, browser: string): Promise<string>;
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
   */
  push(parameters: SentRequest["parameters"], purpose: Purpose): Promise<string>;
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
  const { hold, keep } = placesIn(store);

  const spend = async (requestUri: string, kind: Kind = "pushed") => {
    const key = pushedKey(requestUri, "authorization");
    const [spent] = await Promise.all([store.take(key), store.discard(kind, key)]);
    return spent !== undefined;
  };

  return {
    async park(request, browser) {
      const handle = newSecret();
      const key = keyOf(handle, browser);
      const own = { limit: PARKED_PER_BROWSER, ttlSeconds: PARKED_TTL_SECONDS };

      const [dropped] = await Promise.all([
        store.collect(`browser:${digest(browser)}`, key, own),
        hold("parked", key, PARKED_TTL_SECONDS),
        store.put(key, writeParked(request), PARKED_TTL_SECONDS),
      ]);
      const places = ["parked", "answered"] as const;
      await Promise.all(
        dropped.flatMap((oldest) => [store.remove(oldest), ...places.map((kind) => store.discard(kind, oldest))]),
      );
      return handle;
    },

    async find(handle, browser) {
      const text = await store.get(keyOf(handle, browser));
      return text === undefined ? undefined : readParked(text);
    },

    async answer(handle, browser, seen, progress) {
      const key = keyOf(handle, browser);
      if (kindOf(seen) === "parked") await keep(key, seen.request.requestUri);
      return store.replace(key, writeParked(seen), writeParked({ ...seen, progress }));
    },

    async complete(handle, browser, seen) {
      const key = keyOf(handle, browser);
      if ((await store.take(key)) === undefined) return false;

      const kind = kindOf(seen);
      await Promise.all([store.discard(kind, key), store.discard(`browser:${digest(browser)}`, key)]);
      const { requestUri } = seen.request;
      return requestUri === undefined || spend(requestUri, kind === "answered" ? kind : "pushed");
    },

    async push(parameters, purpose) {
      const requestUri = `${REQUEST_URI}${newSecret()}`;
      const key = pushedKey(requestUri, purpose);
      const resolvableUntil = now().getTime() + PUSHED_TTL_SECONDS * 1000;
      const pushed: PushedRequest = { parameters, resolvableUntil };

      await Promise.all([
        hold("pushed", key, PUSHED_KEPT_SECONDS),
        store.put(key, JSON.stringify(pushed), PUSHED_KEPT_SECONDS),
      ]);
      return requestUri;
    },

    async resolve(requestUri, purpose) {
      const text = await store.get(pushedKey(requestUri, purpose));
      if (text === undefined) return undefined;

      const { parameters, resolvableUntil } = JSON.parse(text) as PushedRequest;
      return resolvableUntil > now().getTime() ? parameters : undefined;
    },

    spend: (requestUri) => spend(requestUri),
  };
}

/** The places that requests hold, so many of each kind. */
function placesIn(store: Ephemeral["store"]) {
  /** Gives a request a place among those of its kind. Where there is none left, the oldest request of the kind goes. */
  const hold = async (kind: Kind, key: string, ttlSeconds: number) => {
    const dropped = await store.collect(kind, key, { limit: PLACES, ttlSeconds });
    await Promise.all(dropped.map((oldest) => store.remove(oldest)));
  };

  // A stranger can fill the places of what is parked and pushed. What a person has answered needed an account.
  const keep = async (key: string, requestUri: string | undefined) => {
    const moved = [hold("answered", key, PARKED_TTL_SECONDS), store.discard("parked", key)];
    if (requestUri !== undefined) {
      const pushed = pushedKey(requestUri, "authorization");
      moved.push(hold("answered", pushed, PUSHED_KEPT_SECONDS), store.discard("pushed", pushed));
    }
    await Promise.all(moved);
  };

  return { hold, keep };
}

const kindOf = ({ progress }: ParkedRequest): Kind => (Object.keys(progress).length === 0 ? "parked" : "answered");

const digest = (text: string) => hashSecret(text).toString("base64url");

// The browser is part of the key: in another browser the handle names nothing.
const keyOf = (handle: string, browser: string) => `parked:${digest(`${handle} ${browser}`)}`;

const pushedKey = (requestUri: string, purpose: Purpose) => `pushed:${purpose} ${digest(requestUri)}`;
