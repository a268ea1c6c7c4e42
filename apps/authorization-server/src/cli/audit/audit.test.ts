import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let bob: string;
beforeAll(async () => {
  cli = await openCommandLine();
  bob = (await cli.json("users", "add", "bob", "--generate-password")).id;
});
afterAll(() => cli.close());

describe("architecture §4.6: audit list", () => {
  it("lists who did what and when, newest first", async () => {
    cli.clock.now = new Date("2030-01-02T12:00:00Z");
    await cli.json("users", "disable", "bob");
    const events = await cli.json("audit", "list");
    expect(events.map(({ type, actor, user_id }: Record<string, unknown>) => [type, actor, user_id])).toEqual([
      ["user_disabled", "operator", bob],
      ["user_added", "operator", bob],
    ]);
    expect(events[0].at).toBe("2030-01-02T12:00:00.000Z");
  });

  it.each([
    [["--type", "user_added"], ["user_added"]],
    [["--since", "1h"], ["user_disabled"]],
    [
      ["--since", "2d", "--user", "BOB"],
      ["user_disabled", "user_added"],
    ],
    [["--user", "nobody"], []],
    [["--client", "nothing"], []],
    [["--limit", "1"], ["user_disabled"]],
  ])("%j filters the list", async (argv, types) => {
    const events = await cli.json("audit", "list", ...argv);
    expect(events.map(({ type }: { type: string }) => type)).toEqual(types);
  });

  it("finds a person by id, and prints a table", async () => {
    expect(await cli.json("audit", "list", "--user", bob)).toHaveLength(2);
    const { stdout } = await cli.run(["audit", "list", "--type", "user_added"]);
    expect(stdout).toMatch(
      /^at +type +actor +user +client +address +reference +detail\n2030-01-01T12:00:00.000Z +user_added +operator/,
    );
  });

  it.each([
    ["--limit", "0"],
    ["--limit", "10001"],
    ["--since", "yesterday"],
    ["--type", "something_else"],
  ])("refuses %s %s", async (...argv) => {
    expect((await cli.run(["audit", "list", ...argv])).exitCode).toBe(2);
  });
});
