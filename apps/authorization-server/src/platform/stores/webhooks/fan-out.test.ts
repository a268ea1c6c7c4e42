import { randomBytes, randomUUID } from "node:crypto";
import { byTest } from "@countersign/dev/test-held-connections";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon, openWorld, type World } from "../../../../testing/world.ts";
import { changeKept, removeKept } from "../../../administration/entity-acts.ts";
import { addSigned } from "../../../administration/receiver.ts";
import { testWebhook } from "../../../administration/webhooks/acts.ts";
import { MOST_WEBHOOKS, webhooks } from "../../../administration/webhooks/entity.ts";
import { sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { recordAudit } from "../audit/audit-events.ts";
import type { AuditType } from "../audit/audit-types.ts";
import { autocommit, inTransaction, type Query } from "../transaction.ts";

const texts = sealedTexts([{ id: "k1", key: randomBytes(32) }]);
const by = byOperatorAt(noon);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of ["webhook", "webhook_delivery"]) await world.rows(`DELETE FROM ${table}`);
});

async function hook(...eventTypes: AuditType[]): Promise<string> {
  const settings = { name: randomUUID(), url: "https://pub.example/", eventTypes, personalData: false } as const;
  const made = await addSigned({ database: world.database, texts }, webhooks, { ...settings, signature: "v1" }, by);
  await world.rows("DELETE FROM webhook_delivery");
  return made.id;
}
const queued = () => world.rows("SELECT webhook_id, type, attempts FROM webhook_delivery ORDER BY event_id");
const happens = (type: AuditType, query: Query = autocommit(world.database.pool)) =>
  recordAudit(query, { type, ...by });

describe("ev.3: events are queued in the transaction of the act", () => {
  it("for the webhooks that want their type, and for those that want every type", async () => {
    const [some, every] = [await hook("sign_in", "sign_out"), await hook()];
    await happens("sign_in");
    await happens("consent");
    const rows = (await queued()).map(({ webhook_id, type }) => `${webhook_id} ${type}`).sort();
    expect(rows).toEqual([`${every} consent`, `${every} sign_in`, `${some} sign_in`].sort());
  });

  it("not if the act does not happen", async () => {
    await hook();
    const failing = inTransaction(world.database.pool, async (query) => {
      await happens("sign_in", query);
      throw new Error("the act failed");
    });
    await expect(failing).rejects.toThrow("the act failed");
    expect(await queued()).toEqual([]);
  });

  it("not for a webhook that is disabled", async () => {
    const id = await hook();
    await changeKept(world.database, webhooks, { id, changes: { isEnabled: false } }, by);
    await happens("sign_in");
    expect(await queued()).toEqual([]);
  });

  it("an act neither waits for the removal of a webhook nor fails because of it", async () => {
    const id = await hook();
    await inTransaction(world.superuser.pool, async (query) => {
      await query("DELETE FROM webhook WHERE id = $1", [id]);
      await byTest(() => happens("sign_in"));
    });
    await expect(removeKept(world.database, webhooks, id, by)).rejects.toThrow("there is no such webhook");
  });

  it("architecture §3: the previous version records events before the logins have rights to these tables", async () => {
    const login = new URL(world.connectionString).username;
    const tables = "webhook, webhook_delivery, audit_stream, audit_stream_entry";
    const id = await hook();
    await world.rows(`REVOKE ALL ON ${tables} FROM "${login}"`);
    try {
      await happens("sign_in");
    } finally {
      await world.rows(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${tables} TO "${login}"`);
    }
    expect(await queued()).toMatchObject([{ webhook_id: id, type: "sign_in" }]);
  });

  it("a test event goes to its webhook, even if that does not subscribe to the type", async () => {
    const id = await hook("sign_in");
    await hook("sign_in");
    const delivery = await testWebhook(world.database, id, by);
    expect(await world.rows("SELECT id, webhook_id FROM webhook_delivery")).toEqual([{ id: delivery, webhook_id: id }]);
  });

  it("a test takes the delivery of its own event, and none of an event that is recorded at the same time", async () => {
    const id = await hook();
    const delivery = await inTransaction(world.database.pool, (query) => {
      const meanwhile: Query = async (text, values) => {
        const rows = await query(text, values);
        if (text.includes("INSERT INTO audit_event")) await byTest(() => happens("sign_in"));
        return rows;
      };
      return testWebhook({ query: meanwhile }, id, by, { type: "user_deleted", heldSeconds: 30 });
    });
    const rows = await world.rows("SELECT id, type, next_attempt_at AS due FROM webhook_delivery ORDER BY event_id");
    const held = new Date(noon.getTime() + 30_000);
    expect(rows).toEqual([
      { id: delivery, type: "user_deleted", due: held },
      { id: expect.not.stringMatching(delivery), type: "sign_in", due: noon },
    ]);
  });

  it(`there are at most ${MOST_WEBHOOKS} webhooks, as each event is compared with all`, async () => {
    await Promise.all(Array.from({ length: MOST_WEBHOOKS }, () => hook()));
    await expect(hook()).rejects.toThrow(`there are ${MOST_WEBHOOKS} webhooks already`);
  });
});
