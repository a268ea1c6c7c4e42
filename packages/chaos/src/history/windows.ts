/** When a request may fail: while a store is away, as a probe beside it measured. */

import type { Asked, Entry, Probe, Store, Struck } from "./entry.ts";
import { greatest } from "./greatest.ts";

export const isAsked = (entry: Entry): entry is Asked => "kind" in entry;
export const isStruck = (entry: Entry): entry is Struck => "fault" in entry;
export const isProbe = (entry: Entry): entry is Probe => "probe" in entry;

/** An answer may take so long after the store is back: a connection is made, and a wait of a request ends. */
const GRACE_MS = 10_000;
const SLOW_FACTOR = 5;

export interface Window extends Pick<Struck, "fault" | "away" | "mostMs"> {
  readonly from: number;
  readonly to: number;
  readonly isAbrupt: boolean;
  /** How long the store, or the replica, was away. */
  readonly awayMs: number;
}

/**
 * The times of faults, each from its beginning until the store has answered its probe again, and a grace. How slow the
 * machine is, the probes of other times say.
 */
export function windowsOf(entries: readonly Entry[]): Window[] {
  const probes = entries.filter(isProbe);
  const faults = entries.filter(isStruck);
  const grace = GRACE_MS + SLOW_FACTOR * slowestAtPeace(probes, faults);
  return faults.map(({ fault, away, at, end, mostMs, isAbrupt = false }) => {
    const back = away === "replica" ? end : backAt(probes, away === "redis" ? "redis" : "postgres", { at, end });
    return { fault, away, isAbrupt, from: at, to: back + grace, awayMs: back - at, ...(mostMs && { mostMs }) };
  });
}

function backAt(probes: readonly Probe[], store: Store, { at, end }: Pick<Struck, "at" | "end">): number {
  const during = probes.filter((probe) => probe.probe === store && probe.end >= at && probe.at <= end);
  const failed = during.filter(({ ok }) => !ok).at(-1);
  const since = failed?.end ?? end;
  return probes.find((probe) => probe.probe === store && probe.ok && probe.at >= since)?.end ?? Math.max(since, end);
}

function slowestAtPeace(probes: readonly Probe[], faults: readonly Struck[]): number {
  const isPeace = ({ at }: Probe) => faults.every((fault) => at < fault.at || at > fault.end + GRACE_MS);
  return greatest(probes.filter((probe) => probe.ok && isPeace(probe)).map(({ at, end }) => end - at));
}

export const within = (windows: readonly Window[], { at, end }: Pick<Asked, "at" | "end">) =>
  windows.filter(({ from, to }) => end >= from && at <= to);
