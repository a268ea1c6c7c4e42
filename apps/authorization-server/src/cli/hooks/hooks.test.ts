import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const url = "https://hooks.example/countersign";
const claims = [
  "hooks",
  "add",
  "Plans",
  "--kind",
  "claims",
  "--url",
  url,
  "--on-error",
  "omit",
  "--claims",
  "plan seats",
];
const refused = { exitCode: 1, stdout: "" };

describe("ev.5: hooks by commands", () => {
  it("are added, changed, disabled, enabled and removed; no audit row has a secret", async () => {
    const client = await cli.json("clients", "add", "--name", "Shop", "--redirect-uri", "https://shop.example/cb");
    const { id, secret, ...record } = await cli.json(...claims, "--clients", client.client_id);
    expect(secret).toMatch(/^whsec_/);
    expect(record).toEqual({
      ...{
        name: "Plans",
        kind: "claims",
        url,
        timeout_ms: 500,
        on_error: "omit",
        claims: ["plan", "seats"],
        scopes: [],
      },
      ...{ cache_seconds: 60, clients: [client.client_id], enabled: true, previous_until: null },
      created_at: "2030-01-01T12:00:00.000Z",
    });
    expect(await cli.json("hooks", "list")).toEqual([{ id, ...record }]);
    const change = ["--timeout", "100", "--clients", "", "--on-error", "fail", "--cache", "0", "--name", "Tiers"];
    expect(await cli.json("hooks", "change", "Plans", ...change)).toEqual({
      id,
      ...record,
      ...{ name: "Tiers", timeout_ms: 100, clients: [], on_error: "fail", cache_seconds: 0 },
    });
    expect((await cli.json("hooks", "rotate-secret", "Tiers")).secret).not.toBe(secret);
    const tried = await cli.json("hooks", "test", "Tiers", "--data", "user_id=u1");
    expect(tried).toMatchObject({ failure: "no_response", claims: null, request: { url } });
    expect(JSON.parse(tried.request.body)).toMatchObject({ test: true, data: { user_id: "u1" } });
    expect(await cli.json("hooks", "disable", "Tiers")).toMatchObject({ enabled: false });
    expect(await cli.json("hooks", "enable", "Tiers")).toMatchObject({ enabled: true });
    expect(await cli.json("hooks", "remove", "Tiers")).toEqual({ hook: "Tiers", removed: true });
    expect((await cli.run(["hooks", "list"])).stdout).toContain("No hooks yet.");
    const audited = (await cli.audited()).filter(({ type }) => String(type).startsWith("hook"));
    expect(audited.map(({ type }) => type)).toEqual([
      ...["hook_added", "hook_changed", "hook_secret_rotated", "hook_tested", "hook_changed", "hook_changed"],
      "hook_removed",
    ]);
    expect(JSON.stringify(audited)).not.toContain(secret);
  });

  it("are refused if they cannot be, and nothing is audited", async () => {
    await cli.json(...claims);
    const before = (await cli.audited()).length;
    const other = (...argv: readonly string[]) => ["hooks", "add", "Other", "--url", url, ...argv];
    for (const argv of [
      claims,
      other("--kind", "claims", "--on-error", "allow", "--claims", "plan"),
      other("--kind", "claims", "--on-error", "omit"),
      other("--kind", "claims", "--on-error", "omit", "--claims", "sub"),
      other("--kind", "claims", "--on-error", "omit", "--claims", "plan", "--clients", "nobody"),
      other("--kind", "claims", "--on-error", "omit", "--claims", "plan", "--timeout", "soon"),
      [
        "hooks",
        "add",
        "Other",
        "--url",
        "https://10.0.0.1/",
        "--kind",
        "claims",
        "--on-error",
        "omit",
        "--claims",
        "plan",
      ],
      ["hooks", "change", "Plans"],
      ["hooks", "change", "Plans", "--on-error", "deny"],
      ["hooks", "change", "Nothing", "--timeout", "100"],
      ["hooks", "remove", "Nothing"],
    ])
      expect([argv, await cli.run(argv)]).toEqual([argv, expect.objectContaining(refused)]);
    expect(await cli.audited()).toHaveLength(before);
  });
});
