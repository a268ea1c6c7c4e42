import { describe, expect, it } from "vitest";
import { apiOf, roleGroups } from "./role-choices.ts";

const role = (id: string, resource: string, api: string) => ({ id, name: `role ${id}`, resource, resource_name: api });

describe("roles are named by their API", () => {
  it("the identifier is the second line", () => {
    expect(apiOf(role("1", "https://a.example", "Orders"))).toEqual({ text: "Orders", second: "https://a.example" });
  });

  it("choices are in a group for each API; of two with one name, the identifier says which it is", () => {
    const roles = [
      role("1", "a", "Orders"),
      role("2", "b", "Stock"),
      role("3", "a", "Orders"),
      role("4", "c", "Stock"),
    ];
    expect(roleGroups(roles)).toEqual([
      { text: "Orders", options: [1, 3].map((id) => ({ value: `${id}`, text: `role ${id}` })) },
      { text: "Stock (b)", options: [{ value: "2", text: "role 2" }] },
      { text: "Stock (c)", options: [{ value: "4", text: "role 4" }] },
    ]);
  });
});
