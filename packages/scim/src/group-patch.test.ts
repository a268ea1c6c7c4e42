import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupPatch, netMembers } from "./group-patch.ts";
import { readPatch } from "./patch-request.ts";
import { GROUP_TYPE } from "./schemas.ts";

const IDS = ["a", "b", "c", "d"];
const members = (ids: readonly string[]) => ids.map((value) => ({ value }));
const changesOf = (operations: readonly object[]) =>
  netMembers(groupPatch({ displayName: "G" }, readPatch({ Operations: operations }, GROUP_TYPE)).members);

const ids = fc.uniqueArray(fc.constantFrom(...IDS));
const operation = fc.oneof(
  ids.map((some) => ({ op: "add", path: "members", value: members(some) })),
  ids.map((some) => ({ op: "replace", path: "members", value: members(some) })),
  fc.constantFrom(...IDS).map((id) => ({ op: "remove", path: `members[value eq "${id}"]` })),
  fc.constant({ op: "remove", path: "members" }),
);

/** What the operations do one after the other. */
function oneByOne(present: readonly string[], operations: readonly { op: string; path: string; value?: object[] }[]) {
  const group = new Set(present);
  for (const { op, path, value = [] } of operations) {
    const sent = value.map((one) => (one as { value: string }).value);
    const [, removed] = /"(\w)"/.exec(path) ?? [];
    if (removed !== undefined) group.delete(removed);
    else if (op !== "add") group.clear();
    for (const id of sent) group.add(id);
  }
  return [...group].sort();
}

describe("RFC 7644 §3.5.2: operations on the members of a group, applied in order", () => {
  it("A2: come to one change, regardless of their number", () => {
    fc.assert(
      fc.property(ids, fc.array(operation, { minLength: 1, maxLength: 8 }), (present, operations) => {
        const { isWhole, added, removed } = changesOf(operations);
        const staying = isWhole ? [] : present.filter((id) => !removed.includes(id));
        expect([...new Set([...staying, ...added])].sort()).toEqual(oneByOne(present, operations));
      }),
    );
  });

  it("name every member that one of them adds, also one that the next removes: an unknown member is noticed", () => {
    const add = { op: "add", path: "members", value: members(["A"]) };
    expect(changesOf([add, { op: "remove", path: 'members[value eq "a"]' }])).toEqual({
      isWhole: false,
      added: [],
      removed: ["a"],
      named: ["a"],
    });
  });
});
