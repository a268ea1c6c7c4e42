import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "folder-"));
  return () => rm(folder, { recursive: true });
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const orders = "https://orders.example";
const FILES = {
  "apis/orders.yaml": `managed_by: shop
resource_servers:
  - {resource: "${orders}", name: Orders, scopes: [read]}
`,
  "roles.yml": `managed_by: shop\nroles:\n  - {resource: "${orders}", name: clerk, scopes: [read]}\n`,
  "groups.json": JSON.stringify({ managed_by: "shop", groups: [{ name: "Support" }] }),
  "README.md": "not a configuration",
  ".github/x.yaml": "not: ours",
};

describe("cf.1: a folder of files is one configuration", () => {
  it("is planned, saved and applied as one", async () => {
    await write(FILES);
    const saved = join(folder, "..", "folder-plan.json");
    const planned = await cli.run(["plan", folder, "--out", saved]);
    expect([planned.exitCode, planned.stdout.split("\n").at(-1)]).toEqual([
      2,
      "3 to create, 0 to change, 0 to adopt, 0 to remove.",
    ]);
    expect(await cli.run(["apply", "--plan", saved])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.run(["plan", folder, "--check"])).toMatchObject({ exitCode: 0, stderr: "" });
    await rm(join(folder, "groups.json"));
    expect(await cli.run(["apply", folder, "--prune"])).toMatchObject({ exitCode: 0 });
    expect(await cli.json("groups", "list")).toEqual([]);
  });

  it.each([
    ["its shape", "b.yaml", "managed_by: shop\nroles:\n  - nam: x\n", "b.yaml:3: roles[0].nam: is not known here"],
    [
      "what it refers to",
      "z.yaml",
      `managed_by: shop\nroles:\n  - {resource: "${orders}", name: other, scopes: [write]}\n`,
      "z.yaml:3: roles[0].resource: the resource server https://orders.example does not define the scope write",
    ],
    ["an entry of two files", "z.yaml", FILES["roles.yml"], "z.yaml:3: roles[0]: the role clerk at"],
    ["another name", "z.yaml", "managed_by: other\n", "z.yaml:1: managed_by: is other, and shop in another file"],
  ])("cf.6: a problem of %s names the file, its line and its path", async (_, name, text, says) => {
    await write({ ...FILES, [name]: text });
    const refused = await cli.run(["plan", folder]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(says);
  });

  it("is refused without files", async () => {
    await write({ "README.md": "x" });
    expect((await cli.run(["plan", folder])).stderr).toContain("has no file that ends in .yaml, .yml or .json");
    expect((await cli.run(["plan", join(folder, "none")])).stderr).toContain("there is no such file");
  });
});
