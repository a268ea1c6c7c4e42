/** What was given in an answer is known until it is revoked, unless a standby took over that did not have it. */

import { type Asked, type Ended, type Entry, type Kind, NO_END } from "./entry.ts";
import { isFailed, isGood } from "./good.ts";
import { seconds } from "./seconds.ts";
import { isStruck } from "./windows.ts";

export interface Found {
  readonly violations: readonly string[];
  /** Refresh tokens of a public client whose answer never came in time: its users sign in again (decision 138). */
  readonly withoutAnswer: number;
  /** What a standby that took over did not have, and may not have had. */
  readonly lostByFailOver: number;
}

export function lost(asked: readonly Asked[], journeys: readonly Ended[], entries: readonly Entry[]): Found {
  const [given, isLost] = [givenIn(asked, journeys), lossesOf(entries)];
  const revoked = revocations(asked);
  const violations: string[] = [];
  let [withoutAnswer, lostByFailOver] = [0, 0];
  for (const one of asked) {
    const { kind, at, end, shown = "" } = one;
    const known = given.get(shown);
    if (known === undefined || !isNotKnown(one)) continue;
    if ((revoked.get(shown) ?? Number.POSITIVE_INFINITY) <= end || wasBeingRevoked(one, asked)) continue;
    if (isLostWithItsChain(shown, given, isLost)) lostByFailOver += 1;
    else if (isOutOfGrace(one, asked, entries)) withoutAnswer += 1;
    else violations.push(`${kind} at ${seconds(at)} does not know ${shown}, given at ${seconds(known.at)}`);
  }
  return { violations, withoutAnswer, lostByFailOver };
}

/** When each token was revoked: the first answer that said so. */
export function revocations(asked: readonly Asked[]): ReadonlyMap<string, number> {
  const revoked = new Map<string, number>();
  for (const one of asked.filter(({ kind, status }) => kind === "revocation" && status === 200))
    for (const token of one.ended ?? []) if (!revoked.has(token)) revoked.set(token, one.end);
  return revoked;
}

/** Whether a change that was answered at this time may be lost: a standby took over that did not have it. */
export type Losses = (at: number) => boolean;

export function lossesOf(entries: readonly Entry[]): Losses {
  const losses = entries.filter(isStruck).filter((fault) => fault.losesFrom !== undefined);
  return (at) => losses.some(({ losesFrom = 0, end, losesTo = end }) => at >= losesFrom && at <= losesTo);
}

interface Given {
  readonly at: number;
  /** The refresh token that it was given for. */
  readonly after?: string | undefined;
}

/** When each thing was first given. */
function givenIn(asked: readonly Asked[], journeys: readonly Ended[]): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (const { given: name, end } of journeys) if (name !== undefined) given.set(name, { at: end });
  for (const one of asked.filter(isGood)) {
    const after = one.kind === "refresh" ? one.shown : undefined;
    for (const name of one.given ?? []) if (!given.has(name)) given.set(name, { at: one.end, after });
  }
  return given;
}

/** With so many lost rotations a chain goes on (decision 194). */
const MOST_RESUMED = 8;

/**
 * Whether the standby that took over need not know it. Tokens of a chain that began before are known, no matter how
 * often it was refreshed since then, up to the bound: its client goes on with the newest one.
 */
function isLostWithItsChain(name: string, given: ReadonlyMap<string, Given>, isLost: Losses): boolean {
  let [one, rotations] = [given.get(name), 0];
  while (one !== undefined && isLost(one.at)) {
    if (one.after === undefined) return true;
    rotations += 1;
    one = given.get(one.after);
  }
  return rotations > MOST_RESUMED;
}

/** How the answer says that what was shown is not known. */
const NOT_KNOWN: Partial<Record<Kind, (one: Asked) => boolean>> = {
  exchange: ({ error }) => error === "invalid_grant", // judged by refusedExchanges
  refresh: ({ error }) => error === "invalid_grant",
  userinfo: ({ status, honoured, error }) => honoured === false && status === 401 && error !== NONCE,
  introspection: ({ status, honoured }) => honoured === false && status === 200,
  "registration-read": ({ status }) => status === 401,
  silent: ({ error }) => error === "login_required",
  "sign-in": ({ error }) => error === NO_END,
};
export const NONCE = "use_dpop_nonce";

export const isNotKnown = (one: Asked) => one.shown !== undefined && NOT_KNOWN[one.kind]?.(one) === true;

/** A revocation without an answer may have been done. */
const wasBeingRevoked = ({ shown, end }: Asked, asked: readonly Asked[]) =>
  asked.some((one) => one.kind === "revocation" && one.at <= end && one.ended?.includes(shown ?? "") === true);

/** How long a public client has to send its refresh token again. */
const PUBLIC_GRACE_MS = 30_000;

/**
 * Whether a public client had its token spent by a request without an answer, and could not repeat it in time. What
 * was sent while PostgreSQL stood still comes too late and does nothing (decision 139): only what was under way when a
 * fault began may be done, and what a fault has done without an answer.
 */
function isOutOfGrace({ by, kind, shown, end }: Asked, asked: readonly Asked[], entries: readonly Entry[]): boolean {
  if (by !== "public" || kind !== "refresh") return false;
  const faults = entries.filter(isStruck);
  const mayBeDone = (one: Asked) =>
    faults.some((fault) => one.at <= (fault.isDoneLater ? fault.end : fault.at) && fault.at <= one.end);
  const before = (one: Asked) => one.kind === kind && one.shown === shown && one.at <= end - PUBLIC_GRACE_MS;
  return asked.some((one) => before(one) && isFailed(one) && mayBeDone(one));
}
