import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import { type Behaviour, type MailServer, startMailServer } from "../../../../testing/servers/smtp.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, password } from "../../../../testing/world.ts";
import { parseKeyEncryptionKeys } from "../../../issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { openTransport } from "../../../people/mail/transport.ts";
import { openViews } from "../../../people/views/views.ts";
import { openMailDeliveries } from "./deliver-mail.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;
const sender = { name: "", address: "no-reply@auth.example", domain: "auth.example" };
const views = openViews({ overrides: undefined, basePath: "" });
const log = { debug: () => {}, info: () => {}, error: () => {} };

let service: Service;
let server: MailServer;
let browser: Browser;
let people = 0;
beforeAll(async () => {
  const settings = { SIGN_UP: "open", MAIL_FROM: sender.address, KEY_ENCRYPTION_KEYS: KEYS };
  service = await startService({ settings });
});
afterAll(() => service.close());
beforeEach(async () => {
  server = await startMailServer();
  await service.rows("DELETE FROM mail_delivery");
  service.pass(3600); // the limits on mails begin again
});
afterEach(() => server.close());

function openDeliveries(port: number) {
  const url = `smtp://127.0.0.1:${port}`;
  const transport = openTransport({ url, name: "auth.example", ca: undefined, timeoutMs: 3000 });
  const sending = { views, issuer, sender, dkim: undefined, transport };
  const { database, clock } = service;
  const texts = sealedTexts(parseKeyEncryptionKeys(KEYS));
  return openMailDeliveries({ database, texts, sending, now: () => clock.now, log, random: () => 0.5 });
}

/** Asks for a code and for a reset link, and signs in from a new browser: each writes a mail. */
async function everything(): Promise<readonly number[]> {
  browser = openBrowser(service.origin);
  const start = await browser.follow(await browser.get("/sign-up"));
  const email = `new${people++}@example.org`;
  const signUp = await browser.submit(start, "/sign-up", { email, action: "continue" });
  const forgot = await browser.get("/forgot-password");
  const reset = await browser.submit(forgot, "/forgot-password", { email: "alice@example.org" });
  const login = await browser.follow(await browser.get(authorizationOf("webClient")));
  const signIn = await browser.submit(login, "/login", { username: "alice", password, action: "sign-in" });
  const ready = await fetch(`${service.origin}/health/ready`);
  return [signUp, reset, signIn, ready].map(({ status }) => status);
}

describe("mail-06: pages do not wait for a mail server, readiness stays, and mails arrive once it is back", () => {
  it.each<[string, Behaviour | "gone"]>([
    ["is silent after a mail", { data: "hang" }],
    ["breaks the connection", { mailFrom: "reset" }],
    ["refuses for now", { mailFrom: { code: 451, text: "later" } }],
    ["is gone", "gone"],
  ])("that %s", async (_, behaviour) => {
    const { port } = server;
    if (behaviour === "gone") await server.close();
    else server.behave(behaviour);
    expect(await everything()).toEqual([303, 200, 303, 200]);
    service.pass(61); // the next mail to an address

    const away = openDeliveries(port);
    const attempts = away.drain();
    expect(await everything()).toEqual([303, 200, 303, 200]);
    await attempts;
    const written = (await service.mails()).map(({ to, kind }) => `${kind} ${to}`).sort();
    expect(written.length).toBeGreaterThanOrEqual(5);
    await away.close();

    if (behaviour === "gone") server = await startMailServer();
    else server.behave({});
    const before = server.received.length;
    service.pass(121);
    const back = openDeliveries(server.port);
    await back.drain();
    await back.close();
    expect(await service.mails()).toEqual([]);
    expect(server.received.length - before).toBe(written.length);
  });
});
