/**
 * A PATCH of a group: RFC 7644 §3.5.2. The members are changed one by one, since a group may have more of them than a
 * request could carry.
 */
import type { Filter } from "./filter-form.ts";
import { equalTo } from "./filter-match.ts";
import { patched } from "./patch.ts";
import type { PatchOperation } from "./patch-request.ts";
import { MOST_MEMBERS, readValue, type ScimObject } from "./resource.ts";
import { GROUP_TYPE } from "./schemas.ts";
import { badRequest } from "./scim-error.ts";

/** A change of the members, by the ids of people. */
export type MemberChange =
  | { readonly kind: "add" | "remove" | "replace"; readonly ids: readonly string[] }
  | { readonly kind: "clear" };

export interface GroupPatch {
  /** The group without its members, as it is afterwards. */
  readonly group: ScimObject;
  readonly members: readonly MemberChange[];
}

/** @param group the group without its members */
export function groupPatch(group: ScimObject, operations: readonly PatchOperation[]): GroupPatch {
  const members = operations.flatMap((operation) => memberChange(operation) ?? []);
  const others = operations.filter((operation) => memberChange(operation) === undefined);
  if (members.reduce((sum, one) => sum + ("ids" in one ? one.ids.length : 0), 0) > MOST_MEMBERS) {
    throw badRequest("tooMany", `a request changes at most ${MOST_MEMBERS} members`);
  }
  return { group: patched(group, others, GROUP_TYPE), members };
}

/** What changes of members come to, one after the other. Ids are in lower case. */
export interface NetMembers {
  /** Whether only those in `added` stay. */
  readonly isWhole: boolean;
  readonly added: readonly string[];
  /** The members who are removed, unless all are. */
  readonly removed: readonly string[];
  /** Every member whom a change adds, though a later one may remove them. */
  readonly named: readonly string[];
}

/** One operation for each member is common. Together they are as few changes as one operation for all. */
export function netMembers(changes: readonly MemberChange[]): NetMembers {
  const lastWhole = changes.findLastIndex(({ kind }) => kind === "clear" || kind === "replace");
  const [added, removed] = [new Set<string>(), new Set<string>()];
  for (const change of changes.slice(Math.max(0, lastWhole))) {
    const [to, from] = change.kind === "remove" ? [removed, added] : [added, removed];
    for (const id of idsIn(change)) {
      to.add(id);
      from.delete(id);
    }
  }
  const isWhole = lastWhole >= 0;
  const named = new Set(changes.filter(({ kind }) => kind !== "remove").flatMap(idsIn));
  return { isWhole, added: [...added], removed: isWhole ? [] : [...removed], named: [...named] };
}

const idsIn = (change: MemberChange): readonly string[] =>
  "ids" in change ? change.ids.map((id) => id.toLowerCase()) : [];

/** The ids of the members in a resource that was sent whole. */
export const memberIds = (group: ScimObject): readonly string[] => idsOf(group.members);

function memberChange({ kind, target, value }: PatchOperation): MemberChange | undefined {
  if (!("path" in target) || target.path.attribute.name !== "members") return undefined;
  if (target.sub !== undefined) throw badRequest("mutability", "a member is added or removed, and does not change");
  if (target.filter !== undefined) return removedByFilter(kind, target.filter);
  const ids = idsOf(readValue(value, target.path.attribute));
  if (kind === "remove" && value === undefined) return { kind: "clear" };
  return { kind, ids };
}

function removedByFilter(kind: PatchOperation["kind"], filter: Filter): MemberChange {
  const ids = equalTo(filter, "value");
  if (ids === undefined) throw badRequest("invalidPath", 'members are chosen by [value eq "…"]');
  if (kind !== "remove") throw badRequest("mutability", "a member is added or removed, and does not change");
  return { kind, ids };
}

function idsOf(members: unknown): readonly string[] {
  const values = Array.isArray(members) ? (members as readonly ScimObject[]) : [];
  return values.map(({ value, type }) => {
    if (typeof value !== "string") throw badRequest("invalidValue", "a member has no value");
    if (type !== undefined && type !== "User") throw badRequest("invalidValue", "members of groups are Users");
    return value;
  });
}
