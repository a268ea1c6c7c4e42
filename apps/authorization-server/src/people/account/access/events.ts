/** The events of an account, as its person reads them: of a kind, and equal neighbours as one. Pure. */
import type { OwnEvent } from "../../../administration/people/own-records.ts";
import type { ShownEvent } from "../../views/models/account-centre.ts";

/** The filters of the page. The texts are `activity.kind.<kind>`. */
export const KINDS = ["sign-ins", "security", "apps"] as const;
export type EventKind = (typeof KINDS)[number];

const OF_SIGN_INS =
  /^(?:sign_in(?:_failed)?|second_factor_failed|recovery_code_used|sign_out|session_ended|device_(?:approved|denied))$/;
const OF_APPS =
  /^(?:consent\w*|code_replayed|refresh_token_replayed|token_revoked|authorizations_revoked|device_approved)$/;
const OF_WAYS_IN =
  /^(?:password|passkey|second_factor_(?:added|removed|preferred)|recovery_codes|remembered_device|factors)/;
const OF_THE_ACCOUNT = /^(?:email|username|identity|user_(?:dis|en)abled|enrolment_link|deletion|activity_read)/;

const OF_KIND: Readonly<Record<EventKind, readonly RegExp[]>> = {
  "sign-ins": [OF_SIGN_INS],
  security: [OF_WAYS_IN, OF_THE_ACCOUNT],
  apps: [OF_APPS],
};

const isOf = (kind: EventKind, type: string): boolean => OF_KIND[kind].some((those) => those.test(type));

export const kindOf = (type: string): EventKind | undefined => KINDS.find((kind) => isOf(kind, type));

/** What a person should look at. */
const ALARMING = /_failed$|_replayed$|_cloned$|^recovery_code_used$/;
const isAlarming = (type: string): boolean => ALARMING.test(type);

const NEIGHBOURS_MILLISECONDS = 3_600_000;

/** Events of a kind, or all, the newest first. Those that follow each other within an hour and say the same are one. */
export function shownEvents(events: readonly OwnEvent[], kind?: EventKind): readonly ShownEvent[] {
  const shown: ShownEvent[] = [];
  let lastAt = 0;
  for (const { at, type, actor, client, address } of events) {
    if (kind !== undefined && !isOf(kind, type)) continue;
    const event = { type, actor, client: client ?? undefined, address: address ?? undefined };
    const last = shown.at(-1);
    const isSame = last !== undefined && isEqual(last, event) && lastAt - at.getTime() < NEIGHBOURS_MILLISECONDS;
    if (isSame) shown[shown.length - 1] = { ...last, count: last.count + 1 };
    else shown.push({ ...event, at, count: 1, kind: kindOf(type), isAlarming: isAlarming(type) });
    lastAt = at.getTime();
  }
  return shown;
}

const isEqual = (a: Told, b: Told) =>
  a.type === b.type && a.actor === b.actor && a.client === b.client && a.address === b.address;

type Told = Pick<ShownEvent, "type" | "actor" | "client" | "address">;

/** Sign-ins that failed since the one before this session's: those that the person has had no chance to see. */
export function unseenFailures(events: readonly OwnEvent[], since: Date): number {
  const before = events.find(({ type, at }) => type === "sign_in" && at < since)?.at ?? new Date(0);
  const week = new Date(since.getTime() - 7 * 86_400_000);
  return events.filter(({ type, at }) => /_failed$/.test(type) && at > before && at > week).length;
}
