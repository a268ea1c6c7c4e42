import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const ALL = ["clients:read", "sessions:read", "sessions:write"];
const start = async (scopes: readonly string[], changes: object = {}) => {
  console = await startConsole({ scopes: [...scopes], answers: { ...answersWith("shop"), ...changes } });
};
const page = async (path: string) => (await console.get(path)).text();
const lists = () => console.sent.filter(({ operation }) => operation === "listAllSessions");

describe("the sessions of an application are on its page", () => {
  it("of this application, with the user of each, a total and further pages", async () => {
    await start(ALL);
    const html = await page("/clients/shop?tab=sessions&cursor=c");
    expect(lists().map(({ input }) => input)).toEqual([
      { query: { client_id: "shop", with_total: "yes", limit: 25, cursor: "c" } },
    ]);
    expect(html).toMatch(new RegExp(`id="sessions-table"[\\s\\S]*<a href="/people/${ID}">`));
    expect(html).toContain('href="/clients/shop?tab=sessions&amp;cursor=next"');
  });

  it("one is ended, and the page leads back to them", async () => {
    await start(ALL);
    const answer = await console.post("/clients/shop?tab=sessions", { act: "end-session", value: `${ID}.${ID}` });
    expect(answer.headers.get("location")).toBe("/clients/shop?tab=sessions&done=session_ended");
    expect(console.sent.at(-1)).toEqual({ operation: "endSession", input: { path: { id: ID, session: ID } } });
  });

  it("no other part of the page asks for them", async () => {
    await start(ALL);
    expect(await page("/clients/shop")).toContain('<a href="/clients/shop?tab=sessions"');
    expect(lists()).toEqual([]);
  });

  it("who may only read ends none", async () => {
    await start(["clients:read", "sessions:read"]);
    expect(await page("/clients/shop?tab=sessions")).not.toContain('value="end-session"');
  });

  it.each([
    ["who may not read sessions", ["clients:read"], {}],
    ["a program, which has no users", ALL, { grant_types: ["client_credentials"] }],
  ])("%s: there is no such part", async (_, scopes, metadata) => {
    await start(scopes, { readClient: { ...answersWith("shop").readClient, ...metadata } });
    expect(await page("/clients/shop?tab=sessions")).not.toContain('<a href="/clients/shop?tab=sessions"');
    expect(lists()).toEqual([]);
  });
});
