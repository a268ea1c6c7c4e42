import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const scopes = ["settings:read", "settings:write", "roles:read", "roles:write"];
const { readResourceServer, readRole } = answersWith("x");
const start = async (changes: object = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...changes } });
};
const page = async (path: string) => (await console.get(path)).text();
const sentBy = (operation: string) => console.sent.find((one) => one.operation === operation)?.input;

describe("decision 203: what the service itself defines is only read", () => {
  const ofService = { is_of_service: true };
  it.each([
    [
      "/settings/apis/x",
      { readResourceServer: { ...readResourceServer, ...ofService } },
      "The service itself defines this API.",
    ],
    [`/roles/${ID}`, { readRole: { ...readRole, ...ofService } }, "Built-in role."],
  ])("%s", async (path, answers, reason) => {
    await start(answers);
    const html = await page(path);
    expect(html).toContain(reason);
    for (const act of ["save", "disable", "remove"]) expect(html).not.toContain(`name="act" value="${act}"`);
  });

  it.each([
    ["/settings", { listResourceServers: { items: [{ ...readResourceServer, ...ofService }] } }],
    ["/roles", { listRoles: { items: [{ ...readRole, ...ofService }] } }],
  ])("the list at %s says which that is", async (path, answers) => {
    await start(answers);
    expect(await page(path)).toContain("Built in");
  });
});

describe("what a form of a resource server says", () => {
  it("is its scopes and their texts, a number, and what was chosen", async () => {
    await start();
    const html = await page("/settings/apis/new");
    expect(html).toContain('<option value="at+jwt" selected>at+jwt</option>');
    const answer = await console.post("/settings/apis/new", {
      ...{
        act: "add",
        resource: "https://stock.example",
        name: "Stock",
        scopes: "read\r\nwrite",
        role_scopes: "write",
      },
      ...{ scope_texts: "read=See the stock\r\nread#de=Den Bestand sehen", access_token_signing_alg: "EdDSA" },
      ...{ access_token_ttl_seconds: "120", access_token_typ: "JWT", listed: "yes" },
    });
    expect(answer.headers.get("location")).toBe("/settings/apis/x?done=resource_server_added");
    expect(sentBy("addResourceServer").body).toEqual({
      ...{ resource: "https://stock.example", name: "Stock", scopes: ["read", "write"], role_scopes: ["write"] },
      ...{ scope_texts: { read: "See the stock", "read#de": "Den Bestand sehen" }, access_token_signing_alg: "EdDSA" },
      ...{ access_token_ttl_seconds: 120, access_token_typ: "JWT" },
      ...{ dpop_bound_access_tokens_required: false, listed: true },
    });
  });
});
