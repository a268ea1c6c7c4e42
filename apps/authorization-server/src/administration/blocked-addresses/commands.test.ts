import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../../cli/testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "blocked-"));
});
afterAll(async () => {
  await cli.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => cli.database.pool.query("DELETE FROM blocked_address"));

const list = () => cli.json("blocked-addresses", "list");

describe("blocked addresses by commands", () => {
  it("are added, changed and removed, named in any notation; the reason is in no audit row", async () => {
    const { id, ...made } = await cli.json(
      ...["blocked-addresses", "add", "Bücher.Example", "--subdomains", "--reason", "spam of a person"],
      ...["--expires-at", "2030-02-01T01:00:00+01:00"],
    );
    expect(made).toEqual({
      ...{ address: "xn--bcher-kva.example", subdomains: true, reason: "spam of a person" },
      ...{ expires_at: "2030-02-01T00:00:00.000Z", created_at: "2030-01-01T12:00:00.000Z", managed_by: null },
    });
    expect(await list()).toEqual([{ id, ...made }]);
    const change = ["blocked-addresses", "change", "bücher.example", "--no-subdomains"];
    expect(await cli.json(...change)).toMatchObject({ id, subdomains: false, expires_at: made.expires_at });
    expect(await cli.run(["blocked-addresses", "remove", "BÜCHER.example"])).toMatchObject({
      ...{ exitCode: 0, stdout: "The blocked address BÜCHER.example is removed." },
    });
    expect(await list()).toEqual([]);
    const rows = (await cli.audited()).filter(({ type }) => String(type).startsWith("blocked"));
    expect(rows.map(({ type, detail }) => [type, detail])).toEqual([
      [
        "blocked_address_added",
        { blockedAddress: id, address: made.address, subdomains: true, expiresAt: made.expires_at },
      ],
      ["blocked_address_changed", { blockedAddress: id, subdomains: false }],
      ["blocked_address_removed", { blockedAddress: id, address: made.address }],
    ]);
    expect(JSON.stringify(rows)).not.toContain("spam");
  });

  it.each([
    ["what is neither", ["add", "nothing"], "must be a mail domain or a network"],
    ["everyone", ["add", "0.0.0.0/0"], "must be a mail domain or a network"],
    ["subdomains of a network", ["add", "192.0.2.0/24", "--subdomains"], "subdomains"],
    ["a reason with a control character", ["add", "a.example", "--reason", "a\u0007b"], "--reason"],
    ["a time that is none", ["add", "a.example", "--expires-at", "tomorrow"], "--expires-at"],
    ["one that is blocked, in another notation", ["add", "::ffff:198.51.100.0/120"], "already"],
    ["a change of one that is not", ["change", "b.example", "--reason", "x"], "there is no blocked address b.example"],
    ["a removal of one that is not", ["remove", "b.example"], "there is no blocked address b.example"],
    ["no change", ["change", "198.51.100.0/24"], "name at least one option"],
  ])("%s is refused, and changes nothing", async (_, words, sentence) => {
    await cli.json("blocked-addresses", "add", "198.51.100.0/24");
    const before = await list();
    const refused = await cli.run(["blocked-addresses", ...words]);
    expect([refused.exitCode, refused.stdout, refused.stderr.includes(sentence)]).toEqual([1, "", true]);
    expect(await list()).toEqual(before);
  });
});

describe("cf.1: blocked addresses in a configuration", () => {
  async function run(act: "plan" | "apply" | "export", text = "", ...options: string[]) {
    const file = join(folder, "blocked.yaml");
    await writeFile(file, text);
    return cli.run(act === "export" ? ["export", "blocked"] : [act, file, ...options]);
  }
  const FILE = `managed_by: blocked
blocked_addresses:
  - address: Trash.Example
    subdomains: true
    reason: throwaway
  - address: 192.0.2.9/24
    expires_at: "2031-01-01T00:00:00Z"
`;

  it("are added, changed and removed, and an export declares them", async () => {
    expect((await run("apply", FILE)).exitCode).toBe(0);
    expect(await list()).toMatchObject([
      { address: "192.0.2.0/24", expires_at: "2031-01-01T00:00:00.000Z", managed_by: "blocked" },
      { address: "trash.example", subdomains: true, reason: "throwaway", managed_by: "blocked" },
    ]);
    expect((await run("plan", FILE)).stdout).toContain("0 to create, 0 to change");
    const exported = (await run("export")).stdout;
    for (const text of ["blocked_addresses:", "trash.example", "192.0.2.0/24"]) expect(exported).toContain(text);
    await run("apply", FILE.replace("throwaway", "abuse").replace("subdomains: true", "subdomains: false"));
    expect(await list()).toMatchObject([{}, { subdomains: false, reason: "abuse" }]);
    const gone = await run("apply", "managed_by: blocked\n", "--prune");
    expect([gone.exitCode, await list()]).toEqual([0, []]);
  });

  it.each([
    ["what is neither", "Trash.Example", "nothing", "blocked_addresses[0].address"],
    ["an unknown member", "reason:", "because:", "because"],
  ])("%s is refused, and changes nothing", async (_, from, to, sentence) => {
    const refused = await run("apply", FILE.replace(from, to));
    expect([refused.exitCode, refused.stderr.includes(sentence)]).toEqual([1, true]);
    expect(await list()).toEqual([]);
  });
});
