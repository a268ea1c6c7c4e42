/** Each kind of request is answered well, all the time and after the last fault. Otherwise nothing else says much. */

import { type Asked, type Entry, type Kind, TRAFFIC, TRAFFIC_BY } from "./entry.ts";
import { isGood } from "./good.ts";
import { greatest } from "./greatest.ts";
import { isAsked, isStruck } from "./windows.ts";

const MINUTE_MS = 60_000;
const LEAST_IN_A_MINUTE = 2;

/** A kind of request, of all clients or of one. */
type Asking = Pick<Asked, "kind" | "by">;

const ofOne = (by: keyof typeof TRAFFIC_BY): Asking[] => TRAFFIC_BY[by].map((kind: Kind) => ({ kind, by }));
const CLIENTS = Object.keys(TRAFFIC_BY) as (keyof typeof TRAFFIC_BY)[];
const ASKINGS: readonly Asking[] = [...TRAFFIC.map((kind) => ({ kind })), ...CLIENTS.flatMap(ofOne)];
const nameOf = ({ kind, by }: Asking) => (by === undefined ? kind : `${kind} (${by})`);

export function silence(asked: readonly Asked[], entries: readonly Entry[]): string[] {
  const good = asked.filter(isGood);
  const least = LEAST_IN_A_MINUTE * Math.floor(greatest(asked.map(({ end }) => end)) / MINUTE_MS);
  const lastFault = greatest(entries.filter(isStruck).map(({ end }) => end));
  if (least === 0) return [];
  return ASKINGS.flatMap((asking) => {
    const { kind, by } = asking;
    const some = good.filter((one) => one.kind === kind && (by === undefined || one.by === by));
    if (some.length < least) return [`${nameOf(asking)} was answered well ${some.length} times only`];
    return some.some(({ end }) => end >= lastFault)
      ? []
      : [`${nameOf(asking)} was not answered well after the last fault`];
  });
}

/** Whether each client has refreshed its tokens, for which people have signed in. */
export function hasBegun(entries: readonly Entry[]): boolean {
  const refreshed = entries.filter(isAsked).filter((one) => one.kind === "refresh" && isGood(one));
  return [undefined, ...CLIENTS].every((by) => refreshed.some((one) => one.by === by));
}
