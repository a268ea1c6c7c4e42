/**
 * Parked requests: authorization requests that wait for a person. What is parked was validated before, and is
 * read and validated again when it goes on, so a client that changed meanwhile is seen as it is then.
 */
import type { Ephemeral } from "@countersign/ephemeral";
import { type Answers, hashSecret, newSecret, ProtocolError } from "@countersign/rules";

export interface ParkedRequest {
  /** What issuing means: a redirect carries the answer to the client. */
  readonly kind: "redirect";
  readonly parameters: readonly (readonly [string, string])[];
  /** What the person has answered on our pages so far. */
  readonly answers: Answers;
  /** The request URI this came by, if any: spent when the request is completed. */
  readonly requestUri: string | undefined;
}

export interface ParkedRequestStore {
  /**
   * Parks a request for one browser and returns its handle. Only that browser can find it again. A browser holds
   * 20; the oldest goes. Throws `temporarily_unavailable` when too many are waiting altogether.
   */
  park(request: ParkedRequest, browser: string): Promise<string>;
  find(handle: string, browser: string): Promise<ParkedRequest | undefined>;
  /** Records an answer. False if the request is gone or was answered at the same time: then nothing was recorded. */
  answer(handle: string, browser: string, seen: ParkedRequest, answers: Answers): Promise<boolean>;
  /** Takes a request to complete it: of racing callers exactly one gets it, and with it its request URI. */
  complete(handle: string, browser: string, seen: ParkedRequest): Promise<boolean>;
  /**
   * Parks a request that no browser holds yet, and returns its request URI (as RFC 9126 §2.2 makes them).
   * Throws `temporarily_unavailable` when too many are waiting altogether.
   */
  push(parameters: ParkedRequest["parameters"], purpose: Purpose): Promise<string>;
  /** The request behind a request URI, for 90 seconds or until it is completed. `undefined` after that, or for another purpose. */
  resolve(requestUri: string, purpose: Purpose): Promise<ParkedRequest["parameters"] | undefined>;
  /** Spends the request URI of an authorization request: of racing callers exactly one is told true. */
  spend(requestUri: string): Promise<boolean>;
}

/** What was pushed: a request for one thing is never taken for the other, which checks something else. */
export type Purpose = "authorization" | "logout";

interface PushedRequest {
  readonly parameters: ParkedRequest["parameters"];
  readonly resolvableUntil: number;
}

const PARKED_TTL_SECONDS = 600;
const PUSHED_TTL_SECONDS = 90;
const PARKED_PER_BROWSER = 20;
const WAITING_ALTOGETHER = 200_000;
const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";

export const isOurRequestUri = (uri: string) => uri.startsWith(REQUEST_URI);

export function parkedRequestStore({
  store,
  now,
}: Pick<Ephemeral, "store"> & { readonly now: () => Date }): ParkedRequestStore {
  const admit = async (set: "parked" | "pushed", key: string, ttlSeconds: number) => {
    const all = { limit: WAITING_ALTOGETHER, ttlSeconds, whenFull: "refuse" } as const;
    const { admitted } = await store.collect(set, key, all);
    if (!admitted) throw new ProtocolError("temporarily_unavailable", "too many requests are waiting");
  };

  const spend = async (requestUri: string) => {
    const key = pushedKey(requestUri, "authorization");
    const [spent] = await Promise.all([store.take(key), store.discard("pushed", key)]);
    return spent !== undefined;
  };

  return {
    async park(request, browser) {
      const handle = newSecret();
      const key = keyOf(handle, browser);
      const own = { limit: PARKED_PER_BROWSER, ttlSeconds: PARKED_TTL_SECONDS, whenFull: "dropOldest" } as const;

      await admit("parked", key, PARKED_TTL_SECONDS);
      const [{ dropped }] = await Promise.all([
        store.collect(`browser:${digest(browser)}`, key, own),
        store.put(key, JSON.stringify(request), PARKED_TTL_SECONDS),
      ]);
      await Promise.all(dropped.flatMap((oldest) => [store.remove(oldest), store.discard("parked", oldest)]));
      return handle;
    },

    async find(handle, browser) {
      const text = await store.get(keyOf(handle, browser));
      return text === undefined ? undefined : (JSON.parse(text) as ParkedRequest);
    },

    answer: (handle, browser, seen, answers) =>
      store.replace(keyOf(handle, browser), JSON.stringify(seen), JSON.stringify({ ...seen, answers })),

    async complete(handle, browser, { requestUri }) {
      const key = keyOf(handle, browser);
      if ((await store.take(key)) === undefined) return false;

      await Promise.all([store.discard("parked", key), store.discard(`browser:${digest(browser)}`, key)]);
      return requestUri === undefined || spend(requestUri);
    },

    async push(parameters, purpose) {
      const requestUri = `${REQUEST_URI}${newSecret()}`;
      const key = pushedKey(requestUri, purpose);
      const resolvableUntil = now().getTime() + PUSHED_TTL_SECONDS * 1000;
      const pushed: PushedRequest = { parameters, resolvableUntil };

      // It is kept, unspent, for as long as a person may take who came by it in time.
      const keptSeconds = PUSHED_TTL_SECONDS + PARKED_TTL_SECONDS;
      await admit("pushed", key, keptSeconds);
      await store.put(key, JSON.stringify(pushed), keptSeconds);
      return requestUri;
    },

    async resolve(requestUri, purpose) {
      const text = await store.get(pushedKey(requestUri, purpose));
      if (text === undefined) return undefined;

      const { parameters, resolvableUntil } = JSON.parse(text) as PushedRequest;
      return resolvableUntil > now().getTime() ? parameters : undefined;
    },

    spend,
  };
}

const digest = (text: string) => hashSecret(text).toString("base64url");

// The browser is part of the key: in another browser the handle names nothing.
const keyOf = (handle: string, browser: string) => `parked:${digest(`${handle} ${browser}`)}`;

const pushedKey = (requestUri: string, purpose: Purpose) => `pushed:${purpose} ${digest(requestUri)}`;
