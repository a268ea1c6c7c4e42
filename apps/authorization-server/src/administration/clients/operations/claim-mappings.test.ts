import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("clients:read", "clients:write");
});
afterAll(() => api.close());

const path = "/clients/webClient/claim-mapping";
const read = () => api.call(path, { token });
async function replace(body: unknown, etag?: string) {
  const headers = { "if-match": etag ?? (await read()).headers.get("etag") ?? "" };
  return api.call(path, { method: "PUT", token, body, headers });
}
const examples = [{ claims: { email: "ada@corp.example" }, groups: ["Staff"], gives: { upn: "ada", staff: true } }];
const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`claim${index}`, 1]));
const claims = { upn: "claims.email.split('@')[0]", staff: "'Staff' in groups" };

describe("ev.6: claims that are made for a client, by the administration API", () => {
  it("are replaced as a whole, are audited by name, and removed", async () => {
    expect((await read()).body).toEqual({ claims: {} });
    const { status, body } = await replace({ claims, examples });
    expect([status, body]).toEqual([200, { claims }]);
    expect((await read()).body).toEqual({ claims });
    const audited = "SELECT client_id, detail FROM audit_event WHERE type = 'claim_mapping_changed'";
    expect(await api.rows(audited)).toEqual([{ client_id: "webClient", detail: { claims: ["staff", "upn"] } }]);
    expect((await replace({ claims: {} })).body).toEqual({ claims: {} });
  });

  it.each([
    ["an expression that costs too much", { claims: { a: "groups.map(x, groups.map(y, x + y))" } }, "#/claims/a"],
    ["an expression that doubles", { claims: { a: `['x']${".map(s,s+s)".repeat(24)}[0]` } }, "#/claims/a"],
    ["an example of many claims", { claims: {}, examples: [{ claims: many, gives: {} }] }, "#/examples/0/claims"],
    ["no expression", { claims: { a: "claims." } }, "#/claims/a"],
    ["role-04: a claim that has a meaning of its own", { claims: { roles: "'owner'" } }, "#/claims/roles"],
    ["an example that gives something else", { claims: { upn: "'x'" }, examples }, "#/examples/0"],
    ["a member that is not known", { claims: {}, script: "x" }, "#/script"],
  ])("refuses %s, and changes nothing", async (_, body, pointer) => {
    const { status, body: problem } = await replace(body);
    expect([status, problem.errors[0].pointer]).toEqual([400, pointer]);
    expect((await read()).body).toEqual({ claims: {} });
  });

  it("C12: refuses a claim __proto__, and leaves the mapping", async () => {
    await replace({ claims });
    const body = `{"claims":{"__proto__":"'x'"}}`;
    const refused = await api.call(path, { method: "PUT", token, body, headers: { "if-match": "*" } });
    expect([refused.status, (await read()).body]).toEqual([400, { claims }]);
    await replace({ claims: {} });
  });

  it.each([
    ["U+0000", "'\0'"],
    ["half of a pair of surrogates", "'\ud800'"],
  ])("refuses %s in an expression, and changes nothing", async (_, a) => {
    expect((await replace({ claims: { a } })).status).toBe(400);
    expect((await read()).body).toEqual({ claims: {} });
  });

  it("of two changes with the same ETag, one is made", async () => {
    const etag = (await read()).headers.get("etag") ?? "";
    const both = ["1", "2"].map((text) => replace({ claims: { made: text } }, etag));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 412]);
    await replace({ claims: {} });
  });

  it("a client that is not there has none", async () => {
    expect((await api.call("/clients/unknown/claim-mapping", { token })).status).toBe(404);
  });
});
