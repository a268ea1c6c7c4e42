import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { deploymentOf } from "../../administration/api/deployment.ts";
import { applyConfiguration } from "../../administration/configuration/apply.ts";
import { readConfiguration } from "../../administration/configuration/reading/read.ts";
import { driftMeasures, lookForConfigurationDrift } from "./configuration-drift.ts";

const ORDERS = `managed_by: shop
resource_servers:
  - {resource: https://orders.example, name: Orders, scopes: [read]}
clients:
  - client_id: orders
    client_name: Orders
    redirect_uris: [https://orders.example/cb]
    client_secret: {env: ORDERS_SECRET}
`;
const secret = "a-secret-of-the-orders-that-is-long-enough";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM client WHERE id = 'orders'");
  await service.rows("DELETE FROM resource_server WHERE identifier LIKE 'https://orders%'");
  await service.rows("DELETE FROM applied_configuration");
});

const deployment = () => deploymentOf(undefined, service.deps);
const apply = (text: string) => {
  const { configuration } = readConfiguration(text, "shop.yaml");
  const by = byOperatorAt(service.clock.now);
  const wanted = { configuration, prune: false, secrets: () => secret };
  return applyConfiguration(service.database, wanted, {
    by,
    deployment: deployment(),
    assertMeant: () => {},
    kept: undefined,
  });
};
const look = () =>
  lookForConfigurationDrift({
    ...{ database: service.database, log: service.deps.log, deployment: deployment() },
    at: service.clock.now,
  });
const events = () =>
  service.rows("SELECT actor, detail FROM audit_event WHERE type = 'configuration_drifted' ORDER BY id");
const measured = async () => (await driftMeasures(service.database)[0]?.read())?.map(({ value }) => value);

describe("cf.4: drift", () => {
  it("nothing is looked at before a configuration is applied, and what was applied is no drift", async () => {
    const before = (await events()).length;
    expect(await look()).toBe(0);
    await apply(ORDERS);
    expect([await look(), await measured(), (await events()).length]).toEqual([0, [0], before]);
  });

  it("A16: one that cannot be compared keeps none of the others", async () => {
    await apply(ORDERS);
    await service.rows(
      `INSERT INTO applied_configuration
       SELECT (jsonb_populate_record(c, '{"managed_by": "broken"}')).* FROM applied_configuration c`,
    );
    await service.rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'this row is broken'; END $$`,
    );
    await service.rows(
      `CREATE TRIGGER refuse BEFORE UPDATE ON applied_configuration
         FOR EACH ROW WHEN (OLD.managed_by = 'broken') EXECUTE FUNCTION refuse()`,
    );
    await service.rows("UPDATE resource_server SET name = 'By hand' WHERE identifier = 'https://orders.example'");
    expect(await look()).toBe(1);
    expect(await service.rows("SELECT part FROM job_failure WHERE job = 'configuration-drift'")).toEqual([
      { part: "broken" },
    ]);
    await service.rows("DROP TRIGGER refuse ON applied_configuration");
  });

  it("what is changed by hand is told once, with a metric, until it is applied again", async () => {
    await apply(ORDERS);
    const before = (await events()).length;
    await service.rows("UPDATE resource_server SET name = 'By hand' WHERE identifier = 'https://orders.example'");
    expect(await Promise.all([look(), look(), look()])).toEqual([1, 1, 1]);
    expect((await events()).slice(before)).toEqual([
      {
        actor: "schedule",
        detail: {
          managedBy: "shop",
          differing: 1,
          changes: [{ section: "resource_servers", key: "https://orders.example", act: "change" }],
        },
      },
    ]);
    expect(await measured()).toEqual([1]);

    await service.rows("DELETE FROM client WHERE id = 'orders'");
    await look();
    expect([await measured(), (await events()).length]).toEqual([[2], before + 2]);
    await apply(ORDERS);
    expect([await look(), await measured(), (await events()).length]).toEqual([0, [0], before + 2]);
  });

  it("what carries the name and is not declared is drift, too", async () => {
    await apply(ORDERS);
    await apply("managed_by: shop\n");
    expect([await look(), await measured()]).toEqual([1, [2]]);
  });

  it("keeps references, and no secret", async () => {
    await apply(ORDERS);
    const [kept] = await service.rows("SELECT configuration::text FROM applied_configuration");
    expect(kept?.configuration).toContain('{"env": "ORDERS_SECRET"}');
    expect(kept?.configuration).not.toContain(secret);
  });
});
