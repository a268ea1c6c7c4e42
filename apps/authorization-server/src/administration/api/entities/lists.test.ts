import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SHOWN } from "../../entities.ts";
import { hyphened } from "../../entity-declaration.ts";
import { ADMIN_SCOPES } from "../scopes.ts";
import { type Api, startApi } from "../testing/api.ts";

let api: Api;
let token: string;
const get = async (path: string) => {
  const { status, body } = await api.call(path, { token });
  return { status, body, names: (body.items ?? []).map(({ name }: { readonly name: string }) => name) };
};
const add = (path: string, body: object) => api.call(path, { method: "POST", token, body });

beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
  const webhooks = [
    ["Billing", "https://pay.example/events"],
    ["CRM", "https://sales.example/in"],
    ["Data lake", "https://lake.example/in"],
  ];
  for (const [name, url] of webhooks) expect((await add("/webhooks", { name, url })).status).toBe(201);
  const shop = { resource: "https://shop.example/api", name: "Shop", scopes: ["orders"] };
  expect((await add("/resource-servers", { ...shop, access_token_ttl_seconds: 300 })).status).toBe(201);
  for (const name of ["clerk", "manager"])
    expect((await add("/roles", { resource: shop.resource, name, scopes: shop.scopes })).status).toBe(201);
});
afterAll(() => api.close());

describe("each noun is found by a part of its name, page by page", () => {
  it.each([...SHOWN.map(({ many }) => `/${hyphened(many)}`), "/invitations"])("%s", async (path) => {
    const whole = await get(`${path}?with_total=yes`);
    expect([whole.status, whole.body.total.count]).toEqual([200, whole.body.items.length]);
    const { status, body } = await get(`${path}?q=no%25such&limit=1&with_total=yes`);
    expect([status, body]).toEqual([200, { items: [], total: { count: 0, is_more: false } }]);
  });

  it.each([
    ["/webhooks?q=ILL", ["Billing"]],
    ["/webhooks?q=.example%2Fin", ["CRM", "Data lake"]],
    ["/webhooks?q=_", []],
    ["/resource-servers?q=hop", ["Shop"]],
    ["/resource-servers?q=shop.example", ["Shop"]],
    ["/roles?q=CLERK", ["clerk"]],
    ["/roles?q=shop", ["clerk", "manager"]],
    ["/roles?q=shop.example", ["clerk", "manager"]],
  ])("%s", async (path, names) => {
    expect((await get(path)).names).toEqual(names);
    expect((await get(`${path}&with_total=yes`)).body.total).toEqual({ count: names.length, is_more: false });
  });

  it("an invitation is found by a part of its address", async () => {
    await api.rows(
      `INSERT INTO invitation (id, address, address_canonical, token_hash, created_at, expires_at)
       SELECT gen_random_uuid(), name || '@Example.org', lower(name) || '@example.org', sha256(name::bytea), now(),
              '2100-01-01'
         FROM unnest(ARRAY['Mila', 'Emil', 'Ada']) AS name`,
    );
    const { body } = await get("/invitations?q=MIL&with_total=yes");
    expect(body.items.map(({ email }: { readonly email: string }) => email)).toEqual([
      "Emil@Example.org",
      "Mila@Example.org",
    ]);
    expect(body.total).toEqual({ count: 2, is_more: false });
  });

  it("a list that is short has pages if a limit is asked for, and leads back", async () => {
    const first = await get("/webhooks?limit=2&with_total=yes");
    expect([first.names, first.body.total.count]).toEqual([["Billing", "CRM"], 3]);
    const second = await get(`/webhooks?limit=2&with_total=yes&cursor=${first.body.next_cursor}`);
    expect([second.names, second.body.next_cursor]).toEqual([["Data lake"], undefined]);
    const back = await get(`/webhooks?limit=2&with_total=yes&cursor=${second.body.previous_cursor}`);
    expect(back.names).toEqual(first.names);
    expect((await get("/webhooks")).names).toEqual(["Billing", "CRM", "Data lake"]);
  });

  it("roles keep their order by resource server and name on each page", async () => {
    const first = await get("/roles?q=shop&limit=1");
    const second = await get(`/roles?q=shop&limit=1&cursor=${first.body.next_cursor}`);
    expect([first.names, second.names, second.body.next_cursor]).toEqual([["clerk"], ["manager"], undefined]);
  });
});
