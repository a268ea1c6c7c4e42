import { simpleParser } from "mailparser";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { purgeAll } from "../../../../testing/purge.ts";
import { type MailServer, startMailServer } from "../../../../testing/servers/smtp.ts";
import { issuer, noon, openWorld, type World } from "../../../../testing/world.ts";
import { sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import type { Message } from "../../../people/mail/message.ts";
import { openOutbox } from "../../../people/mail/outbox.ts";
import { MOST_ATTEMPTS } from "../../../people/mail/retries.ts";
import { openTransport } from "../../../people/mail/transport.ts";
import { openViews } from "../../../people/views/views.ts";
import { autocommit } from "../../stores/transaction.ts";
import { type MailDeliveries, openMailDeliveries } from "./deliver-mail.ts";

const log = { debug: vi.fn(), info: vi.fn(), error: vi.fn() };
const views = openViews({ overrides: undefined, basePath: "" });
const texts = sealedTexts([{ id: "k1", key: new Uint8Array(32).fill(1) }]);
const outbox = openOutbox({ isOn: true, domain: "auth.example", texts });

let world: World;
let server: MailServer;
let opened: MailDeliveries[];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  await world.rows("DELETE FROM mail_delivery");
  server = await startMailServer();
  opened = [];
});
afterEach(async () => {
  for (const deliveries of opened) await deliveries.close();
  await server.close();
  vi.clearAllMocks();
});

function open({ port = server.port, timeoutMs = 60_000 } = {}): MailDeliveries {
  const transport = openTransport({ url: `smtp://127.0.0.1:${port}`, name: "auth.example", ca: undefined, timeoutMs });
  const sender = { name: "Example", address: "no-reply@auth.example", domain: "auth.example" };
  const deliveries = openMailDeliveries({
    database: world.database,
    texts,
    sending: { views, issuer, sender, dkim: undefined, transport },
    now: () => world.clock.now,
    log,
    random: () => 0.5,
  });
  opened.push(deliveries);
  return deliveries;
}

const code = (to = "alice@example.org", seconds = 600): Message => ({
  kind: "enrol-code",
  language: "en",
  to,
  parameters: { code: "123456" },
  expiresAt: new Date(world.clock.now.getTime() + seconds * 1000),
});
const notice = (to = "alice@example.org"): Message => ({
  kind: "username-changed",
  language: "en",
  to,
  parameters: { browser: "" },
});
const enqueue = (message: Message) => outbox.enqueue(autocommit(world.database.pool), message, world.clock.now);
const rows = () =>
  world.rows("SELECT attempts, next_attempt_at, delivered_at, failure, sealed_parameters FROM mail_delivery");
const received = () => Promise.all(server.received.map(({ raw }) => simpleParser(raw)));

describe("a mail of the outbox is delivered", () => {
  it("once, and then nothing of its content is left", async () => {
    await enqueue(code());
    await open().drain();
    const [mail] = await received();
    expect(mail?.text).toContain("123456");
    expect(await rows()).toEqual([
      { attempts: 1, next_attempt_at: null, delivered_at: noon, failure: null, sealed_parameters: null },
    ]);
    world.pass(3600);
    await open().drain();
    expect(server.received).toHaveLength(1);
    world.pass(86_400);
    expect(await purgeAll(world.database, world.clock.now)).toMatchObject({ mails: 1 });
  });

  it("A16: one that cannot be opened keeps none of the others", async () => {
    await enqueue(code("broken@example.org"));
    await enqueue(code("whole@example.org"));
    await world.rows("UPDATE mail_delivery SET sealed_parameters = '\\x00' WHERE address = 'broken@example.org'");
    await open().drain();
    expect(server.received.map(({ to }) => to)).toEqual([["whole@example.org"]]);
    const [broken] = await world.rows("SELECT id FROM mail_delivery WHERE address = 'broken@example.org'");
    expect(log.error).toHaveBeenCalledWith(
      { err: expect.any(Error), mail: broken?.id, kind: "enrol-code" },
      "a mail delivery failed here",
    );
  });

  it("by one of several replicas", async () => {
    for (let index = 0; index < 40; index++) await enqueue(code(`person-${index}@example.org`));
    await Promise.all([open(), open(), open()].map((replica) => replica.drain()));
    const recipients = server.received.map(({ to }) => to[0]);
    expect([recipients.length, new Set(recipients).size]).toEqual([40, 40]);
  });

  it("again after a crash between the claim and the end of the attempt", async () => {
    await enqueue(code());
    await world.rows("UPDATE mail_delivery SET attempts = 1, next_attempt_at = $1", [
      new Date(noon.getTime() + 120_000),
    ]);
    await open().drain();
    expect(server.received).toEqual([]);
    world.pass(120);
    await open().drain();
    expect(server.received).toHaveLength(1);
  });

  it("those that expire soonest first", async () => {
    await enqueue(notice("late@example.org"));
    for (let index = 0; index < 8; index++) await enqueue(code(`soon-${index}@example.org`));
    await open().run();
    await server.came(8);
    expect(server.received.slice(0, 8).map(({ to }) => to[0])).not.toContain("late@example.org");
  });

  it("not by a version that does not know its kind", async () => {
    await enqueue(code());
    await world.rows("UPDATE mail_delivery SET kind = 'of-a-newer-version'");
    await open().drain();
    expect(await rows()).toMatchObject([{ attempts: 0, next_attempt_at: noon }]);
  });

  it("not with parameters of another row (mail-09)", async () => {
    await enqueue(code());
    await enqueue(code("mallory@example.org"));
    await world.rows(
      `UPDATE mail_delivery
          SET sealed_parameters = (SELECT sealed_parameters FROM mail_delivery WHERE address LIKE 'a%')`,
    );
    const deliveries = open();
    await deliveries.drain();
    expect(server.received.map(({ to }) => to[0])).toEqual(["alice@example.org"]);
    expect(deliveries.counts()).toContainEqual({ kind: "enrol-code", result: "broken", count: 1 });
  });
});

describe("RFC 5321 §4.5.4.1: a message that was not accepted is sent again", () => {
  it("with the same Message-ID, Date and content (RFC 5322 §3.6.4)", async () => {
    server.behave({ data: { code: 451, text: "later" } });
    await enqueue(code());
    await open().drain();
    server.behave({ data: "reset" });
    world.pass(5);
    await open().drain();
    server.behave({});
    world.pass(10);
    await open().drain();
    const mails = await received();
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(mails.map(({ date, text }) => `${date?.toISOString()} ${text}`)).size).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 3, delivered_at: world.clock.now }]);
  });

  it("twelve times with growing waits, then it is given up and wiped", async () => {
    server.behave({ rcptTo: { code: 451, text: "later" } });
    await enqueue(notice());
    const deliveries = open();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      await deliveries.drain();
      const next = (await rows())[0]?.next_attempt_at;
      if (!(next instanceof Date)) break;
      waits.push((next.getTime() - world.clock.now.getTime()) / 1000);
      world.clock.now = next;
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 600, 600, 600, 600]);
    expect(await rows()).toMatchObject([
      { attempts: 12, sealed_parameters: null, delivered_at: null, failure: expect.stringContaining("451 later") },
    ]);
    expect(deliveries.counts()).toEqual([
      { kind: "username-changed", result: "deferred", count: 12 },
      { kind: "username-changed", result: "given-up", count: 1 },
    ]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it("not after 554", async () => {
    server.behave({ rcptTo: { code: 554, text: "no mailbox alice@example.org here" } });
    await enqueue(code());
    const deliveries = open();
    await deliveries.drain();
    world.pass(600);
    await deliveries.drain();
    expect(await rows()).toMatchObject([{ attempts: 1, sealed_parameters: null, next_attempt_at: null }]);
    expect((await rows())[0]?.failure).toContain("554 no mailbox … here");
    expect(JSON.stringify([log.info.mock.calls, log.error.mock.calls])).not.toContain("alice@");
  });
});

describe("mail-08: a code that expired is not sent", () => {
  it("when the mail server is back after its end, and the row keeps nothing of it", async () => {
    await enqueue(code());
    await enqueue(notice());
    const port = server.port;
    await server.close();
    const deliveries = open({ port });
    await deliveries.drain();
    expect(await rows()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);

    world.pass(600);
    server = await startMailServer();
    const back = open();
    await back.drain();
    expect((await received()).map(({ subject }) => subject)).toEqual([
      "The username of your Countersign account was changed",
    ]);
    expect(await back.expire()).toBe(1);
    const [expired] = await world.rows("SELECT * FROM mail_delivery WHERE kind = 'enrol-code'");
    expect(expired).toMatchObject({ sealed_parameters: null, failure: expect.stringMatching(/^expired: /) });
    expect(back.counts()).toContainEqual({ kind: "enrol-code", result: "expired", count: 1 });
  });
});

describe("a mail that was written only so that the work is the same, such as a reset for an unknown address", () => {
  it("is not sent, and is neither an error nor counted", async () => {
    await enqueue(code("unknown@example.org", 0));
    await enqueue(code("other@example.org", -1));
    const deliveries = open();
    expect(await deliveries.queue()).toMatchObject({ length: 0 });
    await deliveries.drain();
    expect(await deliveries.expire()).toBe(0);
    expect([await received(), await rows(), deliveries.counts()]).toEqual([[], [], []]);
    expect(log.error).not.toHaveBeenCalled();
  });
});

describe("mail-06: a mail server that accepts nothing", () => {
  it("is asked with one mail at a time after a pause, loses no mail, and gets all when it is back", async () => {
    for (let index = 0; index < 500; index++) await enqueue(notice(`person-${index}@example.org`));
    const port = server.port;
    await server.close();
    server = await startMailServer();
    const deliveries = open({ port });
    expect(await deliveries.run()).toBe(8);
    await deliveries.drain();

    const started: number[] = [];
    for (let second = 0; second < 600; second++) {
      world.pass(1);
      started.push(await deliveries.run());
      await deliveries.drain();
    }
    expect(Math.max(...started)).toBe(1);
    expect(started.filter((count) => count > 0).length).toBeLessThan(20);
    expect(await deliveries.queue()).toEqual({ length: 500, oldest: noon });

    world.pass(60);
    await open().drain();
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(500);
    expect(await deliveries.queue()).toEqual({ length: 0, oldest: undefined });
  });

  it("and holds no more than eight connections while it hangs", async () => {
    server.behave({ mailFrom: "hang" });
    for (let index = 0; index < 50; index++) await enqueue(notice(`person-${index}@example.org`));
    const deliveries = open({ timeoutMs: 1500 });
    await deliveries.run();
    for (let again = 0; again < 10; again++) expect(await deliveries.run()).toBe(0);
    await vi.waitFor(() => expect(server.connections()).toBe(8));
  });
});
