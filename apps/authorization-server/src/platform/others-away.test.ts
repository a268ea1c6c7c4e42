import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../testing/browser.ts";
import { authorizationOf } from "../../testing/flows.ts";
import { type Federation, hasFailed, startFederation } from "../../testing/servers/federation.ts";
import { type MailServer, startMailServer } from "../../testing/servers/smtp.ts";
import { password } from "../../testing/world.ts";

let mailServer: MailServer;
let wayToMail: TestProxy;
let at: Federation;
beforeAll(async () => {
  mailServer = await startMailServer();
  const url = `smtp://127.0.0.1:${mailServer.port}`;
  wayToMail = await openProxy(url);
  wayToMail.cut(); // before the service starts: the start does not wait for it either
  at = await startFederation({ MAIL_URL: wayToMail.through(url), MAIL_FROM: "no-reply@auth.example" });
  await Promise.all([at.provider.close(), at.other.close()]);
});
afterAll(async () => {
  await at.close();
  await wayToMail.close();
  await mailServer.close();
});

async function readiness() {
  const answer = await fetch(`${at.service.origin}/health/ready`);
  return [answer.status, await answer.json()];
}

/** Sends what is due, as the service does each second. */
const deliver = () => at.service.jobs.find(({ name }) => name === "deliver-mail")?.run();

/** Not even degraded: nothing that a replica does for other requests needs them. */
const READY = [200, { status: "ready" }];

describe("op.4: a replica is ready while what others run is away", () => {
  it("such as the mail server: emails wait for it, and are delivered when it is back", async () => {
    const browser = openBrowser(at.service.origin);
    const start = await browser.follow(await browser.get("/sign-up"));
    const asked = await browser.submit(start, "/sign-up", { email: "iris@example.org", action: "continue" });
    expect((await browser.follow(asked)).body).toContain('action="/sign-up/code"');
    expect(await deliver()).toBe(1);
    await expect.poll(() => at.service.log()).toContain("a mail was not delivered");
    expect(await readiness()).toEqual(READY);

    wayToMail.mend();
    at.service.pass(120);
    expect(await deliver()).toBe(1);
    await mailServer.came(1);
    expect(mailServer.received.map(({ to }) => to)).toEqual([["iris@example.org"]]);
    await expect.poll(() => at.service.mails()).toEqual([]);
  });

  it("such as a provider: its button says that it did not succeed, and others sign in", async () => {
    const browser = openBrowser(at.service.origin);
    const page = await browser.follow(await browser.get(authorizationOf("webClient")));
    const sent = await browser.submit(page, "/login", { action: "federated", provider: "corp" });
    expect([sent.status, hasFailed(sent)]).toEqual([422, true]);
    expect(await readiness()).toEqual(READY);
    expect((await browser.submit(sent, "/login", { username: "alice", password, action: "sign-in" })).status).toBe(303);
  });
});
