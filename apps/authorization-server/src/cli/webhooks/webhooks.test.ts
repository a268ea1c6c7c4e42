import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const url = "https://hooks.example/countersign";

describe("ev.2: webhooks by commands", () => {
  it("are added, changed, disabled, enabled, tested and removed; no audit row has a secret", async () => {
    const { id, secret, ...record } = await cli.json(
      "webhooks",
      "add",
      "Billing",
      "--url",
      url,
      "--types",
      "sign_in consent",
    );
    expect(secret).toMatch(/^whsec_/);
    expect(record).toEqual({
      name: "Billing",
      url,
      types: "sign_in consent",
      personal_data: false,
      signature: "v1",
      public_key: null,
      state: "enabled",
    });
    expect(await cli.json("webhooks", "list")).toEqual([{ id, ...record }]);
    const change = ["--types", "all", "--personal-data", "--name", "Invoices"];
    expect(await cli.json("webhooks", "change", "Billing", ...change)).toMatchObject({
      types: "all",
      personal_data: true,
    });
    const rotated = await cli.json("webhooks", "rotate-secret", "Invoices", "--overlap-hours", "0");
    expect(rotated.secret).not.toBe(secret);
    expect(await cli.json("webhooks", "disable", "Invoices")).toMatchObject({ state: "disabled" });
    expect(await cli.run(["webhooks", "test", "Invoices"])).toMatchObject({ exitCode: 1 });
    await cli.json("webhooks", "enable", "Invoices");
    const { delivery } = await cli.json("webhooks", "test", "Invoices");
    await cli.json("webhooks", "replay", "Invoices", delivery);
    const [first] = (await cli.json("webhooks", "deliveries", "Invoices")).filter(
      (one: { id: string }) => one.id === delivery,
    );
    expect(first).toMatchObject({ type: "webhook_tested", state: "waiting", attempts: 0 });
    await cli.json("webhooks", "remove", "Invoices");
    expect(await cli.json("webhooks", "list")).toEqual([]);
    const audited = await cli.audited();
    expect(audited.map(({ type }) => type)).toEqual([
      "webhook_added",
      "webhook_changed",
      "webhook_secret_rotated",
      "webhook_changed",
      "webhook_changed",
      "webhook_tested",
      "webhook_replayed",
      "webhook_removed",
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/whs|countersign"/);
  });

  it.each([
    ["an address that is not public", ["--url", "https://10.0.0.1/"], "names an address that is not public"],
    ["plain http", ["--url", "http://hooks.example/"], "is not https"],
    ["an unknown type", ["--url", url, "--types", "sign_in x"], "the webhook cannot be used"],
  ])("refuses %s", async (_, options, sentence) => {
    const refused = await cli.run(["webhooks", "add", "Bad", ...options]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await cli.json("webhooks", "list")).toEqual([]);
  });
});
