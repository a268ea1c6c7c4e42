import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { advance, authorizationOf, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const at = (answer: Answer) => answer.location?.href.slice(issuer.length);

describe("the first page of the account", () => {
  it("leads to the sign-in, which names this service, and back to the page", async () => {
    const login = await browser.follow(await browser.get("/account"));
    expect(login.body).toContain("Sign in to Countersign");
    expect(login.body).toContain("Cancel and return to auth.example");
    const page = await signIn(browser, login);
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.body).toContain(">Hello, ");
    expect(page.body).toContain("Signed in as alice example");
    expect(page.body).toContain('<a id="sign-out" href="/end_session">');
  });

  it("asks no consent, and issues nothing", async () => {
    await signIn(browser, await browser.get("/account"));
    expect(await service.rows('SELECT * FROM "authorization"')).toEqual([]);
  });

  it("is shown at once to a person who signed in for a client", async () => {
    await advance(browser, authorizationOf("webClient"));
    expect((await browser.get("/account")).status).toBe(200);
  });

  it("keeps the query of the page over the sign-in", async () => {
    const login = await browser.follow(await browser.get("/account?ui_locales=de"));
    expect(at(await browser.submit(login, "/login", { username: "alice", action: "cancel" }))).toBe("/");
    const page = await signIn(browser, await browser.get("/account?ui_locales=de"));
    expect(page.body).toContain(">Hallo, ");
  });

  it("acct-06: ignores a query that names another place to return to", async () => {
    for (const query of ["return_to=//evil.example", "page=https://evil.example", "request=x&page=%5Cevil"]) {
      const own = openBrowser(service.origin);
      const shown = await signIn(own, await own.get(`/account?${query}`));
      expect([shown.status, shown.body.includes("evil")]).toEqual([200, false]);
    }
  });

  it("leads back to a client that sent the person, by a URI that the client registered", async () => {
    await service.rows("UPDATE client SET client_uri = 'https://rp.example/home' WHERE id = 'webClient'");
    const back = (url: string, clientId = "webClient") =>
      browser.get(`/account?${new URLSearchParams({ client_id: clientId, return_to: url })}`);
    await signedInAs(service, "alice", { browser });
    const first = await back("https://rp.example/cb");
    expect(first.body).toMatch(
      /<a id="back" [^>]*href="https:\/\/rp\.example\/cb">.*Back to Client webClient<\/span><\/a>/,
    );
    // The browser keeps it for the other pages of this visit.
    expect((await browser.get("/account/sessions")).body).toContain('href="https://rp.example/cb"');
    expect((await back("https://rp.example/bye")).body).toContain('href="https://rp.example/bye"');
  });

  it.each([
    ["//evil.example", "webClient"],
    ["\\\\evil.example", "webClient"],
    ["https://rp.example/cb/other", "webClient"],
    ["https://rp2.example/cb", "webClient"],
    ["https://rp.example/cb", "unknown"],
    ["com.example.app:/cb", "nativeClient"],
    ["javascript:alert(1)", "webClient"],
  ])("acct-06: return_to=%s of client %s leads nowhere", async (url, clientId) => {
    const query = new URLSearchParams({ client_id: clientId, return_to: url });
    await signedInAs(service, "alice", { browser });
    const shown = await browser.get(`/account?${query}`);
    expect([shown.status, shown.body.includes('id="back"')]).toEqual([200, false]);
    const forged = Buffer.from(JSON.stringify([clientId, url])).toString("base64url");
    const [name = ""] = [...browser.cookies.keys()].filter((cookie) => cookie.endsWith("-session"));
    browser.cookies.set(name.replace(/session$/, "back"), forged);
    expect((await browser.get("/account")).body).not.toContain('id="back"');
  });

  it("C10: a disabled client gets no link back, neither one that is asked for nor one that was kept", async () => {
    const query = new URLSearchParams({ client_id: "webClient", return_to: "https://rp.example/cb" });
    await signedInAs(service, "alice", { browser });
    expect((await browser.get(`/account?${query}`)).body).toContain('id="back"');
    await service.rows("UPDATE client SET disabled_at = now() WHERE id = 'webClient'");
    try {
      // A replica remembers a client for two seconds at most.
      const body = async (path: string) => (await browser.get(path)).body;
      await expect.poll(() => body("/account"), { timeout: 10_000 }).not.toContain('id="back"');
      expect(await body(`/account?${query}`)).not.toContain('id="back"');
    } finally {
      await service.rows("UPDATE client SET disabled_at = NULL WHERE id = 'webClient'");
    }
  });

  it("has only the form of the language, so nothing else can be sent to it", async () => {
    await signedInAs(service, "alice", { browser });
    expect((await browser.post("/account", { csrf: "x" })).status).toBe(403);
    expect((await browser.submit(await browser.get("/account"), "/account", { action: "save" })).status).toBe(404);
  });

  it("is linked from the page at the issuer, before and after the sign-in", async () => {
    expect((await browser.get("/")).body).toContain('id="account" class="button primary" href="/account"');
    await signedInAs(service, "alice", { browser });
    expect((await browser.get("/")).body).toContain('id="account" class="button primary" href="/account"');
  });

  it("is not found by the parked request of another browser", async () => {
    const login = await browser.get("/account");
    expect((await openBrowser(service.origin).follow(login)).status).toBe(400);
  });
});
