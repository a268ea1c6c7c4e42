import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  await cli.json("resources", "add", "https://orders.example", "--name", "Orders", "--scope", "read");
  await cli.json("roles", "add", "https://orders.example", "clerk", "--scope", "read");
});
afterAll(() => cli.close());

describe("a command runs the operation that declares it", () => {
  it("as an operator, who may change what a configuration declares", async () => {
    await cli.json("groups", "add", "Declared");
    await cli.database.pool.query("UPDATE user_group SET managed_by = 'shop'");
    expect(await cli.json("groups", "rename", "Declared", "Other")).toMatchObject({ managed_by: "shop" });
    expect((await cli.audited()).at(-1)).toMatchObject({ type: "group_renamed", actor: "operator" });
  });

  it("and takes an id in place of a name", async () => {
    const { id } = await cli.json("groups", "add", "Support");
    expect(await cli.json("groups", "remove", id)).toEqual({ name: id, removed: true });
  });

  it("and prints the items of all pages of a list", async () => {
    await cli.database.pool.query(
      `INSERT INTO user_group (id, name, name_key, created_at)
       SELECT gen_random_uuid(), 'g' || n, 'g' || n, now() FROM generate_series(1, 401) n`,
    );
    const names: { name: string }[] = await cli.json("groups", "list");
    expect(new Set(names.map(({ name }) => name)).size).toBe(402);
  });

  it("and an option names whose items are listed", async () => {
    await cli.run(["users", "add", "alice", "--password-stdin"], { stdin: "seven quiet otters 42" });
    const { rows } = await cli.database.pool.query("SELECT id FROM end_user WHERE username = 'alice'");
    await cli.json("groups", "add", "Auditors");
    await cli.json("groups", "members", "add", "Auditors", "alice");
    await cli.json("organizations", "add", "acme", "Acme");
    await cli.json("organizations", "members", "add", "acme", "alice");
    expect(await cli.json("groups", "list", "--user", "alice")).toMatchObject([{ name: "Auditors", members: 1 }]);
    expect(await cli.json("organizations", "list", "--user", rows[0].id)).toMatchObject([{ slug: "acme", groups: [] }]);
  });

  it.each([
    ["none", []],
    ["both", ["--user", "alice", "--group", "Other"]],
  ])("which one option selects: %s is refused", async (_, options) => {
    const refused = await cli.run(["roles", "assign", "https://orders.example", "clerk", ...options]);
    expect(refused).toMatchObject({ exitCode: 1, stderr: "countersign: give one of --user and --group" });
  });

  it("and a problem names the option", async () => {
    const refused = await cli.run(["roles", "change", "https://orders.example", "clerk", "--scope", "write"]);
    const sentence = "the command cannot be used:\n  --scope: has a scope that the resource server does not define";
    expect(refused).toMatchObject({ exitCode: 1, stdout: "", stderr: `countersign: ${sentence}` });
  });

  it("and --help explains arguments and options", async () => {
    const { stdout } = await cli.run(["roles", "add", "--help"]);
    expect(stdout).toMatch(/<resource>|resource +as `resources list` shows it/);
    expect(stdout).toMatch(/--scope <scopes> +the scopes that it gives/);
    expect(stdout).toContain("--in-organizations");
  });
});
