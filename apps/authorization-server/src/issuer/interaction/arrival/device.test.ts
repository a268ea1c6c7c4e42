import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { approve, begin, confirm, openDevicePage, poll, typeCode } from "../../../../testing/clients/devices.ts";
import { agree, authorizationOf, codeFor, signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.pass(3600);
  browser = openBrowser(service.origin);
});

const started = async () => (await begin(service)).body as { device_code: string; user_code: string };
const errorOf = async (deviceCode: string) => (await poll(service, deviceCode)).body.error;
/** What was given so far, by approvals. */
const authorizations = () =>
  service.rows("SELECT id FROM \"authorization\" WHERE client_id = 'publicDevice' ORDER BY id");
const pageOf = ({ body }: { body: string }) => /<main id="([^"]*)"/.exec(body)?.[1];

describe("RFC 8628 §3.3: the person brings the code to a browser", () => {
  it("signs in first: without that no code can be tried (§5.1)", async () => {
    const { user_code } = await started();
    const login = await browser.follow(await browser.get(`/device?user_code=${user_code}`));
    expect(pageOf(login)).toBe("login");
    const page = await signIn(browser, login);
    expect([page.status, pageOf(page)]).toEqual([200, "device"]);
    expect(page.body).toContain(`value="${user_code}"`);
  });

  it("types it, sees the device, agrees, and is told to go back to the device", async () => {
    const { device_code, user_code } = await started();
    const page = await typeCode(browser, user_code.toLowerCase().replaceAll("-", " "));
    expect(pageOf(page)).toBe("device-confirm");
    const consent = await confirm(browser, page);
    expect(pageOf(consent)).toBe("consent");
    expect(consent.body).toContain("The answer goes to the device where you started.");
    const done = await agree(browser, consent);
    expect([done.status, pageOf(done)]).toEqual([200, "device-done"]);
    expect(done.body).toContain("You can go back to your device");
    expect((await poll(service, device_code)).status).toBe(200);
    const application = await browser.get("/account/applications?client=publicDevice");
    expect(application.body).toContain("<bdi>Devices without a browser</bdi>");
  });

  it("dev-r04, RFC 8628 §5.4: sees which application asks, from where and when, and a warning", async () => {
    const from = { "x-forwarded-for": "203.0.113.77", "user-agent": "curl/8.0 (Linux)" };
    const { body } = await begin(service, "publicDevice", {}, from);
    const page = await typeCode(browser, body.user_code);
    expect(page.body).toContain("Client publicDevice");
    expect(page.body).toContain('<dd id="network">203.0.113.x</dd>');
    expect(page.body).toMatch(/<dd id="own-network">10\.0\.\d+\.x<\/dd>/);
    expect(page.body).toContain("curl on Linux");
    expect(page.body).toMatch(/<dd id="started"><time datetime="[^"]*" title="[^"]*UTC" [^>]*>Just now<\/time><\/dd>/);
    expect(page.body).toMatch(/id="warning">.*in front of you/);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("dev-07, dev-r05, RFC 8628 §3.3.1: a link by itself approves nothing, even after an approval", async () => {
    await approve(browser, (await started()).user_code);
    const { device_code, user_code } = await started();
    const page = await openDevicePage(browser, user_code);
    expect(pageOf(page)).toBe("device");
    expect(await errorOf(device_code)).toBe("authorization_pending");

    const asked = await browser.follow(await browser.submit(page, "/device", { user_code }));
    expect(pageOf(asked)).toBe("device-confirm");
    expect(pageOf(await confirm(browser, asked))).toBe("consent");
    service.pass(5);
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  it("devx-01: programs that look at the link change nothing, signed in or not", async () => {
    const { device_code, user_code } = await started();
    await openDevicePage(browser);
    for (const one of [browser, openBrowser(service.origin)]) await one.get(`/device?user_code=${user_code}`);
    const head = await fetch(`${service.origin}/device?user_code=${user_code}`, { method: "HEAD", redirect: "manual" });
    expect(head.status).toBeLessThan(400);
    expect(await errorOf(device_code)).toBe("authorization_pending");
    expect(await service.deps.deviceRequests.idOf(user_code.replaceAll("-", ""))).toBeDefined();
  });

  it("dev-08: a form of another site is refused: the code, and the approval", async () => {
    const { device_code, user_code } = await started();
    const page = await openDevicePage(browser);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1];
    expect((await browser.post("/device", { csrf, user_code }, foreign)).status).toBe(403);
    expect((await browser.post("/device", { user_code })).status).toBe(403);

    const asked = await typeCode(browser, user_code);
    const request = /name="request" value="([^"]*)"/.exec(asked.body)?.[1];
    expect((await browser.post("/device/confirm", { request, action: "confirm" }, foreign)).status).toBe(403);
    expect((await browser.post("/device/confirm", { request, action: "confirm" })).status).toBe(403);
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  it("dev-r05: signs in again after an hour, and for a client that wants a recent sign-in", async () => {
    await openDevicePage(browser);
    service.pass(3601);
    const { user_code } = await started();
    const page = await typeCode(browser, user_code);
    expect(pageOf(page)).toBe("login");
    expect(pageOf(await signIn(browser, page))).toBe("device-confirm");
  });

  it("OIDC Core §3.1.2.1: and sooner, if the device asks for it by max_age, but never later", async () => {
    await openDevicePage(browser);
    service.pass(301);
    const { user_code } = (await begin(service, "publicDevice", { max_age: "300" })).body as { user_code: string };
    expect(pageOf(await typeCode(browser, user_code))).toBe("login");
    service.pass(3601);
    const later = (await begin(service, "publicDevice", { max_age: "99999" })).body as { user_code: string };
    expect(pageOf(await typeCode(browser, later.user_code))).toBe("login");
  });

  it("the pages are in the language of the person", async () => {
    await openDevicePage(browser);
    const page = await browser.get("/device", { "accept-language": "de" });
    expect(page.body).toContain("Auf einem anderen Gerät anmelden");
  });
});

describe("RFC 8628 §5.1: wrong codes", () => {
  it("are refused with what to do, and a text that cannot be a code is not a guess", async () => {
    const page = await openDevicePage(browser);
    const send = (user_code: string) => browser.submit(page, "/device", { user_code });
    for (let i = 0; i < 12; i++) expect((await send("nonsense'--")).status).toBe(422);
    expect((await send("nonsense'--")).body).toContain("That isn’t a device code");
    const unknown = await send("BCDFG-HJKLM");
    expect([unknown.status, pageOf(unknown)]).toEqual([422, "device"]);
    expect(unknown.body).toContain("No device is waiting for this code");
  });

  it("dev-02, dev-r03: five of one session and ten of one person, then also the right one is refused", async () => {
    const open = async () => {
      const own = openBrowser(service.origin);
      const page = await openDevicePage(own);
      return (user_code: string) => own.submit(page, "/device", { user_code });
    };
    let send = await open();
    // Right ones do not count.
    for (let i = 0; i < 12; i++) expect((await send((await started()).user_code)).status).toBe(303);
    for (let i = 0; i < 5; i++) expect((await send("BCDFG-HJKLM")).status).toBe(422);
    expect((await send((await started()).user_code)).status).toBe(429);
    send = await open();
    for (let i = 0; i < 5; i++) expect((await send("BCDFG-HJKLM")).status).toBe(422);

    send = await open();
    const { device_code, user_code } = await started();
    const limited = await send(user_code);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(limited.body).toMatch(/Try again in \d+\u00a0min/);
    expect(await errorOf(device_code)).toBe("authorization_pending");
    service.pass(600);
    expect((await send((await started()).user_code)).status).toBe(303);
  });
});

describe("RFC 8628 §3.3: one code, one decision", () => {
  it("devx-06: two people decide about one code at once: one wins, and the other is told that it is used", async () => {
    const { device_code, user_code } = await started();
    const second = openBrowser(service.origin);
    const pages = [
      await confirm(browser, await typeCode(browser, user_code)),
      await confirm(second, await typeCode(second, user_code, "mallory")),
    ] as const;
    const ends = await Promise.all([agree(browser, pages[0]), agree(second, pages[1])]);
    const texts = ends.map(({ body }) => /<h1>([^<]*)<\/h1>/.exec(body)?.[1]).sort();
    expect(texts).toEqual(["This code was already used", "You can go back to your device"]);
    expect((await poll(service, device_code)).status).toBe(200);
  });

  it("dev-r06: a refusal is final: the code leads nowhere any more, and the audit log has it", async () => {
    const { device_code, user_code } = await started();
    const other = openBrowser(service.origin);
    const open = await confirm(other, await typeCode(other, user_code));
    const denied = await confirm(browser, await typeCode(browser, user_code), "deny");
    expect(denied.body).toContain("The device gets no access");
    expect(await errorOf(device_code)).toBe("access_denied");
    expect((await agree(other, open)).body).toContain("This code was already used");
    // dev-r06: another browser that brings the code later is told, too.
    expect((await typeCode(openBrowser(service.origin), user_code)).body).toContain("This code was already used");
    const [event] = await service.rows(
      "SELECT actor_id, client_id, detail FROM audit_event WHERE type = 'device_denied' ORDER BY id DESC LIMIT 1",
    );
    expect(event).toMatchObject({
      actor_id: service.alice,
      client_id: "publicDevice",
      detail: { error: "access_denied" },
    });
  });

  it("a person who refuses on the consent page refuses the device", async () => {
    const { device_code, user_code } = await started();
    const consent = await confirm(browser, await typeCode(browser, user_code));
    const end = await browser.follow(await browser.submit(consent, "/consent", { action: "deny" }));
    expect(end.body).toContain("The device gets no access");
    expect(await errorOf(device_code)).toBe("access_denied");
  });

  it("dev-05: who decides too late is told that the code expired, and the device too", async () => {
    const { device_code, user_code } = await started();
    service.pass(300); // The pages wait longer than the code.
    const consent = await confirm(browser, await typeCode(browser, user_code));
    service.pass(301);
    const before = await authorizations();
    const end = await agree(browser, consent);
    expect([end.status, pageOf(end), end.body]).toEqual([
      200,
      "device-done",
      expect.stringContaining("This code has expired"),
    ]);
    expect(await errorOf(device_code)).toBe("expired_token");
    expect(await authorizations()).toEqual(before);
    expect((await typeCode(browser, user_code)).body).toContain("No device is waiting");
  });

  it("what the application may do counts at the decision: without the grant there is no request any more", async () => {
    const { device_code, user_code } = await started();
    const page = await typeCode(browser, user_code);
    await service.rows(
      "UPDATE client SET grant_types = '{refresh_token}', revision = revision + 1 WHERE id = 'publicDevice'",
    );
    try {
      expect((await browser.submit(page, "/device/confirm", { action: "confirm" })).status).toBe(400);
    } finally {
      await service.rows(
        `UPDATE client SET grant_types = '{"urn:ietf:params:oauth:grant-type:device_code",refresh_token}'
          WHERE id = 'publicDevice'`,
      );
    }
    expect(await errorOf(device_code)).toBe("authorization_pending");
  });

  it("decision 24: a client that changed is asked about again before anything is given", async () => {
    const { device_code, user_code } = await started();
    const consent = await confirm(browser, await typeCode(browser, user_code));
    const before = await authorizations();
    await service.rows("UPDATE client SET revision = revision + 1 WHERE id = 'publicDevice'");
    const again = await agree(browser, consent);
    expect([again.status, pageOf(again)]).toEqual([200, "consent"]);
    expect(await errorOf(device_code)).toBe("authorization_pending");
    expect(await authorizations()).toEqual(before);
    expect(pageOf(await agree(browser, again))).toBe("device-done");
    service.pass(5);
    expect((await poll(service, device_code)).status).toBe(200);
  });

  it.each([
    ["the client", "UPDATE client SET revision = revision + 1 WHERE id = 'publicDevice'"],
    [
      "what the person agreed to",
      "UPDATE end_user SET consents_revision = consents_revision + 1 WHERE username = 'alice'",
    ],
  ])("%s changes at the moment of the answer: the device gets nothing, and both are told", async (_, change) => {
    const { device_code, user_code } = await started();
    const consent = await confirm(browser, await typeCode(browser, user_code));
    const before = await authorizations();
    const { deviceRequests } = service.deps;
    const claim = deviceRequests.claim.bind(deviceRequests);
    const claiming = vi.spyOn(deviceRequests, "claim").mockImplementationOnce(async (device) => {
      const isWon = await claim(device);
      await service.rows(change);
      return isWon;
    });
    const end = await agree(browser, consent);
    claiming.mockRestore();
    expect([end.status, pageOf(end), end.body]).toEqual([
      200,
      "device-done",
      expect.stringContaining("changed in the meantime"),
    ]);
    expect([await errorOf(device_code), await errorOf(device_code)]).toEqual(["access_denied", "access_denied"]);
    expect(await authorizations()).toEqual(before);
    expect((await typeCode(browser, user_code)).body).toContain("This code was already used");
  });
});

describe("decision 2: the pages of a request", () => {
  it("the request of a browser is not asked about a device", async () => {
    expect(await codeFor(browser, "webClient", { prompt: "consent" })).toBeDefined();
    const page = await browser.follow(await browser.get(authorizationOf("emailClient")));
    expect(pageOf(page)).toBe("consent");
  });

  it("what another person confirmed counts for that person only", async () => {
    const { user_code } = await started();
    const consent = await confirm(browser, await typeCode(browser, user_code));
    const login = await browser.follow(await browser.submit(consent, "/change-user", {}));
    expect(pageOf(login)).toBe("login");
    expect(pageOf(await signIn(browser, login, "mallory"))).toBe("device-confirm");
  });
});
