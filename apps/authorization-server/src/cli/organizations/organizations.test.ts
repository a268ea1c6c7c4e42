import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const resource = "https://orders.example";
const refused = { exitCode: 1, stdout: "" };
const CAROL = { id: expect.any(String), username: "carol" };

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  await cli.json("resources", "add", resource, "--name", "Orders", "--scope", "read refund", "--role-scope", "refund");
  await cli.json("roles", "add", resource, "clerk", "--scope", "refund", "--in-organizations");
  await cli.json("roles", "add", resource, "chief", "--scope", "refund");
  for (const username of ["carol", "dave"]) await cli.json("users", "add", username, "--generate-password");
});
afterAll(() => cli.close());

const organizations = (...argv: readonly string[]) => cli.run(["organizations", ...argv]);

describe("og.2: organizations by command", () => {
  it("are added, filled, renamed, disabled and removed, and each act is audited", async () => {
    const before = (await cli.audited()).length;
    const { id } = (await cli.json("organizations", "add", "acme", "Acme")) as { id: string };
    await cli.json("organizations", "members", "add", "acme", "carol");
    await cli.json("organizations", "assign", "acme", "carol", resource, "clerk");
    await cli.json("organizations", "rename", "acme", "Acme Inc.");
    await cli.json("organizations", "disable", "acme");
    const at = cli.clock.now.toISOString();
    const acme = { id, slug: "acme", name: "Acme Inc.", members: 1, disabled_at: at, created_at: at };
    expect(await cli.json("organizations", "list")).toEqual([acme]);
    expect((await organizations("list")).stdout).toContain("disabled");
    await cli.json("organizations", "enable", "acme");
    expect(await cli.json("organizations", "members", "list", "acme")).toEqual([CAROL]);
    await cli.json("organizations", "revoke", "acme", "carol", resource, "clerk");
    await cli.json("organizations", "members", "remove", "acme", "carol");
    expect((await organizations("members", "list", "acme")).stdout).toContain("has no members");
    await cli.json("organizations", "remove", "acme");
    expect((await organizations("list")).stdout).toContain("No organizations yet.");

    const types = (await cli.audited()).slice(before).map(({ type }) => type);
    expect(types).toEqual([
      "organization_added",
      "organization_member_added",
      "organization_role_assigned",
      "organization_changed",
      "organization_disabled",
      "organization_enabled",
      "organization_role_revoked",
      "organization_member_removed",
      "organization_removed",
    ]);
  });

  it("have groups, which can have roles", async () => {
    await cli.json("organizations", "add", "acme", "Acme");
    const of = ["--organization", "acme"];
    expect(await cli.json("groups", "add", "Support", ...of)).toMatchObject({ name: "Support" });
    expect([await cli.json("groups", "list", ...of), await cli.json("groups", "list")]).toEqual([
      [{ id: expect.any(String), name: "Support", members: 0, managed_by: null }],
      [],
    ]);
    const add = () => cli.run(["groups", "members", "add", "support", "carol", ...of]);
    expect((await add()).stderr).toContain("there is no member carol");
    await cli.json("organizations", "members", "add", "acme", "carol");
    expect((await add()).exitCode).toBe(0);
    expect(await cli.json("groups", "members", "list", "Support", ...of)).toEqual([CAROL]);
    const role = ["acme", "Support", resource, "clerk", "--group"];
    expect(await cli.json("organizations", "assign", ...role)).toMatchObject({ holder: "Support", assigned: true });
    expect(await cli.json("organizations", "revoke", ...role)).toMatchObject({ holder: "Support", revoked: true });
    await cli.json("groups", "rename", "Support", "Help", ...of);
    await cli.json("groups", "members", "remove", "Help", "carol", ...of);
    await cli.json("groups", "remove", "Help", ...of);
    expect((await cli.run(["groups", "remove", "Help", ...of])).exitCode).toBe(1);
    expect((await cli.run(["groups", "add", "Help", "--organization", "nowhere"])).exitCode).toBe(1);
    await cli.json("organizations", "remove", "acme");
  });

  it("are refused if they cannot be, and nothing is audited", async () => {
    await cli.json("organizations", "add", "acme", "Acme");
    await cli.json("organizations", "members", "add", "acme", "carol");
    const before = (await cli.audited()).length;
    for (const argv of [
      ["add", "acme", "Another"],
      ["add", "Acme", "Another"],
      ["add", "other", ""],
      ["rename", "unknown", "X"],
      ["enable", "acme"],
      ["remove", "unknown"],
      ["members", "add", "acme", "carol"],
      ["members", "add", "acme", "nobody"],
      ["members", "remove", "acme", "dave"],
      ["members", "list", "unknown"],
      ["assign", "acme", "carol", resource, "chief"],
      ["assign", "acme", "carol", resource, "unknown"],
      ["assign", "acme", "dave", resource, "clerk"],
      ["revoke", "acme", "carol", resource, "clerk"],
    ])
      expect([argv, await organizations(...argv)]).toEqual([argv, expect.objectContaining(refused)]);
    expect(await cli.audited()).toHaveLength(before);
  });
});
