/**
 * Requests that are stored before a browser begins with them, under a request URI: RFC 9126 §2.2. A client pushed the
 * request, or a browser brought it by POST.
 */
import type { Ephemeral, Step } from "@countersign/ephemeral";
import { newSecret } from "@countersign/rules";
import type { PushedByClient, SentRequest } from "./parked-request.ts";
import {
  belongsTo,
  type CameBy,
  type Purpose,
  type PushedRequest,
  pushedKey,
  readPushed,
  requestUriOf,
  setOfPushed,
  spent,
  writePushed,
} from "./pushed-request.ts";
import { addToSet, PUSHED_KEPT_SECONDS, PUSHED_TTL_SECONDS, setWriter } from "./request-sets.ts";

export interface PushedRequestStore {
  /**
   * Stores a request that does not belong to a browser yet, and returns its request URI (RFC 9126 §2.2). There can be
   * 200 000 of these; the next one replaces the oldest.
   *
   * @param limits as for `park`
   * @param ttlSeconds how long a browser can begin with it
   */
  push(
    parameters: SentRequest["parameters"],
    purpose: Purpose,
    limits: readonly Step[],
    ttlSeconds?: number,
  ): Promise<string>;
  /**
   * Stores an authorization request that its client pushed, and returns its request URI. Requests of authenticated
   * clients have 200 000 places of their own. If all are taken, this throws `temporarily_unavailable`, and nothing is
   * replaced.
   *
   * @param limits as for `park`
   */
  pushByClient(request: NewPushedRequest, limits: readonly Step[]): Promise<string>;
  /**
   * Finds the request of a request URI until its time is over or it is completed. Returns `undefined` after that, if it
   * was pushed for another purpose, or if another browser began with it.
   */
  resolve(requestUri: string, purpose: Purpose, browser?: string): Promise<PushedRequest | undefined>;
  /** Spends the request URI of an authorization request. Exactly one of several racing callers gets true. */
  spend(request: Pick<CameBy, "requestUri" | "pushed">): Promise<boolean>;
}

export interface NewPushedRequest extends Pick<PushedByClient, "timesEnded" | "isAuthenticated"> {
  readonly parameters: SentRequest["parameters"];
  /** How long a browser can begin with the request. */
  readonly ttlSeconds: number;
}

export function pushedRequestStore({
  store,
  now,
}: Pick<Ephemeral, "store"> & { readonly now: () => Date }): PushedRequestStore {
  const { keep, keepIfRoom } = setWriter(store);

  return {
    async push(parameters, purpose, limits, resolvableSeconds = PUSHED_TTL_SECONDS) {
      const requestUri = requestUriOf(newSecret());
      const key = pushedKey(requestUri, purpose);
      const resolvableUntil = now().getTime() + resolvableSeconds * 1000;
      const value = writePushed({ parameters, pushed: undefined }, resolvableUntil);

      const put = { do: "put", key, value, ttlSeconds: PUSHED_KEPT_SECONDS } as const;
      await keep([...limits, addToSet("pushed", key, PUSHED_KEPT_SECONDS), put]);
      return requestUri;
    },

    async pushByClient({ parameters, ttlSeconds, ...by }, limits) {
      const requestUri = requestUriOf(newSecret());
      const key = pushedKey(requestUri, "authorization");
      const resolvableUntil = now().getTime() + ttlSeconds * 1000;
      const pushed = { ...by, resolvableUntil };
      const put = { do: "put", key, value: writePushed({ parameters, pushed }, resolvableUntil), ttlSeconds } as const;
      const steps = [...limits, addToSet(setOfPushed(pushed), key, ttlSeconds), put];
      await (by.isAuthenticated ? keepIfRoom(steps, key, ttlSeconds) : keep(steps));
      return requestUri;
    },

    async resolve(requestUri, purpose, browser) {
      const text = await store.get(pushedKey(requestUri, purpose));
      if (text === undefined) return undefined;

      const { resolvableUntil, ...request } = readPushed(text);
      return resolvableUntil > now().getTime() && belongsTo(request.pushed, browser) ? request : undefined;
    },

    spend: async ({ requestUri, pushed }) => (await store.apply(spent(requestUri, setOfPushed(pushed)))).done,
  };
}
