import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  for (const slug of ["acme", "other"]) await cli.json("organizations", "add", slug, slug);
});
afterAll(() => cli.close());

const domains = (verb: string, ...argv: string[]) => cli.json("organizations", "domains", verb, ...argv);
const verify = (slug: string, record?: { record_name: string; record_value: string }) =>
  cli.run(["organizations", "domains", "verify", slug, "Bücher.example", "--json"], {
    txtRecords: async (name) => (name === record?.record_name ? ["other", record.record_value] : []),
  });

describe("og.2: the domains of an organization by command", () => {
  it("are claimed, verified by their TXT record, listed and removed, and each act is audited", async () => {
    const before = (await cli.audited()).length;
    const added = await domains("add", "acme", "Bücher.example");
    expect(added).toEqual({
      id: expect.any(String),
      domain: "xn--bcher-kva.example",
      verified_at: null,
      missing_since: null,
      lapses_at: null,
      record_name: "_countersign.xn--bcher-kva.example",
      record_value: expect.stringMatching(/^countersign=[\w-]{43}$/),
    });
    const verified = { ...added, verified_at: cli.clock.now.toISOString() };
    expect(await verify("acme")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("was not found") });
    expect(JSON.parse((await verify("acme", added)).stdout)).toEqual(verified);
    expect(await domains("list", "acme")).toEqual([verified]);

    const second = await domains("add", "other", "bücher.example");
    const { exitCode, stderr } = await verify("other", second);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("another organization has verified")]);
    expect(await domains("remove", "acme", "bücher.example")).toMatchObject({ removed: true });
    expect((await verify("other", second)).exitCode).toBe(0);
    const types = (await cli.audited())
      .slice(before)
      .map(({ type }) => String(type).replace("organization_domain_", ""));
    expect(types).toEqual(["added", "verified", "added", "contested", "removed", "verified"]);
  });

  it.each([
    ["add", "acme", "no domain"],
    ["add", "nowhere", "a.example"],
    ["verify", "acme", "unknown.example"],
    ["remove", "acme", "unknown.example"],
  ])("%s %s %s is refused", async (...argv) => {
    expect((await cli.run(["organizations", "domains", ...argv])).exitCode).toBe(1);
  });
});
