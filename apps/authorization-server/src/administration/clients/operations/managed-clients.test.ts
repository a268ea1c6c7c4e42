import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "../../api/testing/api.ts";

let api: Api;
let token: string;
let path: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("clients:read", "clients:write");
  const body = { client_name: "Shop", redirect_uris: ["https://shop.example/cb"] };
  path = `/clients/${(await api.call("/clients", { method: "POST", token, body })).body.client_id}`;
});
afterAll(() => api.close());

const manage = (owner: string | null) =>
  api.rows("UPDATE client SET managed_by = $1 WHERE name IN ('Shop', 'Mine')", [owner]);

describe("cf.3: a client that a configuration declares is changed there", () => {
  const acts = [
    ["PATCH", "", { client_name: "Mine" }],
    ["POST", "/disable", undefined],
    ["POST", "/enable", undefined],
    ["POST", "/rotate-secret", {}],
    ["POST", "/end-previous-secret", undefined],
  ] as const;

  it.each(acts)("%s %s is refused and says where it is changed", async (method, act, body) => {
    await manage("shop");
    const refused = await api.call(`${path}${act}`, { method, token, body, headers: { "if-match": "*" } });
    expect([refused.status, refused.body.detail]).toEqual([409, "the client is managed by the configuration shop"]);
    await manage(null);
    expect((await api.call(`${path}${act}`, { method, token, body, headers: { "if-match": "*" } })).status).toBe(200);
  });

  it("the client and the list show which configuration that is", async () => {
    for (const owner of ["shop", null]) {
      await manage(owner);
      expect((await api.call(path, { token })).body.managed_by).toBe(owner);
      const { body } = await api.call("/clients?q=Mine", { token });
      const other = await api.call("/clients?q=Shop", { token });
      expect([...body.items, ...other.body.items].map(({ managed_by }) => managed_by)).toContain(owner);
    }
  });
});
