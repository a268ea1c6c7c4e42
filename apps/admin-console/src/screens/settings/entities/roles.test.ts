import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const sample = answersWith("x") as unknown as Readonly<Record<string, object>>;
const server = (resource: string, name: string, scopes: readonly string[], more: object = {}) => ({
  ...{ ...sample.readResourceServer, resource, name, scopes, scope_texts: {}, is_of_service: false },
  ...more,
});
const APIS = [
  server("https://admin.example", "Administration", ["people:read"], { is_of_service: true }),
  server("https://bare.example", "Bare", []),
  server("https://orders.example", "Orders", ["orders:read", "orders:write"], {
    scope_texts: { "orders:read": "See your orders" },
  }),
  server("https://stock.example", "Stock", ["count"]),
];
const role = { ...sample.readRole, resource: "https://orders.example", scopes: ["orders:write", "orders:old"] };
const scopes = ["settings:read", "roles:read", "roles:write"];
const start = async (changes: object = {}, held = scopes) => {
  const answers = { ...answersWith("x"), listResourceServers: { items: APIS }, readRole: role, ...changes };
  console = await startConsole({ scopes: held, answers });
};
const page = async (path: string) => (await console.get(path)).text();
/** The check boxes of scopes: each value, and whether it is checked. */
const boxesOf = (html: string) =>
  [...html.matchAll(/<input type="checkbox" name="scopes" value="([^"]*)"[^>]*?( checked)?>/g)].map(
    ([, value, checked]) => [value, checked !== undefined] as const,
  );
const sentBy = (operation: string) => console.sent.find((one) => one.operation === operation)?.input;

describe("the scopes of a role are chosen from those of its API", () => {
  it("of a new one, by a link for each API that has scopes; first, one that is not of the service", async () => {
    await start();
    const html = await page("/roles/new");
    const links = [...html.matchAll(/<a href="\/roles\/new\?resource=([^"]*)"( aria-current="page")?>([^<]*)</g)];
    expect(links.map(([, , here, name]) => [name, here !== undefined])).toEqual([
      ["Administration", false],
      ["Orders", true],
      ["Stock", false],
    ]);
    expect(boxesOf(html)).toEqual([
      ["orders:read", false],
      ["orders:write", false],
    ]);
    expect(html).toContain("orders:read — See your orders");
    expect(html).toContain('<input type="hidden" name="resource" value="https://orders.example">');
  });

  it("what is checked of the API of the address is sent", async () => {
    await start();
    const address = `/roles/new?resource=${encodeURIComponent("https://stock.example")}`;
    const html = await page(address);
    expect(boxesOf(html)).toEqual([["count", false]]);
    expect(html).toContain(`action="${address}"`);
    await console.post(address, { act: "add", resource: "https://stock.example", name: "Counter", scopes: "count" });
    expect(sentBy("addRole").body).toMatchObject({
      ...{ resource: "https://stock.example", name: "Counter", scopes: ["count"] },
    });
  });

  it("a refused form has what was checked and typed", async () => {
    const refuse = () => {
      const [words, reason] = [{ type: "about:blank", title: "No", status: 400 }, { code: "invalid" as const }];
      throw new ApiProblem({ ...words, errors: [{ pointer: "#/name", detail: "is used", ...reason }] }, null);
    };
    await start({ addRole: refuse });
    const sent = [["act", "add"] as const, ["name", "Clerk"] as const, ["scopes", "orders:write"] as const];
    const html = await (await console.post("/roles/new?resource=https://orders.example", sent)).text();
    expect(boxesOf(html)).toEqual([
      ["orders:read", false],
      ["orders:write", true],
    ]);
    expect(html).toMatch(/id="add-name"[^>]*value="Clerk"/);
  });

  it("one that exists has its own checked, among them one that its API does not define any more", async () => {
    await start();
    expect(boxesOf(await page(`/roles/${ID}?tab=settings`))).toEqual([
      ["orders:read", false],
      ["orders:write", true],
      ["orders:old", true],
    ]);
    const sent = [["act", "save"] as const, ["etag", "*"] as const, ["scopes", "orders:read"] as const];
    await console.post(`/roles/${ID}`, [...sent, ["scopes", "orders:write"]]);
    expect(sentBy("changeRole").body.scopes).toEqual(["orders:read", "orders:write"]);
  });

  it("none checked is sent as none, which the API refuses", async () => {
    await start();
    await console.post(`/roles/${ID}`, { act: "save", etag: "*" });
    expect(sentBy("changeRole").body.scopes).toEqual([]);
  });

  it("who may not read APIs types them", async () => {
    await start({}, ["roles:read", "roles:write"]);
    const html = await page("/roles/new");
    expect(html).toMatch(/<textarea id="add-scopes"/);
    expect(html).toMatch(/<input id="add-resource"/);
  });
});
