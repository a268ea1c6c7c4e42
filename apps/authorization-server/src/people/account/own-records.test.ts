import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser } from "../../../testing/browser.ts";
import { signedInAs } from "../../../testing/factors/signed-in.ts";
import { advance, authorizationOf } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

let service: Service;
const browsers: Record<string, Browser> = {};
beforeAll(async () => {
  service = await startService();
  for (const username of ["alice", "mallory"]) {
    const browser = openBrowser(service.origin);
    await advance(browser, authorizationOf("webClient", { scope: "openid email" }), username);
    browsers[username] = browser;
  }
});
afterAll(() => service.close());

const at = (username: string) => browsers[username] ?? openBrowser(service.origin);
const exported = async (username: string) => {
  const page = await at(username).get("/account/export");
  return at(username).submit(page, "/account/export", {});
};

describe("a person sees what happened to their account", () => {
  it("in words, with the app and the address, and nothing of others", async () => {
    await service.rows(
      `INSERT INTO audit_event (at, type, actor, user_id, detail, address)
       VALUES ($1, 'sign_in', 'user', $2, '{}', '192.0.2.99')`,
      [service.clock.now, service.mallory],
    );
    const { body } = await at("alice").get("/account/activity");
    for (const text of ["Signed in", "Gave an app access", "<bdi>Client webClient</bdi></span> <span><bdi>10.0."])
      expect(body).toContain(text);
    expect(body).not.toContain("192.0.2.99");
  });

  it("of the last 90 days, with words for types that it does not know", async () => {
    const insert = "INSERT INTO audit_event (at, type, actor, user_id, detail) VALUES ($1, $2, 'operator', $3, '{}')";
    await service.rows(insert, [
      new Date(service.clock.now.getTime() - 91 * 86_400_000),
      "user_disabled",
      service.alice,
    ]);
    await service.rows(insert, [service.clock.now, "something_new", service.alice]);
    const { body } = await at("alice").get("/account/activity");
    expect(body).not.toContain("Account disabled");
    expect(body).toContain("Something else changed");
    expect(body).toContain("By the service team");
  });
});

describe("GDPR Articles 15 and 20: a person gets a copy of everything that is stored about them", () => {
  it("as one JSON file", async () => {
    const file = await exported("alice");
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="account.json"');
    const { account, consents, browsers: sessions, events, authorizations } = JSON.parse(file.body);
    expect(account).toMatchObject([
      { id: service.alice, username: "alice", email: "alice@example.org", has_password: true },
    ]);
    expect(consents).toMatchObject([{ client_id: "webClient", granted_scopes: ["openid", "email"] }]);
    expect([sessions.length, authorizations.length]).toEqual([1, 1]);
    expect(events[0]).toMatchObject({ type: "user_added", detail: { username: "alice" } });
  });

  it("without a secret", async () => {
    const { body } = await exported("alice");
    expect(body).not.toMatch(/argon2|hash"|secret|sealed|public_key/);
  });

  it("acct-01: and two people never mix", async () => {
    const [alice, mallory] = [(await exported("alice")).body, (await exported("mallory")).body];
    expect([alice.includes(service.mallory), alice.includes("mallory")]).toEqual([false, false]);
    expect([mallory.includes(service.alice), mallory.includes("alice")]).toEqual([false, false]);
  });

  it("with more events than are read at once", async () => {
    await service.rows(
      `INSERT INTO audit_event (at, type, actor, user_id, detail)
       SELECT $1, 'sign_in', 'user', $2, '{}' FROM generate_series(1, 1200)`,
      [service.clock.now, service.alice],
    );
    const { events } = JSON.parse((await exported("alice")).body);
    expect(events.length).toBeGreaterThan(1200);
  });

  it("only after a recent sign-in", async () => {
    service.pass(301);
    expect((await at("alice").get("/account/export")).location?.pathname).toBe("/login");
    const browser = openBrowser(service.origin);
    const page = await (await signedInAs(service, "alice", { browser })).get("/account/export");
    expect(page.body).toContain('id="export"');
  });
});
