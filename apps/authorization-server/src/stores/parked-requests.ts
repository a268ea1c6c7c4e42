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
  /** Parks a request that no browser holds yet, and returns its request URI (as RFC 9126 §2.2 makes them). */
  push(parameters: ParkedRequest["parameters"]): Promise<string>;
  /** The request behind a request URI; it stays until it is completed. `undefined` if unknown, expired or completed. */
  resolve(requestUri: string): Promise<ParkedRequest["parameters"] | undefined>;
  /** Spends a request URI: of racing callers exactly one is told true. */
  spend(requestUri: string): Promise<boolean>;
}

const PARKED_TTL_SECONDS = 600;
const PUSHED_TTL_SECONDS = 90;
const PARKED_PER_BROWSER = 20;
const PARKED_ALTOGETHER = 200_000;
const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";

export const isOurRequestUri = (uri: string) => uri.startsWith(REQUEST_URI);

export function parkedRequestStore({ store }: Pick<Ephemeral, "store">): ParkedRequestStore {
  return {
    async park(request, browser) {
      const handle = newSecret();
      const key = keyOf(handle, browser);
      const all = { limit: PARKED_ALTOGETHER, ttlSeconds: PARKED_TTL_SECONDS, whenFull: "refuse" } as const;
      const own = { limit: PARKED_PER_BROWSER, ttlSeconds: PARKED_TTL_SECONDS, whenFull: "dropOldest" } as const;

      const { admitted } = await store.collect("parked", key, all);
      if (!admitted) throw new ProtocolError("temporarily_unavailable", "too many requests are waiting");

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
      return requestUri === undefined || (await store.take(pushedKey(requestUri))) !== undefined;
    },

    async push(parameters) {
      const requestUri = `${REQUEST_URI}${newSecret()}`;
      await store.put(pushedKey(requestUri), JSON.stringify(parameters), PUSHED_TTL_SECONDS);
      return requestUri;
    },

    async resolve(requestUri) {
      const text = await store.get(pushedKey(requestUri));
      return text === undefined ? undefined : (JSON.parse(text) as ParkedRequest["parameters"]);
    },

    spend: async (requestUri) => (await store.take(pushedKey(requestUri))) !== undefined,
  };
}

const digest = (text: string) => hashSecret(text).toString("base64url");

// The browser is part of the key: in another browser the handle names nothing.
const keyOf = (handle: string, browser: string) => `parked:${digest(`${handle} ${browser}`)}`;

const pushedKey = (requestUri: string) => `pushed:${digest(requestUri)}`;
