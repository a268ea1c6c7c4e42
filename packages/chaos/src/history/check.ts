/** What must hold, no matter what failed: judged only from the history. */
import type { Asked, Ended, Entry, Kind } from "./entry.ts";
import { isAsked, isStruck, type Window, windowsOf, within } from "./windows.ts";

export interface Verdict {
  readonly violations: readonly string[];
  /** How many requests were sent, and how many of these failed, by their status. */
  readonly sent: number;
  readonly failed: Readonly<Record<string, number>>;
  /** Codes that were spent although their answer never came: their clients begin again. */
  readonly codesWithoutAnswer: number;
  /** How many journeys came to a good end. */
  readonly journeys: number;
}

const GOOD = new Set([200, 201, 302, 303]);
export const isGood = ({ status, error }: Asked) => GOOD.has(status) && error === undefined;

export function check(entries: readonly Entry[]): Verdict {
  const asked = entries.filter(isAsked).sort((a, b) => a.end - b.end);
  const windows = windowsOf(entries);
  const refusedCodes = refusedExchanges(asked);
  const losses = lossesOf(entries);
  const journeys = entries.filter((entry): entry is Ended => "journey" in entry);
  return {
    violations: [
      ...redeemedTwice(asked),
      ...twoSuccessors(asked),
      ...honouredAfterRevocation(asked, losses),
      ...lost(asked, losses),
      ...refusedCodes.violations,
      ...journeys.flatMap(brokenOff),
      ...asked.flatMap((one) => failure(one, windows) ?? []),
    ],
    sent: asked.length,
    failed: countBy(asked.filter(({ status }) => status === 0 || status >= 500).map(({ status }) => String(status))),
    codesWithoutAnswer: refusedCodes.withoutAnswer,
    journeys: journeys.filter(({ problem }) => problem === undefined).length,
  };
}

const groupBy = (asked: readonly Asked[], kind: Kind) =>
  Map.groupBy(
    asked.filter((one) => one.kind === kind && one.shown !== undefined),
    ({ shown = "" }) => shown,
  );

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

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

/** When each token was revoked: the first answer that said so. */
function revocations(asked: readonly Asked[]): ReadonlyMap<string, number> {
  const revoked = new Map<string, number>();
  for (const one of asked.filter(({ kind, status }) => kind === "revocation" && status === 200))
    for (const token of one.ended ?? []) if (!revoked.has(token)) revoked.set(token, one.end);
  return revoked;
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

/** Whether a change that was answered at this time may be lost: a standby took over that did not have it. */
type Losses = (at: number) => boolean;

function lossesOf(entries: readonly Entry[]): Losses {
  const losses = entries.filter(isStruck).filter((fault) => fault.losesFrom !== undefined);
  return (at) => losses.some(({ losesFrom = 0, end }) => at >= losesFrom && at <= end);
}

/** What was given in an answer must be known until it is revoked. */
function lost(asked: readonly Asked[], isLost: Losses): string[] {
  const given = new Map<string, number>();
  const revoked = revocations(asked);
  for (const one of asked.filter(isGood))
    for (const name of one.given ?? []) if (!given.has(name)) given.set(name, one.end);
  return asked.flatMap((one) => {
    const since = given.get(one.shown ?? "");
    if (since === undefined || !isRefused(one) || isLost(since)) return [];
    if ((revoked.get(one.shown ?? "") ?? Number.POSITIVE_INFINITY) <= one.end) return [];
    if (wasBeingRevoked(one, asked)) return [];
    return [`${one.kind} at ${seconds(one.at)} does not know ${one.shown}, given at ${seconds(since)}`];
  });
}

const NOT_KNOWN = new Set<Kind>(["refresh", "userinfo", "introspection", "registration-read", "silent"]);

const isRefused = (one: Asked) =>
  NOT_KNOWN.has(one.kind) &&
  (one.honoured === false || (one.status >= 400 && one.status < 500) || one.error === "login_required");

/** A revocation without an answer may have been done. */
const wasBeingRevoked = ({ shown, end }: Asked, asked: readonly Asked[]) =>
  asked.some((one) => one.kind === "revocation" && one.at <= end && one.ended?.includes(shown ?? "") === true);

/** A code is refused only if it was redeemed, or if an earlier request has no answer and may have redeemed it. */
function refusedExchanges(asked: readonly Asked[]) {
  const violations: string[] = [];
  let withoutAnswer = 0;
  for (const [code, all] of groupBy(asked, "exchange")) {
    const refused = all.find(({ status }) => status === 400);
    // Of two that come at once, the second ends what the first one gets: a code that is used twice was stolen.
    if (refused === undefined || all.some(isGood) || all.some((one) => isBeside(one, refused))) continue;
    if (all.some(({ status, at }) => (status === 0 || status >= 500) && at < refused.end)) withoutAnswer += 1;
    else violations.push(`code ${code} was refused at ${seconds(refused.at)} and never redeemed`);
  }
  return { violations, withoutAnswer };
}

/** What a person began under one release, the other one ends. */
const brokenOff = ({ journey, at, problem }: Ended) =>
  problem === undefined ? [] : [`${journey}, begun at ${seconds(at)}: ${problem}`];

const isBeside = (one: Asked, other: Asked) => one !== other && one.at <= other.end && other.at <= one.end;

/** 503 only while a store is away, with Retry-After; no answer only when a replica was killed; nothing else. */
function failure(one: Asked, windows: readonly Window[]): string | undefined {
  const { kind, status, at, end, error = "", retryAfter } = one;
  if (status > 0 && status < 500 && status !== 429) return undefined;
  const what = `${kind} at ${seconds(at)}: ${status === 0 ? "no answer" : status} ${error}`;
  const open = within(windows, { at, end });
  // A balancer says 502 when a replica broke off, and does not repeat what may have been done.
  const isUnanswered = status === 0 || status === 502;
  if (isUnanswered) return open.some(({ isAbrupt }) => isAbrupt) ? undefined : `${what}, while nothing was killed`;
  if (status !== 503) return what;
  if (retryAfter !== true) return `${what} without Retry-After`;
  return open.some(({ away }) => away !== "replica") ? undefined : `${what}, while no store was away`;
}

function countBy(values: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}
