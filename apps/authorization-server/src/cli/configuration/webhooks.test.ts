import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "webhooks-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(() => cli.database.pool.query("DELETE FROM webhook"));

const HOOKS = `managed_by: hooks
webhooks:
  - name: Siem
    url: https://siem.example/in
    event_types: [sign_in_failed, sign_in]
`;

async function run(act: string, text: string, ...options: readonly string[]) {
  const file = join(folder, "hooks.yaml");
  await writeFile(file, text);
  return cli.run([act, file, ...options]);
}

describe("cf.1: webhooks in a configuration", () => {
  it("are added with a key that is shown once, changed, disabled and removed", async () => {
    const made = await run("apply", HOOKS);
    expect([made.exitCode, made.stderr]).toEqual([0, ""]);
    const [, secret = ""] = /^The secret of the webhook Siem: (\S+)$/m.exec(made.stdout) ?? [];
    expect(secret).toMatch(/^whsec_/);
    expect(await run("plan", HOOKS, "--check")).toMatchObject({ exitCode: 0, stderr: "" });
    const { stdout } = await cli.run(["export", "hooks"]);
    expect(stdout).not.toContain(secret);
    expect(await run("plan", stdout, "--check")).toMatchObject({ exitCode: 0, stderr: "" });

    const changed = await run("apply", `${HOOKS}    personal_data: true\n    enabled: false\n`);
    expect([changed.exitCode, changed.stdout.includes("The secret of")]).toEqual([0, false]);
    expect(await cli.json("webhooks", "list")).toMatchObject([{ personal_data: true, enabled: false }]);
    expect(await run("apply", HOOKS)).toMatchObject({ exitCode: 0 });
    expect(await cli.json("webhooks", "list")).toMatchObject([{ personal_data: false, enabled: true }]);
    expect(await run("apply", "managed_by: hooks\n", "--prune")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.json("webhooks", "list")).toEqual([]);
    const types = (await cli.audited()).map(({ type }) => type).filter((type) => String(type).startsWith("webhook"));
    expect(types).toEqual(["webhook_added", "webhook_changed", "webhook_changed", "webhook_removed"]);
  });

  it("by Ed25519 have no secret, and may begin disabled", async () => {
    const made = await run("apply", `${HOOKS}    signature: v1a\n    enabled: false\n`);
    expect([made.exitCode, made.stdout.includes("The secret of")]).toEqual([0, false]);
    expect(await cli.json("webhooks", "list")).toMatchObject([{ signature: "v1a", enabled: false }]);
    expect((await run("plan", HOOKS)).stderr).toContain("webhooks[0].signature: cannot be changed");
  });

  it.each([
    ["an address inside", "siem.example", "127.0.0.1", "hooks.yaml:4: webhooks[0].url: "],
    ["plain http", "https:", "http:", "hooks.yaml:4: webhooks[0].url: "],
    ["an unknown event", "sign_in]", "sign_on]", "hooks.yaml:5: webhooks[0].event_types[1]: "],
  ])("cannot have %s", async (_, from, to, says) => {
    const refused = await run("apply", HOOKS.replace(from, to));
    expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain(says);
  });
});
