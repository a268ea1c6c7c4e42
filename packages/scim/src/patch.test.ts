import { describe, expect, it } from "vitest";
import { groupPatch } from "./group-patch.ts";
import { patched } from "./patch.ts";
import { readPatch } from "./patch-request.ts";
import type { ScimObject } from "./resource.ts";
import { ENTERPRISE_SCHEMA, GROUP_TYPE, USER_TYPE } from "./schemas.ts";
import { ScimError } from "./scim-error.ts";

const BJENSEN: ScimObject = {
  userName: "bjensen",
  active: true,
  name: { givenName: "Barbara", familyName: "Jensen" },
  emails: [
    { value: "b@example.com", type: "work", primary: true },
    { value: "b@home.example", type: "home" },
  ],
  [ENTERPRISE_SCHEMA]: { department: "Tours" },
};

const apply = (...Operations: readonly object[]) =>
  patched(
    BJENSEN,
    readPatch({ schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations }, USER_TYPE),
    USER_TYPE,
  );

const refusal = (...Operations: readonly object[]) => {
  try {
    return apply(...Operations);
  } catch (err) {
    return err instanceof ScimError ? [err.status, err.scimType] : err;
  }
};

describe("RFC 7644 §3.5.2: PATCH of a user", () => {
  it("§3.5.2.1: add gives an attribute a value, or one value more", () => {
    expect(apply({ op: "add", path: "nickName", value: "Babs" }).nickName).toBe("Babs");
    const phone = { value: "+15551234", type: "work" };
    expect(apply({ op: "add", path: "phoneNumbers", value: [phone] }).phoneNumbers).toEqual([phone]);
    expect(apply({ op: "add", path: "phoneNumbers", value: phone }).phoneNumbers).toEqual([phone]);
  });

  it("§3.5.2.1: a value that is there already is not added again", () => {
    expect(apply({ op: "add", path: "emails", value: [{ value: "b@home.example", type: "home" }] })).toEqual(BJENSEN);
  });

  it("§3.5.2: a new primary value ends the other", () => {
    const value = [{ value: "b@new.example", type: "other", primary: true }];
    expect(apply({ op: "add", path: "emails", value }).emails).toEqual([
      { value: "b@example.com", type: "work", primary: false },
      { value: "b@home.example", type: "home" },
      value[0],
    ]);
    expect(apply({ op: "replace", path: 'emails[type eq "home"].primary', value: true }).emails).toEqual([
      { value: "b@example.com", type: "work", primary: false },
      { value: "b@home.example", type: "home", primary: true },
    ]);
  });

  it("scim-01: at most 100 operations choose values by a filter, with a path of their own or together", () => {
    const path = 'emails[type eq "home"].value';
    const op = { op: "replace", path, value: "B" };
    expect(apply(...Array.from({ length: 100 }, () => op)).emails).toHaveLength(2);
    expect(refusal(...Array.from({ length: 101 }, () => op))).toEqual([400, "tooMany"]);
    const spelled = Array.from({ length: 101 }, (_, at) => [path.replace("[", `[${" ".repeat(at)}`), "B"]);
    expect(refusal({ op: "replace", value: Object.fromEntries(spelled) })).toEqual([400, "tooMany"]);
  });

  it("§3.5.2.2: remove takes an attribute, the values that a filter chooses, or a part of them", () => {
    expect(apply({ op: "remove", path: "name.givenName" }).name).toEqual({ familyName: "Jensen" });
    expect(apply({ op: "remove", path: "emails" }).emails).toBeUndefined();
    expect(apply({ op: "remove", path: 'emails[type eq "work"]' }).emails).toEqual([
      { value: "b@home.example", type: "home" },
    ]);
    expect(apply({ op: "remove", path: 'emails[value ew "home.example"].type' }).emails).toEqual([
      { value: "b@example.com", type: "work", primary: true },
      { value: "b@home.example" },
    ]);
  });

  it("§3.5.2.3: replace leaves the parts that are not sent", () => {
    expect(apply({ op: "replace", path: "name", value: { givenName: "Babs" } }).name).toEqual({
      givenName: "Babs",
      familyName: "Jensen",
    });
    expect(apply({ op: "replace", path: 'emails[type eq "work"].value', value: "x@example.com" }).emails).toEqual([
      { value: "x@example.com", type: "work", primary: true },
      { value: "b@home.example", type: "home" },
    ]);
  });

  it("applies operations in their order", () => {
    const changed = apply(
      { op: "remove", path: "emails" },
      { op: "add", path: 'emails[type eq "work"].value', value: "one@example.com" },
      { op: "replace", path: 'emails[type eq "work"].value', value: "two@example.com" },
    );
    expect(changed.emails).toEqual([{ type: "work", value: "two@example.com" }]);
  });

  it("§3.12: refuses what cannot be applied", () => {
    expect(refusal({ op: "replace", path: 'emails[type eq "other"].value', value: "a" })).toEqual([400, "noTarget"]);
    expect(refusal({ op: "remove" })).toEqual([400, "noTarget"]);
    expect(refusal({ op: "remove", path: "userName" })).toEqual([400, "mutability"]);
    expect(refusal({ op: "remove", path: "active" })).toEqual([400, "mutability"]);
    expect(refusal({ op: "replace", path: "id", value: "1" })).toEqual([400, "mutability"]);
    expect(refusal({ op: "replace", path: "groups", value: [] })).toEqual([400, "mutability"]);
    expect(refusal({ op: "replace", path: "password", value: "x" })).toEqual([400, "invalidPath"]);
    expect(refusal({ op: "replace", path: "emails[type eq", value: "x" })).toEqual([400, "invalidPath"]);
    expect(refusal({ op: "replace", path: 'emails[secret eq "a"]', value: "x" })).toEqual([400, "invalidPath"]);
    expect(refusal({ op: "replace", path: "active", value: "maybe" })).toEqual([400, "invalidValue"]);
    expect(refusal({ op: "replace", path: "active" })).toEqual([400, "invalidValue"]);
    expect(refusal({ op: "move", path: "active", value: true })).toEqual([400, "invalidSyntax"]);
    expect(refusal()).toEqual([400, "invalidSyntax"]);
    expect(refusal({ op: "add", path: "__proto__.x", value: "1" })).toEqual([400, "invalidPath"]);
    expect(refusal({ op: "add", path: "nickName", value: "a\0" })).toEqual([400, "invalidValue"]);
    expect(refusal({ op: "add", path: "nickName", value: "a".repeat(1001) })).toEqual([400, "invalidValue"]);
    expect(refusal(...Array(1001).fill({ op: "add", path: "nickName", value: "a" }))).toEqual([400, "tooMany"]);
  });
});

describe("what Entra ID sends", () => {
  it("names operations in upper case, and booleans as strings", () => {
    expect(apply({ op: "Replace", path: "active", value: "False" }).active).toBe(false);
    expect(apply({ op: "Add", path: "active", value: "True" }).active).toBe(true);
  });

  it("sends paths as the names of members, without a path", () => {
    const value = {
      "name.givenName": "Babs",
      [`${ENTERPRISE_SCHEMA}:department`]: "Rides",
      'emails[type eq "work"].value': "w@example.com",
      active: "False",
      unknownThing: 1,
      id: "ignored",
    };
    expect(apply({ op: "Add", value })).toMatchObject({
      name: { givenName: "Babs", familyName: "Jensen" },
      [ENTERPRISE_SCHEMA]: { department: "Rides" },
      emails: [{ value: "w@example.com", type: "work" }, { type: "home" }],
      active: false,
    });
  });

  it("adds a value by the path of what it will be", () => {
    expect(apply({ op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+1555" }).phoneNumbers).toEqual([
      { type: "mobile", value: "+1555" },
    ]);
    expect(apply({ op: "Add", path: `${ENTERPRISE_SCHEMA}:manager`, value: "id-1" })[ENTERPRISE_SCHEMA]).toEqual({
      department: "Tours",
      manager: { value: "id-1" },
    });
  });
});

describe("what Okta sends", () => {
  it("deactivates by a value without a path", () => {
    expect(apply({ op: "replace", value: { active: false } }).active).toBe(false);
  });

  it("sends an extension as an object", () => {
    const value = { [ENTERPRISE_SCHEMA]: { costCenter: "7", department: null } };
    expect(apply({ op: "replace", value })[ENTERPRISE_SCHEMA]).toEqual({ costCenter: "7" });
  });
});

describe("RFC 7644 §3.5.2: PATCH of a group", () => {
  const group = { displayName: "Guides" };
  const change = (...Operations: readonly object[]) => groupPatch(group, readPatch({ Operations }, GROUP_TYPE));

  it.each([
    ["add", { op: "Add", path: "members", value: [{ value: "1" }, { value: "2" }] }, { kind: "add", ids: ["1", "2"] }],
    ["replace", { op: "replace", path: "members", value: [{ value: "1" }] }, { kind: "replace", ids: ["1"] }],
    ["replace by nothing", { op: "replace", path: "members", value: [] }, { kind: "replace", ids: [] }],
    ["remove all", { op: "remove", path: "members" }, { kind: "clear" }],
    ["Okta: remove one", { op: "remove", path: 'members[value eq "1"]' }, { kind: "remove", ids: ["1"] }],
    ["Entra: remove one", { op: "Remove", path: "members", value: [{ value: "1" }] }, { kind: "remove", ids: ["1"] }],
    [
      "remove two",
      { op: "remove", path: 'members[value eq "1" or value eq "2"]' },
      { kind: "remove", ids: ["1", "2"] },
    ],
  ])("%s", (_, operation, member) => expect(change(operation)).toEqual({ group, members: [member] }));

  it("Okta: renames by a value without a path, with an id", () => {
    const value = { id: "7", displayName: "Tour Guides" };
    expect(change({ op: "replace", value })).toEqual({ group: { displayName: "Tour Guides" }, members: [] });
  });

  it("refuses members that are not people, and changes of a member", () => {
    const refused = (operation: object) => {
      try {
        return change(operation);
      } catch (err) {
        return err instanceof ScimError ? err.scimType : err;
      }
    };
    expect(refused({ op: "add", path: "members", value: [{ value: "1", type: "Group" }] })).toBe("invalidValue");
    expect(refused({ op: "add", path: "members", value: [{ type: "User" }] })).toBe("invalidValue");
    expect(refused({ op: "replace", path: 'members[value eq "1"].value', value: "2" })).toBe("mutability");
    expect(refused({ op: "remove", path: 'members[value sw "1"]' })).toBe("invalidPath");
    expect(refused({ op: "remove", path: "displayName" })).toBe("mutability");
  });
});
