import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const NONE = { items: [] };
const EVERY = ["clients:read", "sessions:read", "audit:read"];
const sample = answersWith("shop");
const UNUSED = { which: "current", expires_at: null, last_used_at: null };
const USED = { ...UNUSED, last_used_at: "2030-01-01T10:00:00.000Z" };
/** The application, with these members and secrets. */
const client = (members: object, secrets: readonly object[]) => ({
  ...{ ...sample.readClient, last_sign_in_at: null, ...members },
  included: { refusals: NONE, secrets: { items: secrets } },
});
const start = async (readClient: object, answers: object = {}, scopes = EVERY) => {
  const quiet = { listAllSessions: NONE, listAuditEvents: NONE };
  console = await startConsole({ scopes, answers: { ...sample, readClient, ...quiet, ...answers } });
};
/** The part of the page about the setup. */
const setup = async () =>
  /<section id="setup"[\s\S]*?<\/section>/.exec(await (await console.get("/clients/shop")).text())?.[0] ?? "";
const asked = () => console.sent.map(({ operation }) => operation);

describe("an application says what it needs until its first sign-in", () => {
  it.each([
    ["nothing yet", {}, "Waiting for a sign-in", "2 of 3 done"],
    ["someone is signed in to it", { listAllSessions: sample.listAllSessions }, "A user signed in", "3 of 3 done"],
    ["someone agreed before", { listAuditEvents: sample.listAuditEvents }, "A user signed in", "3 of 3 done"],
  ])("%s", async (_, answers, words, count) => {
    await start(client({ token_endpoint_auth_method: "none" }, []), answers);
    const html = await setup();
    expect(html).toContain(words);
    expect(html).toContain(count);
    expect(html.includes('href="/clients/shop">Check again')).toBe(count !== "3 of 3 done");
  });

  it("asks for sessions and consents of this application, one of each", async () => {
    await start(client({}, [UNUSED]));
    await setup();
    expect(console.sent.filter(({ operation }) => operation.startsWith("list")).map(({ input }) => input)).toEqual([
      { query: { client_id: "shop", limit: 1 } },
      { query: { client_id: "shop", type: "consent", limit: 1 } },
    ]);
  });

  it("a secret that was used says it without asking", async () => {
    await start(client({}, [USED]));
    expect(await setup()).toContain("A user signed in");
    expect(asked()).not.toContain("listAllSessions");
  });

  it("a sign-in that was recorded says it without asking", async () => {
    await start(client({ last_sign_in_at: "2030-01-01T10:00:00.000Z" }, [UNUSED]));
    expect(await setup()).toContain("A user signed in");
    expect(asked()).not.toContain("listAllSessions");
  });

  it("without a redirect URI, leads to where it is added", async () => {
    await start(client({ redirect_uris: [] }, [UNUSED]));
    const html = await setup();
    expect(html).toContain("1 of 3 done");
    expect(html).toContain('href="/clients/shop?tab=settings"');
  });

  it("a program waits for a token, and has no redirect URI", async () => {
    await start(client({ grant_types: ["client_credentials"] }, [UNUSED]));
    const html = await setup();
    expect(html).toContain("Waiting for a token");
    expect(html).toContain("1 of 2 done");
    expect(html).not.toContain("Redirect URI");
  });

  const awaited = async () => /data-awaits="([^"]*)"/.exec(await setup())?.[1];

  it("4.7: while it waits, the page asks an address that says whether the application was used", async () => {
    await start(client({}, [UNUSED]));
    const page = await console.get("/clients/shop");
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect(await page.text()).toContain("/assets/waits.js");
    const address = await awaited();
    expect(address).toBe("/clients/shop/used");
    expect((await console.get(address ?? "")).status).toBe(204);
  });

  it("4.7: that address says so, and a page that waits for nothing asks nothing", async () => {
    await start(client({}, [USED]));
    expect((await console.get("/clients/shop/used")).status).toBe(200);
    const page = await console.get("/clients/shop");
    expect(page.headers.get("content-security-policy")).not.toContain("connect-src");
    expect(await page.text()).not.toMatch(/waits\.js|data-awaits/);
  });

  it.each([
    ["without a session", {}, 401],
    ["of an application that is gone", undefined, 404],
  ])("4.7: it begins no sign-in, and ends no secret that is shown once: %s", async (_, headers, status) => {
    const missing = () => {
      throw problem(404);
    };
    await start(client({}, [UNUSED]), status === 404 ? { readClient: missing } : {});
    const answer = await console.get("/clients/shop/used", headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([status, []]);
  });

  it("says nothing of sign-ins to who may not know", async () => {
    await start(client({ token_endpoint_auth_method: "none" }, []), {}, ["clients:read"]);
    const html = await setup();
    expect(html).toContain("2 of 2 done");
    expect(html).not.toContain("sign-in");
  });
});
