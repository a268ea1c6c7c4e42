/** When a webhook is disabled because of what waits for it, and what an import of many people leaves waiting. */

import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noMail } from "../../../../testing/servers/mail.ts";
import { issuer, noon, openWorld, type World } from "../../../../testing/world.ts";
import { changeKept, findKept } from "../../../administration/entity-acts.ts";
import { addSigned } from "../../../administration/receiver.ts";
import { webhooks } from "../../../administration/webhooks/entity.ts";
import { sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { autocommit } from "../../stores/transaction.ts";
import { webhookDeliveryStore } from "../../stores/webhooks/webhook-deliveries.ts";
import { openWebhookDeliveries, type WebhookDeliveries } from "./deliver-webhooks.ts";

const texts = sealedTexts([{ id: "k1", key: Buffer.alloc(32, 1) }]);
const log = { debug: vi.fn(), info: vi.fn(), error: vi.fn() };

let world: World;
let sender: WebhookDeliveries;
/** The ids that the receiver has got, and how it answers. */
let received: string[];
let answer: () => Promise<number>;
beforeAll(async () => {
  world = await openWorld();
  const post = async (_: string, { headers }: { headers: Readonly<Record<string, string>> }) => {
    received.push(String(headers["webhook-id"]));
    return answer();
  };
  sender = openWebhookDeliveries({
    ...{ database: world.database, texts, mail: noMail, log, administration: undefined, now: () => world.clock.now },
    config: { ISSUER: issuer, OUTBOUND_ALLOWED_HOSTS: new Set() },
    outbound: { post, mayFetch: () => true, close: async () => {} },
  });
});
afterAll(async () => {
  await sender.close();
  await world.close();
});
beforeEach(async () => {
  world.clock.now = noon;
  for (const table of ["webhook", "webhook_delivery"]) await world.rows(`DELETE FROM ${table}`);
  received = [];
  answer = async () => 204;
});

const by = () => byOperatorAt(world.clock.now);
async function hook(): Promise<{ readonly id: string }> {
  const settings = { name: randomUUID(), url: "https://hooks.example/", eventTypes: [], personalData: false };
  const made = await addSigned({ database: world.database, texts }, webhooks, { ...settings, signature: "v1" }, by());
  await world.rows("DELETE FROM webhook_delivery");
  return made;
}
const stateOf = async (id: string) => {
  const found = await findKept(autocommit(world.database.pool), webhooks, id);
  return { isEnabled: found?.disabledAt === null, failure: found?.failure };
};
const happens = (count: number) =>
  world.rows(
    `INSERT INTO audit_event (at, type, actor, detail)
     SELECT $1, 'user_added', 'schedule', '{}' FROM generate_series(1, $2::int)`,
    [noon, count],
  );

/** Deliveries that are due since some hours. */
const waiting = (id: string, many: number, { due = 0 } = {}) =>
  world.rows(
    `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, attempts, next_attempt_at, created_at)
     SELECT gen_random_uuid(), $1, -n, 'sign_in', 1, $2, $3 FROM generate_series(1, $4::int) n`,
    [id, hoursAgo(due), noon, many],
  );
const hoursAgo = (hours: number) => new Date(world.clock.now.getTime() - hours * 3_600_000);

describe("A7: only a webhook that takes nothing for long, or cannot keep up for a day, is disabled", () => {
  const taken = (hours: number) => world.rows("UPDATE webhook SET last_success_at = $1", [hoursAgo(hours)]);
  const made = (hours: number) => world.rows("UPDATE webhook SET created_at = $1", [hoursAgo(hours)]);
  const isEnabledAfter = async (id: string) => {
    await sender.disableOverfull();
    return (await stateOf(id)).isEnabled;
  };

  it("20 001 events wait, and one was taken five hours ago", async () => {
    const { id } = await hook();
    await made(1000);
    await waiting(id, 20_001);
    await taken(5.9);
    expect(await isEnabledAfter(id)).toBe(true);
    await taken(6);
    expect(await isEnabledAfter(id)).toBe(false);
    expect(await stateOf(id)).toEqual({ isEnabled: false, failure: "backlog" });
  });

  it("fewer wait, also if nothing was ever taken", async () => {
    const { id } = await hook();
    await made(1000);
    await waiting(id, 20_000);
    expect(await isEnabledAfter(id)).toBe(true);
  });

  it("an event is due for a day although others are taken", async () => {
    const { id } = await hook();
    await made(1000);
    await taken(0);
    await waiting(id, 1, { due: 23.9 });
    expect(await isEnabledAfter(id)).toBe(true);
    await waiting(id, 0);
    await world.rows("UPDATE webhook_delivery SET next_attempt_at = $1", [hoursAgo(24)]);
    expect(await isEnabledAfter(id)).toBe(false);
  });

  it("one that an administrator enables again has that time again", async () => {
    const { id } = await hook();
    await made(1000);
    await waiting(id, 20_001, { due: 100 });
    expect(await isEnabledAfter(id)).toBe(false);
    await changeKept(world.database, webhooks, { id, changes: { isEnabled: true } }, by());
    expect(await isEnabledAfter(id)).toBe(true);
    world.pass(6 * 3600);
    expect(await isEnabledAfter(id)).toBe(false);
  });

  it("nor does an event disable it that was given up right after that", async () => {
    const { id } = await hook();
    await happens(1);
    await world.rows("UPDATE webhook_delivery SET attempts = 11");
    world.pass(86_400);
    await world.rows("UPDATE webhook SET disabled_at = $1", [hoursAgo(1)]);
    await changeKept(world.database, webhooks, { id, changes: { isEnabled: true } }, by());
    answer = async () => 500;
    await sender.drain();
    expect(await stateOf(id)).toMatchObject({ isEnabled: true });
  });
});

describe("A7: an import of many people", () => {
  it("loses nothing at a receiver that answers slowly, which stays enabled", async () => {
    const { id } = await hook();
    answer = () => setTimeout(10, 204);
    await happens(2000);
    const draining = sender.drain();
    expect(await sender.disableOverfull()).toBe(0);
    await draining;
    expect(log.error.mock.calls).toEqual([]);
    expect(new Set(received).size).toBe(2000);
    expect(await world.rows("SELECT FROM webhook_delivery WHERE delivered_at IS NULL")).toEqual([]);
    expect(await stateOf(id)).toEqual({ isEnabled: true, failure: null });
  });

  it("holds up no other webhook: a claim takes from each in turn, those first that are due longest", async () => {
    const [one, other] = [await hook(), await hook()];
    await waiting(one.id, 100, { due: 2 });
    await waiting(other.id, 3, { due: 1 });
    const store = webhookDeliveryStore(world.database, log);
    const limits = { most: 6, mostOfOne: 32, mostOf: new Map() };
    const claimed = (await store.claim(limits, noon)).map(({ webhookId }) => webhookId);
    expect(claimed.filter((id) => id === other.id)).toHaveLength(3);
    expect(await store.claim({ ...limits, mostOf: new Map([[one.id, 0]]) }, noon)).toEqual([]);
    expect(await store.claim({ ...limits, mostOf: new Map([[one.id, 2]]) }, noon)).toHaveLength(2);
  });
});
