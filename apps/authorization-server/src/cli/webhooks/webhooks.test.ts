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
      event_types: ["sign_in", "consent"],
      ...{ personal_data: false, signature: "v1", public_key: null },
      ...{ enabled: true, failure: null, last_success_at: null, previous_until: null, managed_by: null },
      created_at: "2030-01-01T12:00:00.000Z",
    });
    expect(await cli.json("webhooks", "list")).toEqual([{ id, ...record }]);
    const change = ["--types", "all", "--personal-data", "--name", "Invoices"];
    expect(await cli.json("webhooks", "change", "Billing", ...change)).toMatchObject({
      event_types: [],
      personal_data: true,
    });
    const rotated = await cli.json("webhooks", "rotate-secret", "Invoices", "--overlap-hours", "0");
    expect(rotated.secret).not.toBe(secret);
    expect(await cli.json("webhooks", "disable", "Invoices")).toMatchObject({ enabled: false });
    expect(await cli.run(["webhooks", "test", "Invoices"])).toMatchObject({ exitCode: 1 });
    await cli.json("webhooks", "enable", "Invoices");
    const { id: delivery } = await cli.json("webhooks", "test", "Invoices");
    await cli.json("webhooks", "replay", "Invoices", delivery);
    const [first] = (await cli.json("webhooks", "deliveries", "Invoices")).filter(
      (one: { id: string }) => one.id === delivery,
    );
    expect(first).toMatchObject({ type: "webhook_tested", state: "waiting", attempts: 0 });
    expect(await cli.json("webhooks", "delivery", "Invoices", delivery)).toEqual(first);
    const example = await cli.json("webhooks", "test", "Invoices", "--type", "user_added");
    expect(example).toMatchObject({ type: "user_added", state: "waiting", attempts: 0 });
    expect(await cli.run(["webhooks", "test", "Invoices", "--type", "none"])).toMatchObject({ exitCode: 2 });
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
      "webhook_tested",
      "webhook_removed",
    ]);
    expect(JSON.stringify(audited)).not.toMatch(/whs|countersign"/);
  });

  it.each([
    ["an address that is not public", ["--url", "https://10.0.0.1/"], "--url: must be https, at port 443 of a public"],
    ["plain http", ["--url", "http://hooks.example/"], "--url: must be https"],
    ["an unknown type", ["--url", url, "--types", "sign_in x"], "--types.1: must be "],
  ])("refuses %s", async (_, options, sentence) => {
    const refused = await cli.run(["webhooks", "add", "Bad", ...options]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await cli.json("webhooks", "list")).toEqual([]);
  });
});

describe("decision 170: what `most` says", () => {
  it("webhooks deliveries prints the newest fifty", async () => {
    const { id } = await cli.json("webhooks", "add", "Busy", "--url", url);
    await cli.database.pool.query(
      `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, attempts, next_attempt_at, created_at)
       SELECT gen_random_uuid(), $1, n, 'sign_in', 0, now(), now() FROM generate_series(1000001, 1000260) n`,
      [id],
    );
    const listed = await cli.json("webhooks", "deliveries", "Busy");
    expect([listed.length, listed[0].event_id, listed[49].event_id]).toEqual([50, "1000260", "1000211"]);
  });
});
