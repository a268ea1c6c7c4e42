import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const sample = answersWith("shop");
const server = (name: string, scopes: readonly string[], texts: object = {}) => ({
  ...{ ...sample.readResourceServer, name, resource: `https://${name}.example`, scopes, scope_texts: texts },
});
const APIS = [
  server("userinfo", ["openid", "profile", "email", "address", "phone", "groups"]),
  server("Orders", ["orders:read", "orders:write"], { "orders:read": "See your orders" }),
];
const ALL = ["clients:read", "clients:write", "settings:read"];
const client = { ...sample.readClient, scope: "openid orders:write gone:read" };
const start = async (scopes: readonly string[] = ALL, changes: object = {}) => {
  const answers = { ...sample, listResourceServers: { items: APIS }, readClient: client, ...changes };
  console = await startConsole({ scopes: [...scopes], answers });
};
const page = async (path: string) => (await console.get(path)).text();
const sentBy = (operation: string) => console.sent.find((one) => one.operation === operation)?.input.body;
const checked = (html: string) =>
  [...html.matchAll(/name="scope" value="([^"]*)"[^>]*? checked>/g)].map(([, value]) => value);
/** The groups, each with its scopes, and whether it is open. */
const groups = (html: string) =>
  [...html.matchAll(/<details class="choices"( open)?><summary>([^<]*)<\/summary>([\s\S]*?)<\/details>/g)].map(
    ([, open, title, within = ""]) => ({
      ...{ title, isOpen: open !== undefined },
      scopes: [...within.matchAll(/value="([^"]*)"/g)].map(([, value]) => value),
    }),
  );

describe("the scopes of an application are chosen from those that are defined", () => {
  it("in groups of what defines them; those that it has are checked, one that is gone among them", async () => {
    await start();
    const html = await page("/clients/shop?tab=settings");
    const ofPeople = ["openid", "profile", "email", "address", "phone", "groups", "offline_access", "organization"];
    expect(groups(html)).toEqual([
      { title: "About the user", isOpen: true, scopes: ofPeople },
      { title: "Orders", isOpen: true, scopes: ["orders:read", "orders:write"] },
      { title: "No longer defined", isOpen: true, scopes: ["gone:read"] },
    ]);
    expect(checked(html)).toEqual(["openid", "orders:write", "gone:read"]);
    expect(html).toContain("orders:read — See your orders");
  });

  it("what is checked is sent, and nothing checked is as usual", async () => {
    await start();
    const boxes = [["scope", "openid"] as const, ["scope", "orders:read"] as const];
    await console.post("/clients/shop?tab=settings", [["act", "save"], ["etag", "*"], ...boxes]);
    expect(sentBy("changeClient").scope).toBe("openid orders:read");
    console.sent.length = 0;
    await console.post("/clients/shop?tab=settings", { act: "save", etag: "*" });
    expect(sentBy("changeClient").scope).toBeNull();
  });

  it("a new one begins with the usual ones, which are shown", async () => {
    await start();
    expect(checked(await page("/clients/new"))).toEqual(["openid", "profile", "email", "address", "phone"]);
    await console.post("/clients/new", [
      ["act", "add"],
      ["kind", "web"],
      ["client_name", "Shop"],
      ["scope", "openid"],
    ]);
    expect(sentBy("addClient").scope).toBe("openid");
  });

  it("a refused form has what was checked", async () => {
    const refuse = () => {
      const words = { type: "about:blank", title: "No", status: 400 };
      throw new ApiProblem(
        { ...words, errors: [{ pointer: "#/scope", detail: "is no scope", code: "invalid" }] },
        null,
      );
    };
    await start(ALL, { addClient: refuse });
    const html = await (
      await console.post("/clients/new", [
        ["act", "add"],
        ["scope", "orders:read"],
      ])
    ).text();
    expect(checked(html)).toEqual(["orders:read"]);
    expect(html).toContain('id="add-scope-wrong"');
  });

  it("who may not read APIs types them", async () => {
    await start(["clients:read", "clients:write"]);
    expect(await page("/clients/shop?tab=settings")).toContain('value="openid orders:write gone:read"');
    await console.post("/clients/shop?tab=settings", { act: "save", etag: "*", scope: " openid  email " });
    expect(sentBy("changeClient").scope).toBe("openid email");
  });
});
