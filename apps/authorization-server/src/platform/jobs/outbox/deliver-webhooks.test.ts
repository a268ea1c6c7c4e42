import { createPublicKey, randomUUID, verify } from "node:crypto";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import type { WebhookSignature } from "@countersign/rules";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { purgeAll } from "../../../../testing/purge.ts";
import { mailsIn } from "../../../../testing/servers/mail.ts";
import { issuer, noon, openWorld, resource, type World } from "../../../../testing/world.ts";
import { changeKept, findKept } from "../../../administration/entity-acts.ts";
import { addSigned, rotateSigned } from "../../../administration/receiver.ts";
import { addRole, assignRole } from "../../../administration/roles/roles.ts";
import { replayWebhookDelivery, testWebhook } from "../../../administration/webhooks/acts.ts";
import { type NewWebhook, webhooks } from "../../../administration/webhooks/entity.ts";
import { sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { openOutbox } from "../../../people/mail/outbox.ts";
import type { GuardedFetchOptions } from "../../outbound/guarded-fetch.ts";
import { fetcherTo, type Listener, PUBLIC_HOST, resolverOf, startListener } from "../../outbound/testing/listener.ts";
import { recordAudit } from "../../stores/audit/audit-events.ts";
import { autocommit } from "../../stores/transaction.ts";
import { openWebhookDeliveries, type WebhookDeliveries } from "./deliver-webhooks.ts";

const keys: Parameters<typeof sealedTexts>[0] = [{ id: "k1", key: Buffer.alloc(32, 1) }];
const texts = sealedTexts(keys);
const mail = openOutbox({ isOn: true, domain: "auth.example", texts });
const log = { debug: vi.fn(), info: vi.fn(), error: vi.fn() };
/** The waits are as long as they are on average. */
const random = () => 0.5;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let world: World;
let listener: Listener;
let received: Received[];
let opened: WebhookDeliveries[];
beforeAll(async () => {
  world = await openWorld();
  const owner = { resource, name: "owner" };
  const by = byOperatorAt(noon);
  await addRole(world.database, { ...owner, scopes: [] }, by);
  await assignRole(world.database, owner, { userId: world.alice }, by);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  for (const table of ["webhook", "webhook_delivery", "mail_delivery"]) await world.rows(`DELETE FROM ${table}`);
  [received, opened] = [[], []];
  listener = await startListener(taking());
});
afterEach(async () => {
  for (const deliveries of opened) await deliveries.close();
  await listener.close();
  vi.clearAllMocks();
});

/** Takes every request, and answers with the statuses in turn; the last one repeats. */
const taking =
  (...statuses: number[]): RequestListener =>
  async (request, res) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    res.writeHead(status ?? 204, status === 302 ? { location: `https://${PUBLIC_HOST}/other` } : {}).end();
  };

function open(options: Partial<GuardedFetchOptions> = {}): WebhookDeliveries {
  const deliveries = openWebhookDeliveries({
    database: world.database,
    texts,
    mail,
    config: { ISSUER: issuer, OUTBOUND_ALLOWED_HOSTS: new Set() },
    administration: resource,
    now: () => world.clock.now,
    log,
    random,
    outbound: fetcherTo(listener.port, options),
  });
  opened.push(deliveries);
  return deliveries;
}

interface Made {
  readonly id: string;
  readonly key: string;
  readonly publicKey: string;
}

async function hook(changes: Partial<NewWebhook> = {}): Promise<Made> {
  const usual = { name: randomUUID(), url: `https://${PUBLIC_HOST}/hook`, eventTypes: [], personalData: false };
  const signature: WebhookSignature = "v1";
  const made = await addSigned(
    { database: world.database, texts },
    webhooks,
    { ...usual, signature, ...changes },
    by(),
  );
  await world.rows("DELETE FROM webhook_delivery");
  return { id: made.id, key: made.key.key, publicKey: made.key.publicKey ?? "" };
}
const by = () => byOperatorAt(world.clock.now);

const happens = () =>
  recordAudit(autocommit(world.database.pool), {
    type: "username_changed",
    ...by(),
    address: "192.0.2.7",
    userId: world.alice,
    reference: "29yEVkYSCwdG",
    detail: { sid: "s" },
    personal: { to: "alice2" },
  });

const deliveries = () =>
  world.rows("SELECT attempts, next_attempt_at, delivered_at, last_status, failure FROM webhook_delivery ORDER BY id");
const durations = async () =>
  (await world.rows("SELECT last_duration_ms FROM webhook_delivery ORDER BY id")).map((row) => row.last_duration_ms);
const idOf = async () => String((await world.rows("SELECT id FROM webhook_delivery ORDER BY event_id"))[0]?.id);
const stateOf = async (id: string) => {
  const found = await findKept(autocommit(world.database.pool), webhooks, id);
  return { isEnabled: found?.disabledAt === null, failure: found?.failure };
};
const headersOf = ({ headers }: Received) => headers as Record<string, string>;

/** The library compares the time of the message with the clock of the machine. */
function verified(key: string, message: Received): unknown {
  vi.useFakeTimers({ now: world.clock.now, toFake: ["Date"] });
  try {
    return new Webhook(key).verify(message.body, headersOf(message));
  } finally {
    vi.useRealTimers();
  }
}

describe("ev.2: Standard Webhooks", () => {
  it("the library of Standard Webhooks verifies the message, which has the event of the published schema", async () => {
    const { key } = await hook();
    await happens();
    await open().drain();
    expect(received).toHaveLength(1);
    const [message = { headers: {}, body: "" }] = received;
    expect(message.headers["content-type"]).toBe("application/json");
    expect(message.headers["webhook-id"]).toMatch(/^[\w-]{36}$/);
    expect(verified(key, message)).toEqual({
      type: "username_changed",
      version: 1,
      timestamp: noon.toISOString(),
      data: {
        id: expect.stringMatching(/^\d+$/),
        at: noon.toISOString(),
        type: "username_changed",
        actor: "operator",
        actor_id: null,
        user_id: world.alice,
        client_id: null,
        address: null,
        detail: { sid: "s" },
        reference: "29yEVkYSCwdG",
      },
    });
    expect(() => verified("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toThrow();
  });

  it("v1a: the public key verifies the message", async () => {
    const { publicKey } = await hook({ signature: "v1a" });
    await happens();
    await open().drain();
    const [message = { headers: {}, body: "" }] = received;
    const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature = "" } = headersOf(message);
    const spki = Buffer.from(
      `302a300506032b6570032100${Buffer.from(publicKey.slice(5), "base64").toString("hex")}`,
      "hex",
    );
    const key = createPublicKey({ key: spki, format: "der", type: "spki" });
    const content = Buffer.from(`${id}.${time}.${message.body}`);
    expect(verify(null, content, key, Buffer.from(signature.replace(/^v1a,/, ""), "base64"))).toBe(true);
  });

  it("both keys sign while a key is replaced, and only the new one afterwards", async () => {
    const { id, key } = await hook();
    const acts = { database: world.database, texts };
    const made = await rotateSigned(acts, webhooks, { id, overlapSeconds: 60 }, by());
    await world.rows("DELETE FROM webhook_delivery");
    await happens();
    await open().drain();
    world.pass(60);
    await happens();
    await open().drain();
    const [during, afterwards] = received;
    if (during === undefined || afterwards === undefined) throw new Error("two messages are missing");
    for (const each of [key, made?.key.key ?? ""]) verified(each, { ...during, headers: { ...during.headers } });
    expect(() => verified(key, afterwards)).toThrow();
    verified(made?.key.key ?? "", afterwards);
  });

  it("addresses, and details that name people, are sent only to a webhook that may have them", async () => {
    await hook({ personalData: true });
    await happens();
    await open().drain();
    expect(JSON.parse(received[0]?.body ?? "").data).toMatchObject({
      address: "192.0.2.7",
      detail: { sid: "s", to: "alice2" },
    });
  });
});

describe("ev.3: delivery", () => {
  it("an event whose personal details cannot be opened is sent without them", async () => {
    await hook({ personalData: true });
    await happens();
    await world.rows("UPDATE person_key SET key = sha256(key)");
    await open().drain();
    await world.rows("DELETE FROM person_key");
    expect(JSON.parse(received[0]?.body ?? "").data.detail).toEqual({ sid: "s" });
    expect(log.error.mock.calls).toMatchObject([[{}, "the personal details of an event could not be opened"]]);
  });

  it("A16: one whose key cannot be opened keeps none of the others", async () => {
    const broken = await hook();
    await hook();
    await world.rows("UPDATE webhook SET sealed_secret = '\\x00' WHERE id = $1", [broken.id]);
    await happens();
    await open().drain();
    expect(received).toHaveLength(1);
    expect(log.error.mock.calls).toMatchObject([
      [{ webhook: broken.id }, "a delivery to a webhook failed because of this server"],
    ]);
  });

  it("a flaky receiver gets the same webhook-id again, after growing pauses, until it answers 2xx", async () => {
    await hook();
    listener.answer(taking(500, 503, 200));
    await happens();
    const sender = open();
    await sender.drain();
    expect(await deliveries()).toEqual([
      {
        attempts: 1,
        next_attempt_at: new Date(noon.getTime() + 5000),
        delivered_at: null,
        last_status: 500,
        failure: "the response was 500",
      },
    ]);
    expect(await durations()).toEqual([expect.any(Number)]);
    world.pass(4);
    await sender.drain();
    expect(received).toHaveLength(1);
    world.pass(1);
    await sender.drain();
    world.pass(30);
    await sender.drain();
    expect(await deliveries()).toMatchObject([{ attempts: 3, next_attempt_at: null, last_status: 200, failure: null }]);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(sender.counts()).toEqual({ delivered: 1, failed: 2 });
    expect(sender.seconds()).toEqual({ delivered: expect.any(Number), failed: expect.any(Number) });
  });

  it("after twelve attempts in a day the webhook is disabled, and its owners get a mail", async () => {
    const { id } = await hook();
    listener.answer(taking(500));
    await happens();
    const sender = open();
    for (let hours = 0; hours < 26 * 4; hours++) {
      await sender.drain();
      world.pass(900);
    }
    expect(received).toHaveLength(12);
    expect(await stateOf(id)).toEqual({ isEnabled: false, failure: "unreachable" });
    expect(await mailsIn(world.rows, keys)).toMatchObject([{ kind: "webhook-disabled", to: "alice@example.org" }]);
    expect((await world.rows("SELECT type, actor FROM audit_event ORDER BY id DESC LIMIT 1"))[0]).toEqual({
      type: "webhook_disabled",
      actor: "schedule",
    });
  });

  it("one event that is never accepted does not disable a webhook that takes others", async () => {
    const { id } = await hook();
    await happens();
    await world.rows("UPDATE webhook_delivery SET attempts = 11");
    await world.rows("UPDATE webhook SET last_success_at = $1", [new Date(noon.getTime() + 1000)]);
    listener.answer(taking(400));
    world.pass(2000);
    await open().drain();
    expect(await stateOf(id)).toEqual({ isEnabled: true, failure: null });
    expect(await deliveries()).toMatchObject([{ attempts: 12, next_attempt_at: null, delivered_at: null }]);
  });

  it("410 disables the webhook at once", async () => {
    const { id } = await hook();
    listener.answer(taking(410));
    await happens();
    await open().drain();
    expect(await stateOf(id)).toEqual({ isEnabled: false, failure: "gone" });
    world.pass(3600);
    await open().drain();
    expect(received).toHaveLength(1);
  });

  it("an answer that takes longer than the limit is a failed attempt", async () => {
    await hook();
    listener.answer(() => {});
    await happens();
    await open({ timeoutMs: 50 }).drain();
    expect(await deliveries()).toMatchObject([{ attempts: 1, delivered_at: null, failure: "there was no response" }]);
  });

  it("a delivery that a crash interrupted is made again, and two replicas never make the same one", async () => {
    await hook();
    await happens();
    await world.rows("UPDATE webhook_delivery SET attempts = 1, next_attempt_at = $1", [
      new Date(noon.getTime() + 30_000),
    ]);
    world.pass(30);
    await Promise.all([open().drain(), open().drain()]);
    expect(received).toHaveLength(1);
  });

  it("a delivery is replayed with its id, and an event that was purged is given up", async () => {
    const { id: webhookId } = await hook({ eventTypes: ["username_changed"] });
    await happens();
    await open().drain();
    const deliveryId = await idOf();
    await replayWebhookDelivery(world.database, { webhookId, deliveryId }, by());
    await open().drain();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([deliveryId, deliveryId]);

    await world.rows("UPDATE webhook_delivery SET event_id = 0, next_attempt_at = $1", [world.clock.now]);
    await open().drain();
    expect(await deliveries()).toMatchObject([{ next_attempt_at: null, failure: "the event is no longer kept" }]);
    expect(await stateOf(webhookId)).toMatchObject({ isEnabled: true });
  });

  it("what waits for a webhook that is disabled goes with its age", async () => {
    const { id } = await hook();
    await happens();
    await world.rows("UPDATE webhook SET disabled_at = $1", [noon]);
    expect(await open().queue()).toEqual({ length: 0, oldest: undefined });
    await changeKept(world.database, webhooks, { id, changes: { isEnabled: true } }, by());
    expect(await open().queue()).toMatchObject({ oldest: noon });
    world.pass(31 * 86_400);
    await purgeAll(world.database, world.clock.now);
    expect(await deliveries()).toEqual([]);
  });
});

describe("hook-01: a webhook is no way into the network", () => {
  it.each([
    ["an address literal of the cloud's metadata", "https://169.254.169.254/latest/meta-data", {}],
    ["a loopback address", "https://127.0.0.1/", {}],
    ["plain http", `http://${PUBLIC_HOST}/hook`, {}],
    ["a port of its own", `https://${PUBLIC_HOST}:8443/hook`, {}],
    [
      "a name that resolves to a private address when it is connected to (DNS rebinding)",
      `https://${PUBLIC_HOST}/hook`,
      { lookup: resolverOf({ [PUBLIC_HOST]: ["169.254.169.254"] }) },
    ],
    [
      "a name that resolves to a public and a private address",
      `https://${PUBLIC_HOST}/hook`,
      { lookup: resolverOf({ [PUBLIC_HOST]: ["93.184.215.14", "10.0.0.1"] }) },
    ],
  ])("hook-01: %s is not connected to", async (_, url, options) => {
    await hook({ url });
    await happens();
    await open(options).drain();
    expect([received, listener.connections()]).toEqual([[], 0]);
    expect(await deliveries()).toMatchObject([{ attempts: 1, delivered_at: null, failure: "there was no response" }]);
  });

  it("hook-01: a redirect is not followed, and is a failed attempt", async () => {
    await hook();
    listener.answer(taking(302));
    await happens();
    await open().drain();
    expect(received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ delivered_at: null, failure: "the response was 302" }]);
  });
});

describe("ev.3: a test is sent at once", () => {
  it("an example arrives as it was returned, and the queue does not make its first attempt", async () => {
    const sent = await testWebhook(world.database, (await hook()).id, by(), { type: "user_deleted", heldSeconds: 30 });
    const deliveries = open();
    expect(await deliveries.run()).toBe(0);
    const request = await deliveries.sendHeld(sent);
    expect(received).toMatchObject([{ headers: request?.headers, body: request?.body }]);
    expect(request?.body).toMatch(/^{"type":"user_deleted".*"detail":{"test":true,/);
    expect([await deliveries.sendHeld(sent), received.length]).toEqual([undefined, 1]);
  });
  it("a test that no process sends any more becomes due, with the same example", async () => {
    await testWebhook(world.database, (await hook()).id, by(), { type: "user_deleted", heldSeconds: 30 });
    world.clock.now = new Date(noon.getTime() + 31_000);
    await open().drain();
    expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(["user_deleted"]);
  });
});
