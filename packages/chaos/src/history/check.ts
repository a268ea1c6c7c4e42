/** What must hold, no matter what failed: judged only from the history. */

import { accountsOf } from "./accounts.ts";
import { type Asked, type Ended, type Entry, type Kind, type Probe, type Span, TRAFFIC } from "./entry.ts";
import { isFailed, isGood } from "./good.ts";
import { isNotKnown, type Losses, lossesOf, lost, NONCE, revocations } from "./lost.ts";
import { mayFail } from "./needs.ts";
import { seconds } from "./seconds.ts";
import { silence } from "./silence.ts";
import { isAsked, isProbe, type Window, windowsOf, within } from "./windows.ts";

export interface Verdict {
  readonly violations: readonly string[];
  /** How many requests were sent, and how many of these failed, by their status. */
  readonly sent: number;
  readonly failed: Readonly<Record<string, number>>;
  /** Codes that were spent although their answer never came: their clients begin again. */
  readonly codesWithoutAnswer: number;
  /** Refresh tokens of a public client whose answer never came in time: its users sign in again (decision 138). */
  readonly chainsWithoutAnswer: number;
  /** How often something was not known that a standby which took over had not received. */
  readonly lostByFailOver: number;
  /** How many journeys came to a good end. */
  readonly journeys: number;
}

export function check(entries: readonly Entry[]): Verdict {
  const asked = entries.filter(isAsked).sort((a, b) => a.end - b.end);
  const windows = windowsOf(entries);
  const failedProbes = entries.filter(isProbe).filter(({ ok }) => !ok);
  const refusedCodes = refusedExchanges(asked);
  const losses = lossesOf(entries);
  const journeys = entries.filter((entry): entry is Ended => "journey" in entry);
  const unknown = lost(asked, journeys, entries);
  return {
    violations: [
      ...redeemedTwice(asked),
      ...twoSuccessors(asked),
      ...honouredAfterRevocation(asked, losses),
      ...unknown.violations,
      ...accountsOf(entries, journeys, losses),
      ...refusedCodes.violations,
      ...journeys.flatMap((one) => brokenOff(one, windows)),
      ...asked.flatMap((one) => failure(one, windows, failedProbes) ?? refusal(one, windows) ?? []),
      ...windows.flatMap((window, n) => failedTooLate(window, windows[n + 1], asked)),
      ...silence(asked, entries),
    ],
    sent: asked.length,
    failed: countBy(asked.filter(isFailed).map(({ status }) => String(status))),
    codesWithoutAnswer: refusedCodes.withoutAnswer,
    chainsWithoutAnswer: unknown.withoutAnswer,
    lostByFailOver: unknown.lostByFailOver,
    journeys: journeys.filter(({ problem }) => problem === undefined).length,
  };
}

const groupBy = (asked: readonly Asked[], kind: Kind) =>
  Map.groupBy(
    asked.filter((one) => one.kind === kind && one.shown !== undefined),
    ({ shown = "" }) => shown,
  );

function redeemedTwice(asked: readonly Asked[]): string[] {
  return [...groupBy(asked, "exchange")].flatMap(([code, all]) => {
    const times = all.filter(isGood).length;
    return times > 1 ? [`code ${code} was redeemed ${times} times`] : [];
  });
}

function twoSuccessors(asked: readonly Asked[]): string[] {
  return [...groupBy(asked, "refresh")].flatMap(([token, all]) => {
    const successors = new Set(all.filter(isGood).map(({ given }) => given?.[0]));
    return successors.size > 1 ? [`refresh token ${token} has ${successors.size} successors`] : [];
  });
}

function honouredAfterRevocation(asked: readonly Asked[], isLost: Losses): string[] {
  const revoked = revocations(asked);
  return asked.flatMap((one) => {
    const since = revoked.get(one.shown ?? "");
    if (since === undefined || one.at < since || one.kind === "revocation" || !isHonoured(one) || isLost(since))
      return [];
    return [`${one.kind} at ${seconds(one.at)} honoured ${one.shown}, revoked at ${seconds(since)}`];
  });
}

const isHonoured = (one: Asked) => isGood(one) && one.honoured !== false;

/** A code is refused only if it was redeemed, or if an earlier request has no answer and may have redeemed it. */
function refusedExchanges(asked: readonly Asked[]) {
  const violations: string[] = [];
  let withoutAnswer = 0;
  for (const [code, all] of groupBy(asked, "exchange")) {
    const refused = all.find(({ status }) => status === 400);
    // Of two that come at once, the second ends what the first one gets: a code that is used twice was stolen.
    if (refused === undefined || all.some(isGood) || all.some((one) => isBeside(one, refused))) continue;
    if (all.some((one) => isFailed(one) && one.at < refused.end)) withoutAnswer += 1;
    else violations.push(`code ${code} was refused at ${seconds(refused.at)} and never redeemed`);
  }
  return { violations, withoutAnswer };
}

/** What a person began comes to its end, under another release too, unless a request of it could not be answered. */
function brokenOff(one: Ended, windows: readonly Window[]): string[] {
  const { journey, at, problem } = one;
  if (problem === undefined) return [];
  const isExcused = within(windows, one).some(({ away, isAbrupt }) => away !== "replica" || isAbrupt);
  return isExcused ? [] : [`${journey}, begun at ${seconds(at)}: ${problem}`];
}

const isBeside = (one: Span, other: Span) => one !== other && one.at <= other.end && other.at <= one.end;

/**
 * 503 only while a store is away that it needs, with Retry-After; no answer only when a replica was killed; nothing
 * else. During a fault, a machine that does other work may have the other store stand still as well: its probe says so.
 */
function failure(one: Asked, windows: readonly Window[], failedProbes: readonly Probe[]): string | undefined {
  const { kind, status, at, end, error = "", retryAfter } = one;
  if (status > 0 && status < 500 && status !== 429) return undefined;
  const what = `${kind} at ${seconds(at)}: ${status === 0 ? "no answer" : status} ${error}`;
  const open = within(windows, { at, end });
  // Whoever asks for a mail again is told to wait for a minute.
  if (status === 429 && kind === "sign-up" && open.some(({ away }) => away !== "replica")) return undefined;
  // A balancer says 502 when a replica broke off, and does not repeat what may have been done.
  const isUnanswered = status === 0 || status === 502;
  if (isUnanswered) return open.some(({ isAbrupt }) => isAbrupt) ? undefined : `${what}, while nothing was killed`;
  if (status !== 503) return what;
  if (retryAfter !== true) return `${what} without Retry-After`;
  if (open.some(({ away }) => mayFail(one, away))) return undefined;
  if (open.length > 0 && failedProbes.some((probe) => isBeside(probe, one) && mayFail(one, probe.probe)))
    return undefined;
  return `${what}, while ${open.some(({ away }) => away !== "replica") ? "it must go on" : "no store was away"}`;
}

/** A fault may have a bound: a request that is sent later must not fail. */
function failedTooLate(
  { fault, from, to, mostMs }: Window,
  next: Window | undefined,
  asked: readonly Asked[],
): string[] {
  if (mostMs === undefined) return [];
  // A request that is under way when the next fault strikes fails by that one.
  const isOf = ({ at, end }: Asked) => at > from + mostMs && at <= to && end < (next?.from ?? Number.POSITIVE_INFINITY);
  const last = asked.findLast((one) => isFailed(one) && isOf(one));
  if (last === undefined) return [];
  return [`${last.kind} failed that was sent ${seconds(last.at - from)} after: ${fault}; at most ${seconds(mostMs)}`];
}

/** What is parked for a while between two requests, and nonces, may be gone with the store that was away. */
const SHORT_LIVED = new Set<Kind>(["sign-in", "silent", "pushed-request"]);

/**
 * Every request of the traffic is right, so none is refused, unless for what it shows. Journeys are judged by their
 * ends.
 */
function refusal(one: Asked, windows: readonly Window[]): string | undefined {
  const { kind, status, at, error = "" } = one;
  if (!isTraffic(kind) || isGood(one) || status === 0 || status >= 500 || isNotKnown(one)) return undefined;
  const isExcused = SHORT_LIVED.has(kind) || error === NONCE;
  if (isExcused && within(windows, one).some(({ away }) => away !== "replica")) return undefined;
  return `${kind} at ${seconds(at)} was refused: ${status} ${error}`;
}

const isTraffic = (kind: Kind) => TRAFFIC.some((one) => one === kind);

function countBy(values: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}
