/** The sets that parked and pushed requests are in. Each set has a limit. */
import type { Ephemeral, Step } from "@countersign/ephemeral";
import { ProtocolError, tooManyRequests } from "@countersign/rules";
import { type RequestSet, readPushed } from "./pushed-request.ts";

export const PARKED_TTL_SECONDS = 600;
/** How long a browser can begin with a request that it brought by POST. */
export const PUSHED_TTL_SECONDS = 90;
/** A person may open the request URI at its last moment. So it is kept, unspent, for the time a person may take. */
export const PUSHED_KEPT_SECONDS = PUSHED_TTL_SECONDS + PARKED_TTL_SECONDS;
const PLACES = 200_000;

/** Stores requests in their sets. */
export function setWriter(store: Ephemeral["store"]) {
  async function keep(steps: readonly Step[]): Promise<boolean> {
    const { done, verdict, dropped } = await store.apply(steps);
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfterSeconds);
    await forget(dropped);
    return done;
  }

  /**
   * The same for a set whose members stay: if it is full, those that were dropped get their places back. The place of a
   * request that is gone is free.
   */
  async function keepIfRoom(steps: readonly Step[], key: string, ttlSeconds: number): Promise<void> {
    const { verdict, dropped } = await store.apply(steps);
    if (!verdict.allowed) throw tooManyRequests(verdict.retryAfterSeconds);
    const others = dropped.filter((member) => member !== key);
    const texts = await Promise.all(others.map((member) => store.get(member)));
    const back = others.flatMap((member, at) => placeOf(member, texts[at], ttlSeconds));
    if (back.length === 0 && others.length === dropped.length) return;
    await store.apply([{ do: "remove", key }, { do: "discard", set: "pushed-by-client", member: key }, ...back]);
    throw new ProtocolError("temporarily_unavailable", "too many requests are waiting, try again later");
  }

  const placeOf = (member: string, text: string | undefined, ttlSeconds: number): readonly Step[] => {
    if (text === undefined) return [];
    const hasBegun = readPushed(text).pushed?.browser !== undefined;
    return [addToSet("pushed-by-client", member, hasBegun ? PUSHED_KEPT_SECONDS : ttlSeconds)];
  };

  /** Removes requests that lost their place in one set, and also frees their place in the other set. */
  async function forget(dropped: readonly string[]): Promise<void> {
    if (dropped.length === 0) return;
    const discard = (set: RequestSet, member: string) => ({ do: "discard", set, member }) as const;
    await store.apply(
      [...new Set(dropped)].flatMap((key) => [
        { do: "remove", key } as const,
        discard("parked", key),
        discard("answered", key),
      ]),
    );
  }

  return { keep, keepIfRoom, forget };
}

/** Gives a request a place in a set. If the set is full, the oldest request in it is dropped. */
export const addToSet = (set: string, key: string, ttlSeconds: number, limit = PLACES) =>
  ({ do: "collect", set, member: key, bounds: { limit, ttlSeconds } }) as const;

/** The sets before and after an answer, and whether the request may then wait for its whole lifetime again. */
export interface Places {
  readonly from: RequestSet;
  readonly to: RequestSet;
  readonly isLonger: boolean;
}

/**
 * The place of a request after an answer. A stranger can fill the limits of parked and pushed requests. An answer of a
 * person required an account, so the request moves to the answered ones. Until then it stays where it is, and its place
 * lasts as long as the request does.
 */
export function movedToSet(
  key: string,
  { from, to, isLonger, ttlSeconds }: Places & { readonly ttlSeconds: number },
): readonly Step[] {
  if (from !== "answered" && to === "answered")
    return [addToSet(to, key, ttlSeconds), { do: "discard", set: from, member: key }];
  return isLonger ? [addToSet(from, key, ttlSeconds)] : [];
}
