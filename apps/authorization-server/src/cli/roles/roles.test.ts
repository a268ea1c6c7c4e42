import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const resource = "https://orders.example";
const refused = { exitCode: 1, stdout: "" };

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  await cli.json("resources", "add", resource, "--name", "Orders", "--scope", "read refund", "--role-scope", "refund");
  for (const username of ["carol", "dave"]) await cli.json("users", "add", username, "--generate-password");
});
afterAll(() => cli.close());

/** The members of a new role that the API sets itself. */
const ADDED = {
  id: expect.any(String),
  resource_name: expect.any(String),
  revoke_on_change: false,
  managed_by: null,
  is_of_service: false,
};

const roles = (...argv: readonly string[]) => cli.run(["roles", ...argv]);
const groups = (...argv: readonly string[]) => cli.run(["groups", ...argv]);

describe("RFC 6749 §3.3: roles at a resource server", () => {
  it("are added, given to people and groups, listed, taken back and removed, and each act is audited", async () => {
    const before = (await cli.audited()).length;
    const role = { resource, name: "clerk", scopes: ["refund"], in_organizations: false };
    expect(await cli.json("roles", "add", resource, "clerk", "--scope", "refund")).toEqual({ ...role, ...ADDED });
    await cli.json("groups", "add", "Support");
    await cli.json("roles", "assign", resource, "clerk", "--user", "carol");
    await cli.json("roles", "assign", resource, "clerk", "--group", "support");
    expect(await cli.json("roles", "list")).toEqual([{ ...role, people: ["carol"], groups: ["Support"] }]);
    expect((await roles("list")).stdout).toContain("clerk");

    await cli.json("roles", "revoke", resource, "clerk", "--user", "carol");
    expect(await cli.json("roles", "list")).toEqual([{ ...role, people: [], groups: ["Support"] }]);
    expect(await cli.json("groups", "rename", "support", "Help")).toMatchObject({ name: "Help", members: 0 });
    await cli.json("groups", "remove", "Help");
    expect(await cli.json("roles", "list")).toEqual([{ ...role, people: [], groups: [] }]);
    expect(await cli.json("roles", "remove", resource, "clerk")).toEqual({ resource, name: "clerk", removed: true });
    expect((await roles("list")).stdout).toContain("No roles yet.");

    const types = (await cli.audited()).slice(before).map(({ type }) => type);
    expect(types).toEqual([
      "role_added",
      "group_added",
      "role_assigned",
      "role_assigned",
      "role_revoked",
      "group_renamed",
      "group_removed",
      "role_removed",
    ]);
  });

  it("are changed in what is given, and keep the rest", async () => {
    await cli.json("roles", "add", resource, "clerk", "--scope", "refund");
    const role = { resource, name: "clerk", ...ADDED, scopes: ["refund"], in_organizations: false };
    const change = (...options: string[]) => cli.json("roles", "change", resource, "clerk", ...options);
    expect(await change("--in-organizations", "--revoke-on-change")).toEqual({
      ...role,
      in_organizations: true,
      revoke_on_change: true,
    });
    expect(await change("--scope", "read refund", "--no-in-organizations", "--no-revoke-on-change")).toEqual({
      ...role,
      scopes: ["read", "refund"],
    });
    const { detail } = (await cli.audited()).at(-1) ?? {};
    const before = { scopes: ["refund"], inOrganizations: true, revokeOnChange: true };
    expect(detail).toMatchObject({ scopes: ["read", "refund"], before });
    for (const argv of [[], ["--scope", "unknown"], ["--scope", ""]]) {
      expect((await roles("change", resource, "clerk", ...argv)).exitCode).toBe(1);
    }
    expect((await roles("change", resource, "nobody", "--scope", "read")).stderr).toContain("there is no role nobody");
    await cli.json("roles", "remove", resource, "clerk");
  });

  it("are refused if they cannot be, and nothing is audited", async () => {
    await cli.json("roles", "add", resource, "clerk", "--scope", "refund");
    await cli.json("groups", "add", "Support");
    await cli.json("roles", "assign", resource, "clerk", "--user", "carol");
    const before = (await cli.audited()).length;
    for (const argv of [
      ["add", resource, "clerk", "--scope", "read"],
      ["add", resource, "other", "--scope", "unknown"],
      ["add", "https://unknown.example", "clerk", "--scope", "read"],
      ["add", resource, "a\u001bb", "--scope", "read"],
      ["assign", resource, "clerk", "--user", "carol"],
      ["assign", resource, "clerk", "--user", "nobody"],
      ["assign", resource, "clerk", "--group", "nobody"],
      ["assign", resource, "unknown", "--user", "carol"],
      ["assign", resource, "clerk"],
      ["assign", resource, "clerk", "--user", "dave", "--group", "Support"],
      ["revoke", resource, "clerk", "--user", "dave"],
      ["revoke", resource, "clerk", "--group", "Support"],
      ["revoke", resource, "unknown", "--user", "carol"],
      ["remove", resource, "unknown"],
    ])
      expect([argv, await roles(...argv)]).toEqual([argv, expect.objectContaining(refused)]);
    expect(await cli.audited()).toHaveLength(before);
    await cli.json("groups", "add", "Sales");
    const events = (await cli.audited()).length;
    for (const argv of [
      ["rename", "Support", "SALES"],
      ["rename", "nothing", "Other"],
      ["rename", "Support", "a\u001bb"],
    ])
      expect([argv, await groups(...argv)]).toEqual([argv, expect.objectContaining(refused)]);
    expect(await cli.audited()).toHaveLength(events);
    await groups("remove", "Sales");
    await cli.json("groups", "remove", "Support");
    await cli.json("roles", "remove", resource, "clerk");
  });

  it("end with their resource server", async () => {
    const stock = "https://stock.example";
    await cli.json("resources", "add", stock, "--name", "Stock", "--scope", "count");
    await cli.json("roles", "add", stock, "counter", "--scope", "count");
    await cli.json("roles", "assign", stock, "counter", "--user", "dave");
    await cli.json("resources", "remove", stock);
    expect(await cli.json("roles", "list")).toEqual([]);
  });
});

describe("RFC 6749 §3.3: groups", () => {
  it("have members, once each", async () => {
    await cli.json("groups", "add", "Büro");
    expect(await groups("add", "BÜRO")).toMatchObject(refused);
    await cli.json("groups", "members", "add", "büro", "dave");
    await cli.json("groups", "members", "add", "Büro", "carol");
    expect(await groups("members", "add", "Büro", "carol")).toMatchObject(refused);
    const members: { username: string }[] = await cli.json("groups", "members", "list", "Büro");
    expect(members.map(({ username }) => username).sort()).toEqual(["carol", "dave"]);
    const group = { id: expect.any(String), name: "Büro", members: 2, managed_by: null };
    expect(await cli.json("groups", "list")).toEqual([group]);

    await cli.json("groups", "members", "remove", "Büro", "dave");
    expect(await groups("members", "remove", "Büro", "dave")).toMatchObject(refused);
    expect((await groups("members", "list", "Büro")).stdout).toContain("carol");
    await cli.json("groups", "remove", "Büro");
    for (const argv of [
      ["remove", "Büro"],
      ["members", "list", "Büro"],
      ["members", "add", "Büro", "carol"],
      ["add", ""],
    ])
      expect(await groups(...argv)).toMatchObject(refused);
    expect((await groups("list")).stdout).toContain("No groups yet.");
  });
});
