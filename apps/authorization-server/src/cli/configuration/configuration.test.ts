import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fc } from "../../../testing/properties.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "configuration-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(async () => {
  await cli.database.pool.query("DELETE FROM user_group");
  await cli.database.pool.query("DELETE FROM resource_server");
});

const resource = "https://orders.example";
const SHOP = `managed_by: shop
resource_servers:
  - resource: ${resource}
    name: Orders
    scopes: [read, refund]
    role_scopes: [refund]
roles:
  - resource: ${resource}
    name: clerk
    scopes: [refund]
groups:
  - name: Support
    roles:
      - resource: ${resource}
        name: clerk
`;

async function write(text: string, name = "shop.yaml"): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const plan = async (text: string, ...options: readonly string[]) => cli.run(["plan", await write(text), ...options]);
const apply = async (text: string, ...options: readonly string[]) => cli.run(["apply", await write(text), ...options]);

describe("cf.2: a plan and its application", () => {
  it("shows what is created, changes nothing, and exits 2", async () => {
    const shown = await plan(SHOP);
    expect(shown).toMatchObject({ exitCode: 2, stderr: "countersign: the database differs from the file" });
    expect(shown.stdout).toContain(`+ create resource server ${resource}`);
    expect(shown.stdout).toContain("3 to create, 0 to change, 0 to adopt, 0 to remove.");
    expect(await cli.json("resources", "list")).toEqual([]);
  });

  it("creates everything, each act is audited, and then nothing has to change", async () => {
    const before = (await cli.audited()).length;
    expect(await apply(SHOP)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.json("roles", "list")).toMatchObject([{ name: "clerk", scopes: ["refund"], groups: ["Support"] }]);
    expect((await cli.audited()).slice(before).map(({ type }) => type)).toEqual([
      "resource_server_added",
      "role_added",
      "group_added",
      "role_assigned",
      "configuration_applied",
    ]);
    expect(await plan(SHOP)).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("changes by field", async () => {
    await apply(SHOP);
    const changed = SHOP.replace("name: Orders", "name: Shop\n    enabled: false").replace(
      "scopes: [refund]\ngroups",
      "scopes: [refund, read]\ngroups",
    );
    expect((await plan(changed, "--json")).stdout).toContain('{"field":"name","before":"Orders","after":"Shop"}');
    expect(await apply(changed)).toMatchObject({ exitCode: 0 });
    expect(await cli.json("resources", "list")).toMatchObject([{ name: "Shop", enabled: false }]);
    expect(await cli.json("roles", "list")).toMatchObject([{ scopes: ["read", "refund"] }]);
    expect(await plan(changed)).toMatchObject({ exitCode: 0 });
    await apply(SHOP.replace(/ {4}roles:\n.*\n.*clerk\n/, ""));
    expect(await cli.json("roles", "list")).toMatchObject([{ groups: [] }]);
  });

  it("applies a saved plan, and refuses it when the base moved", async () => {
    const saved = join(folder, "plan.json");
    expect(await plan(SHOP, "--out", saved)).toMatchObject({ exitCode: 2 });
    await cli.json("groups", "add", "Support");
    const moved = await cli.run(["apply", "--plan", saved]);
    expect(moved).toMatchObject({ exitCode: 1, stdout: "" });
    expect(moved.stderr).toContain("make a new plan. Nothing was changed");
    expect(await cli.json("resources", "list")).toEqual([]);

    await cli.json("groups", "remove", "Support");
    expect(await cli.run(["apply", "--plan", saved])).toMatchObject({ exitCode: 0 });
    expect(await cli.run(["apply", "--plan", saved])).toMatchObject({ exitCode: 1 });
    expect((await readFile(saved, "utf8")).includes('"countersign_plan": 1')).toBe(true);
  });

  it("applies a saved plan that removes", async () => {
    const saved = join(folder, "removing.json");
    await apply(SHOP);
    expect(await plan("managed_by: shop\n", "--prune", "--out", saved)).toMatchObject({ exitCode: 2 });
    expect(await cli.run(["apply", "--plan", saved])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.json("resources", "list")).toEqual([]);
  });

  it.each([[[]], [["shop.yaml", "--plan", "plan.json"]], [["--plan", "plan.json", "--prune"]]])(
    "is not understood with %j",
    async (argv) => {
      expect(await cli.run(["apply", ...argv])).toMatchObject({ exitCode: 2, stdout: "" });
    },
  );

  it("is made once by two who apply at the same time", async () => {
    const file = await write(SHOP);
    const before = (await cli.audited()).length;
    const outcomes = await Promise.all([1, 2, 3].map(() => cli.run(["apply", file, "--json"])));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    const made = outcomes.map(({ stdout }) => JSON.parse(stdout).changes.length).sort();
    expect(made).toEqual([0, 0, 3]);
    expect((await cli.audited()).slice(before).filter(({ type }) => type === "configuration_applied")).toHaveLength(1);
  });

  it("changes nothing if one change is refused", async () => {
    await cli.json("groups", "add", "support");
    const before = (await cli.audited()).length;
    const refused = await apply(SHOP);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain("a group cannot be renamed");
    expect(await cli.json("resources", "list")).toEqual([]);
    expect(await cli.audited()).toHaveLength(before);
  });
});

describe("cf.3: what a configuration owns", () => {
  it("adopts what operators made, as the plan shows", async () => {
    await cli.json("resources", "add", resource, "--name", "Old", "--scope", "read refund");
    const shown = await plan(SHOP);
    expect(shown.stdout).toContain(`^ adopt resource server ${resource}\n    name: "Old" -> "Orders"`);
    await apply(SHOP);
    expect(await cli.json("resources", "list")).toMatchObject([{ name: "Orders" }]);
    expect(await plan(SHOP)).toMatchObject({ exitCode: 0 });
  });

  it("removes only what it owns, and only with --prune", async () => {
    await apply(SHOP);
    await cli.json("groups", "add", "Others");
    const empty = "managed_by: shop\n";
    const shown = await plan(empty);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toContain("! role clerk at https://orders.example is not declared, and stays");
    await apply(empty);
    expect(await cli.json("roles", "list")).toHaveLength(1);

    expect((await plan(empty, "--prune")).stdout).toContain("0 to adopt, 3 to remove.");
    expect(await apply(empty, "--prune")).toMatchObject({ exitCode: 0 });
    expect(await cli.json("roles", "list")).toEqual([]);
    expect(await cli.json("resources", "list")).toEqual([]);
    expect(await cli.json("groups", "list")).toMatchObject([{ name: "Others" }]);
  });

  it("does not remove a resource server with roles of others", async () => {
    await apply(SHOP);
    await cli.json("roles", "add", resource, "other", "--scope", "read");
    const refused = await apply("managed_by: shop\n", "--prune");
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain("has roles that this configuration does not manage");
    expect(await cli.json("roles", "list")).toHaveLength(2);
  });

  it("refuses what another configuration manages", async () => {
    await apply(SHOP);
    const refused = await plan(SHOP.replace("managed_by: shop", "managed_by: other"));
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(
      `shop.yaml:3: resource_servers[0]: the resource server ${resource} is managed by shop`,
    );
  });

  it("refuses the roles that the service itself defines, and may give them to groups", async () => {
    const ADMIN_URL = "https://admin.example";
    const api = `${ADMIN_URL}/admin/api/v1`;
    await cli.json("resources", "add", api, "--name", "Administration", "--scope", "people:read");
    await cli.json("roles", "add", api, "owner", "--scope", "people:read");
    const environment = { ADMIN_URL };
    const owner = `  - resource: ${api}\n    name: owner\n`;
    const declaring = await write(`managed_by: shop\nroles:\n${owner}    scopes: [people:read]\n`);
    expect((await cli.run(["plan", declaring], { environment })).stderr).toContain("the service itself defines");
    const giving = await write(
      `managed_by: shop\ngroups:\n  - name: Owners\n    roles: [{resource: "${api}", name: owner}]\n`,
    );
    expect(await cli.run(["apply", giving], { environment })).toMatchObject({ exitCode: 0 });
    expect((await cli.run(["export", "shop"], { environment })).stdout).toContain(
      "resource_servers: []\nclients: []\nroles: []\n",
    );
  });
});

describe("cf.4: drift", () => {
  it("is what a person changed by hand", async () => {
    await apply(SHOP);
    expect(await plan(SHOP, "--check")).toMatchObject({ exitCode: 0 });
    await cli.database.pool.query("UPDATE resource_server SET name = 'By hand'");
    expect(await plan(SHOP, "--check")).toMatchObject({ exitCode: 2 });
    await apply(SHOP);
    expect(await plan("managed_by: shop\n", "--check")).toMatchObject({ exitCode: 2 });
  });
});

describe("cf.6: errors and exports", () => {
  it.each([
    [
      "an unknown member",
      SHOP.replace("name: Orders", "nam: Orders"),
      "shop.yaml:4: resource_servers[0].nam: is not known here",
    ],
    ["an unknown section", `${SHOP}people: []\n`, "shop.yaml:16: people: is not known here"],
    [
      "a wrong value",
      SHOP.replace("name: Orders", "access_token_ttl_seconds: 1"),
      "shop.yaml:4: resource_servers[0].access_token_ttl_seconds",
    ],
    [
      "a scope of another",
      SHOP.replace("scopes: [refund]\ngroups", "scopes: [other]\ngroups"),
      "shop.yaml:8: roles[0].resource: the resource server https://orders.example does not define the scope other",
    ],
    [
      "an unknown role",
      SHOP.replace("name: clerk\n    scopes", "name: other\n    scopes"),
      "groups[0].roles[0]: there is no role clerk at",
    ],
    [
      "a role of no resource server",
      SHOP.slice(0, SHOP.indexOf("resource_servers")) + SHOP.slice(SHOP.indexOf("roles:\n  - res")),
      "there is no resource server",
    ],
    ["a key twice", `${SHOP}managed_by: x\n`, "shop.yaml:16: managed_by: is there twice"],
    [
      "an entry twice",
      SHOP.replace("groups:", `  - {resource: "${resource}", name: clerk, scopes: [read]}\ngroups:`),
      "roles[1]: the role clerk at https://orders.example is declared twice",
    ],
    ["an alias", SHOP.replace("name: Orders", "name: &a Orders").replace("name: Support", "name: *a"), "has an alias"],
    ["a tag", SHOP.replace("name: Orders", "name: !!binary Orders"), "shop.yaml:4: Unresolved tag"],
    ["broken YAML", "managed_by: [", "shop.yaml:1:"],
    ["two documents", `${SHOP}---\n${SHOP}`, "shop.yaml:"],
    ["nothing", "", "shop.yaml:1: the file: "],
  ])("names file, line and path of %s", async (_, text, says) => {
    const refused = await plan(text);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(says);
    expect(refused.stderr.split("\n").length).toBeLessThan(6);
  });

  it("an export has a stable order, leaves out what others manage, and says so", async () => {
    await apply(SHOP);
    const { stdout } = await cli.run(["export", "shop"]);
    expect((await cli.run(["export", "shop"])).stdout).toBe(stdout);
    expect(stdout).toContain(
      "managed_by: shop\nresource_servers:\n  - resource: https://orders.example\n    name: Orders\n",
    );
    const other = await cli.run(["export", "other", "--json"]);
    const { managed_by: name, ...sections } = JSON.parse(other.stdout);
    expect([name, Object.values(sections).flat()]).toEqual(["other", []]);
    expect(other.stderr).toContain("left out: group support, which shop manages");
  });

  it("an export that is applied changes nothing", async () => {
    const scopes = fc.subarray(["a", "b", "c", "d"], { minLength: 1 });
    const name = fc.string({
      unit: fc.constantFrom("x", "é", "#", ":", "'", '"', "-", "1", " y"),
      minLength: 1,
      maxLength: 8,
    });
    const server = fc.record({
      resource: fc.constantFrom("https://a.example", "https://b.example/x", "http://localhost:4000/c"),
      name: name.map((text) => text.trim() || "n"),
      scopes: fc.constant(["d", "c", "b", "a"]),
      role_scopes: scopes,
      access_token_ttl_seconds: fc.integer({ min: 60, max: 3600 }),
      listed: fc.boolean(),
      enabled: fc.boolean(),
      roles: fc.uniqueArray(fc.record({ name: name.map((text) => text.trim() || "n"), scopes }), {
        selector: (role) => role.name,
        maxLength: 3,
      }),
    });
    const configuration = fc
      .uniqueArray(server, { selector: ({ resource: of }) => of, maxLength: 3 })
      .map((servers) => {
        const roles = servers.flatMap((one) => one.roles.map((role) => ({ resource: one.resource, ...role })));
        const groups = [
          { name: "All", roles: roles.map(({ resource: of, name: role }) => ({ resource: of, name: role })) },
        ];
        return { managed_by: "shop", resource_servers: servers.map(({ roles: _, ...rest }) => rest), roles, groups };
      });

    const check = async (file: unknown) => {
      expect(await apply(JSON.stringify(file), "--prune")).toMatchObject({ exitCode: 0, stderr: "" });
      const { stdout } = await cli.run(["export", "shop"]);
      expect(await plan(stdout, "--check")).toMatchObject({ exitCode: 0, stderr: "" });
      expect(await plan(JSON.stringify(file), "--check")).toMatchObject({ exitCode: 0, stderr: "" });
    };
    await fc.assert(fc.asyncProperty(configuration, check), { numRuns: 25 });
  });
});
