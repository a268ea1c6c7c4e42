/** The account as its person finds their way in it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await signedInAs(service, "alice", { browser });
});

const body = async (path: string) => (await browser.get(path)).body;
/** The links of the sections, at the side. */
const sideOf = (html: string) => /<div class="side">([\s\S]*?)<\/nav>/.exec(html)?.[1] ?? "";
const rowsOf = (html: string) => [...html.matchAll(/<li id="row-([^"]+)">/g)].map(([, name]) => name);
const checksOf = (html: string) => [...html.matchAll(/<li id="check-([^"]+)">/g)].map(([, name]) => name);

describe("the sections of the account", () => {
  it.each([
    ["/account", "/account", "page"],
    ["/account/profile", "/account/profile", "page"],
    ["/account/security", "/account/security", "page"],
    ["/account/passkeys", "/account/security", "true"],
    ["/account/sessions", "/account/sessions", "page"],
    ["/account/applications", "/account/applications", "page"],
    ["/account/activity", "/account/activity", "page"],
    ["/account/privacy", "/account/privacy", "page"],
    ["/account/delete", "/account/privacy", "true"],
  ])("%s: at most eight links stand before the content, and %s is the current one", async (path, section, current) => {
    const html = await body(path);
    const side = sideOf(html);
    expect(side.match(/<li>/g)?.length).toBeLessThanOrEqual(8);
    expect(side.match(/aria-current/g)).toHaveLength(1);
    expect(side).toContain(`<a href="${section}" aria-current="${current}">`);
    expect(html.indexOf('<div class="side">')).toBeLessThan(html.indexOf("<main"));
  });

  it("organizations are among them for those who have one", async () => {
    expect(sideOf(await body("/account"))).not.toContain("/account/organizations");
    expect(sideOf(await body("/account/organizations"))).toContain("/account/organizations");
  });

  it.each([
    ["/account/passkeys", "/account/security"],
    ["/account/export", "/account/privacy"],
  ])("%s has a crumb to %s, and says where one is", async (path, section) => {
    const [, crumbs = ""] = /<nav class="crumbs"([\s\S]*?)<\/nav>/.exec(await body(path)) ?? [];
    expect(crumbs).toContain(`<a href="${section}">`);
    expect(crumbs).toContain('<li aria-current="page">');
  });
});

describe("the first page", () => {
  it("greets the person, with their address and since when they are here", async () => {
    const html = await body("/account");
    expect(html).toMatch(/<h1[^>]*>Hello, .+<\/h1>/);
    expect(html).toMatch(/alice@example\.org<\/bdi><\/span><span>Member since <time [^>]*>January\u00a02030</);
  });

  it("shows what is to do first, with one way on each, and what is done", async () => {
    const html = await body("/account");
    const names = checksOf(html);
    expect(names[0]).toBe("second-way");
    expect(names.length).toBeLessThanOrEqual(5);
    expect(html).toContain('href="/account/second-factors">Set up</a>');
    expect(html.match(/class="button primary"/g)).toHaveLength(1);
    expect(html).toMatch(/id="check-failures">[\s\S]*?No failed sign-ins[\s\S]*?>Done</);
  });

  it("counts sign-ins that failed since the person was here last", async () => {
    await service.rows(
      `INSERT INTO audit_event (at, type, actor, user_id, detail, address)
       VALUES ($1, 'sign_in_failed', 'user', $2, '{}', '192.0.2.9')`,
      [service.clock.now, service.mallory],
    );
    const other = openBrowser(service.origin);
    await signedInAs(service, "mallory", { browser: other });
    expect((await other.get("/account")).body).toContain("Failed since you last signed in: 1");
  });
});

describe("the devices on the first page", () => {
  it("say which one this is, and another one is signed out there", async () => {
    const other = openBrowser(service.origin);
    await signedInAs(service, "alice", { browser: other });
    const page = await browser.get("/account");
    expect(page.body.match(/<span class="badge good">Now<\/span>/g)).toHaveLength(1);
    expect(page.body).toMatch(/>See all \d+ devices<\/a>/);
    const [, id = ""] = /id="end-([^"]+)"/.exec(page.body) ?? [];
    const done = await browser.submit(page, "/account", { action: "end", id });
    expect(done.location?.search).toBe("?done=session_ended");
    expect((await browser.submit(page, "/account", { action: "end", id })).status).toBe(404);
    expect((await browser.submit(page, "/account", { action: "end-others" })).status).toBe(404);
  });
});

it("the menu of the person has the language, and the foot of the page has not", async () => {
  const html = await body("/account");
  expect(html.match(/id="language-fr"/g)).toHaveLength(1);
  expect(html.indexOf('id="language-fr"')).toBeLessThan(html.indexOf("</header>"));
});

it("personal info has the username and the email as rows, each with one way on", async () => {
  const html = await body("/account/profile");
  expect(rowsOf(html)).toEqual(["username", "email"]);
  expect(html).toMatch(/id="row-username">[\s\S]*?<bdi>alice<\/bdi>[\s\S]*?href="\/account\/username"/);
});

describe("sign-in & security", () => {
  it("has a row with its state and one way on for each thing to sign in with", async () => {
    const html = await body("/account/security");
    expect(rowsOf(html)).toEqual(
      expect.arrayContaining(["passkeys", "password", "username", "app", "security-key", "codes", "browsers"]),
    );
    expect(html).toContain('href="/account/password" aria-label="Change: Password"');
    expect(html).toContain('href="/account/passkeys" aria-label="Set up: Passkeys"');
  });

  it("leads nowhere where nothing is to do: codes before a second step, browsers, links to no provider", async () => {
    const html = await body("/account/security");
    const rowOf = (name: string) => new RegExp(`<li id="row-${name}">[\\s\\S]*?</li>`).exec(html)?.[0] ?? "";
    expect(rowsOf(html)).not.toContain("connections");
    expect([rowOf("codes"), rowOf("browsers")].map((row) => row.includes("<a "))).toEqual([false, false]);
    expect(rowOf("codes")).toContain("Not available yet");
  });

  it("says all that gives access", async () => {
    expect(await body("/account/security")).toMatch(/id="way-sessions">[\s\S]*?href="\/account\/sessions"/);
  });
});

it("data & privacy leads to the copy and to the deletion", async () => {
  const html = await body("/account/privacy");
  expect(html).toContain('href="/account/export"');
  expect(html).toContain('href="/account/delete"');
});

describe("activity", () => {
  it.each([
    ["/account/activity", "Signed in"],
    ["/account/activity?show=sign-ins", "Signed in"],
    ["/account/activity?show=apps", "No activity of this kind"],
    ["/account/activity?show=other", "Signed in"],
  ])("%s shows %s", async (path, words) => {
    expect(await body(path)).toContain(words);
  });

  it("is grouped by day, and marks the filter that is chosen", async () => {
    const html = await body("/account/activity?show=sign-ins");
    expect(html).toMatch(/<h2><time [^>]*>Today · UTC<\/time><\/h2>/);
    expect(html).toMatch(/class="chip on" href="\/account\/activity\?show=sign-ins" aria-current="true"/);
  });
});

describe("times", () => {
  it.each([
    ["Europe/London", "1 Jan 2030, 12:00", false],
    ["Asia/Tokyo", "1 Jan 2030, 21:00", false],
    [null, "1 Jan 2030, 12:00 UTC", true],
  ])("are in the zone of the person: %s, %s", async (zone, exact, isUtc) => {
    await service.rows("UPDATE end_user SET zoneinfo = $1 WHERE id = $2", [zone, service.alice]);
    const html = await body("/account/activity");
    expect(html).toContain(`title="${exact}"`);
    expect(html.includes("UTC")).toBe(isUtc);
  });
});
