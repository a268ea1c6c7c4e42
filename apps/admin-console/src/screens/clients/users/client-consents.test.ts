import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const ALL = ["clients:read", "people:read", "people:write"];
const start = async (scopes: readonly string[], changes: object = {}) => {
  console = await startConsole({ scopes: [...scopes], answers: { ...answersWith("shop"), ...changes } });
};
const page = async (path: string) => (await console.get(path)).text();
const lists = () => console.sent.filter(({ operation }) => operation === "listConsentsOfClient");

describe("the users who gave an application access are on its page", () => {
  it("with a link to each, a total and further pages", async () => {
    await start(ALL);
    const html = await page("/clients/shop?tab=users&cursor=c");
    expect(lists().map(({ input }) => input)).toEqual([
      { path: { id: "shop" }, query: { with_total: "yes", limit: 25, cursor: "c" } },
    ]);
    expect(html).toMatch(new RegExp(`id="consents-table"[\\s\\S]*<a href="/people/${ID}">`));
    expect(html).toContain('href="/clients/shop?tab=users&amp;cursor=next"');
  });

  it("the access to one is revoked, and the page leads back to them", async () => {
    await start(ALL);
    const answer = await console.post("/clients/shop?tab=users", { act: "withdraw-consents", value: ID });
    expect(answer.headers.get("location")).toBe("/clients/shop?tab=users&done=consents_withdrawn");
    expect(console.sent.at(-1)).toEqual({ operation: "withdrawConsents", input: { path: { id: ID, client: "shop" } } });
  });

  it("no one yet: it says when someone is there", async () => {
    await start(ALL, { listConsentsOfClient: { items: [] } });
    expect(await page("/clients/shop?tab=users")).toContain("No users yet");
  });

  it("no other part of the page asks for them", async () => {
    await start(ALL);
    expect(await page("/clients/shop")).toContain('<a href="/clients/shop?tab=users"');
    expect(lists()).toEqual([]);
  });

  it("who may only read revokes none", async () => {
    await start(["clients:read", "people:read"]);
    expect(await page("/clients/shop?tab=users")).not.toContain('value="withdraw-consents"');
  });

  it.each([
    ["who may not read users", ["clients:read"], {}],
    ["a program, which has no users", ALL, { grant_types: ["client_credentials"] }],
  ])("%s: there is no such part", async (_, scopes, metadata) => {
    await start(scopes, { readClient: { ...answersWith("shop").readClient, ...metadata } });
    expect(await page("/clients/shop?tab=users")).not.toContain('<a href="/clients/shop?tab=users"');
    expect(lists()).toEqual([]);
  });
});
