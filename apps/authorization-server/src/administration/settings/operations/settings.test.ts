import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { codeFor } from "../../../../testing/flows.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { addGroup } from "../../groups/groups.ts";
import { addIdentityProvider } from "../../providers/identity-providers.ts";
import { assignRole } from "../../roles/roles.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("settings:read", "settings:write");
});
afterAll(() => api.close());

const server = { resource: "https://orders.example", name: "Orders", scopes: ["orders:read", "orders:refund"] };
const at = (identifier: string) => `/resource-servers/${encodeURIComponent(identifier)}`;
const remove = (identifier: string) => api.call(at(identifier), { method: "DELETE", token });
const change = (identifier: string, body: object, headers: Record<string, string> = { "if-match": "*" }) =>
  api.call(at(identifier), { method: "PATCH", token, body, headers });

describe("ad.4: resource servers", () => {
  beforeEach(() => api.rows("DELETE FROM resource_server WHERE identifier = $1", [server.resource]));

  it("are created, changed member by member, and deleted", async () => {
    const made = await api.call("/resource-servers", {
      method: "POST",
      token,
      body: { ...server, role_scopes: ["orders:refund"] },
    });
    expect([made.status, made.headers.get("location")]).toEqual([201, `/admin/api/v1${at(server.resource)}`]);
    const changed = await change(
      server.resource,
      { access_token_ttl_seconds: 120 },
      { "if-match": made.headers.get("etag") ?? "" },
    );
    expect(changed.body).toEqual({ ...made.body, access_token_ttl_seconds: 120 });
    expect((await change(server.resource, { enabled: false })).body).toMatchObject({ enabled: false });
    expect(
      (await api.call("/resource-servers", { token })).body.items.map((one: typeof server) => one.resource),
    ).toContain(server.resource);
    expect((await remove(server.resource)).status).toBe(204);
    expect((await api.call(at(server.resource), { token })).status).toBe(404);
  });

  it("api-06: are changed by who read them last", async () => {
    const made = await api.call("/resource-servers", { method: "POST", token, body: server });
    await change(server.resource, { name: "First" });
    const late = await change(server.resource, { name: "Second" }, { "if-match": made.headers.get("etag") ?? "" });
    expect([late.status, (await change(server.resource, { name: "x" }, {})).status]).toEqual([412, 428]);
  });

  it.each([
    ["a scope of OpenID Connect", { scopes: ["openid"] }],
    ["a role scope that is not one of its scopes", { role_scopes: ["other"] }],
    ["its identifier", { resource: "https://other.example" }],
    ["an unknown member", { managed_by: "x" }],
    ["a lifetime of a day", { access_token_ttl_seconds: 86_400 }],
  ])("api-02: a change of %s is refused", async (_, body) => {
    await api.call("/resource-servers", { method: "POST", token, body: server });
    expect((await change(server.resource, body)).status).toBe(400);
  });

  it("ad.14: those of the service stay as they are", async () => {
    expect((await change(adminResource, { name: "Mine" })).status).toBe(409);
    expect((await remove(adminResource)).status).toBe(409);
  });

  it("one that has roles is not deleted", async () => {
    await api.call("/resource-servers", { method: "POST", token, body: server });
    await api.rows(
      "INSERT INTO role (id, resource, name, scopes, created_at) VALUES (gen_random_uuid(), $1, 'clerk', '{}', now())",
      [server.resource],
    );
    expect((await remove(server.resource)).status).toBe(409);
  });

  it("one that a configuration declares is changed there (cf.3)", async () => {
    await api.call("/resource-servers", { method: "POST", token, body: server });
    await api.rows("UPDATE resource_server SET managed_by = 'shop' WHERE identifier = $1", [server.resource]);
    expect((await change(server.resource, { name: "Mine" })).status).toBe(409);
  });
});

describe("ad.4: keys", () => {
  it("are listed without anything secret, and rotated with an actor in the audit log", async () => {
    const { body } = await api.call("/keys", { token });
    expect(body.items.map(({ state }: { state: string }) => state)).toContain("signing");
    expect(JSON.stringify(body)).not.toMatch(/"d"|sealed/);
    const rotated = await api.call("/keys/rotate", { method: "POST", token });
    expect(rotated.body.made.length).toBeGreaterThan(0);
    expect((await api.call("/keys/rotate", { method: "POST", token })).status).toBe(409);
    const [event] = await api.rows(
      "SELECT actor FROM audit_event WHERE type = 'signing_key_rotated' ORDER BY id DESC LIMIT 1",
    );
    expect(event).toEqual({ actor: "client" });
  });
});

describe("ad.4: mails", () => {
  const send = (address: string, minute: number) =>
    api.rows(
      `INSERT INTO mail_delivery (id, kind, language, address, message_id, attempts, expires_at, created_at, failure)
       VALUES (gen_random_uuid(), 'reset-link', 'en', $1, gen_random_uuid(), 1, now(),
               now() + $2 * interval '1 minute', '550 unknown')`,
      [address, minute],
    );

  it("are listed by state, page by page, the newest first", async () => {
    for (const minute of [1, 2, 3]) await send(`p${minute}@example.org`, minute);
    const first = (await api.call("/mails?state=failed&limit=2", { token })).body;
    const cursor = encodeURIComponent(first.next_cursor);
    const second = (await api.call(`/mails?state=failed&limit=2&cursor=${cursor}`, { token })).body;
    const addresses = [...first.items, ...second.items].map(({ address }: { address: string }) => address);
    expect(addresses).toEqual(["p3@example.org", "p2@example.org", "p1@example.org"]);
    expect(first.items[0]).toMatchObject({ state: "failed", failure: "550 unknown" });
    expect((await api.call("/mails?address=p2@example.org", { token })).body.items).toHaveLength(1);
    expect((await api.call("/mails?state=delivered", { token })).body.items).toEqual([]);
  });
});

describe("ad.4: consents", () => {
  it("of a person are listed, and withdrawn by client", async () => {
    const people = await api.tokenOf("people:read", "people:write");
    await codeFor(openBrowser(api.origin), "webClient");
    const path = `/people/${api.alice}/consents`;
    expect((await api.call(path, { token: people })).body.items).toMatchObject([
      { client_id: "webClient", scopes: expect.arrayContaining(["openid"]) },
    ]);
    const withdraw = () => api.call(`${path}/webClient`, { method: "DELETE", token: people });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404]);
    expect((await api.call(path, { token: people })).body.items).toEqual([]);
  });
});

describe("cf.2, cf.3: a configuration is planned and applied", () => {
  let full: string;
  beforeAll(async () => {
    full = await api.tokenOf(
      "settings:read",
      "settings:write",
      "clients:read",
      "clients:write",
      "roles:read",
      "roles:write",
    );
  });

  const shop = `managed_by: shop
resource_servers:
  - resource: https://shop.example
    name: Shop
    scopes: [shop:buy]
roles:
  - resource: https://shop.example
    name: buyer
    scopes: [shop:buy]
`;
  const send = (act: "plan" | "apply", configuration: string, { ifMatch = "*", by = full } = {}) =>
    api.call(`/configuration/${act}`, {
      method: "POST",
      token: by,
      body: { configuration },
      headers: { "if-match": ifMatch },
    });

  it("as it was planned, with the lock on what it declares", async () => {
    const planned = await send("plan", shop);
    expect(planned.body.changes.map(({ act, key }: { act: string; key: string }) => [act, key])).toEqual([
      ["create", "https://shop.example"],
      ["create", "buyer at https://shop.example"],
    ]);
    const ifMatch = planned.headers.get("etag") ?? "";
    expect((await send("apply", shop, { ifMatch })).body).toEqual(planned.body);
    expect((await send("plan", shop)).body.changes).toEqual([]);
    expect((await send("apply", shop, { ifMatch })).status).toBe(412);
    expect((await api.call(at("https://shop.example"), { token })).body.managed_by).toBe("shop");
    const exported = (await api.call("/configuration?name=shop", { token: full })).body.configuration;
    expect(exported).toContain("managed_by: shop");
    expect((await send("plan", exported)).body.changes.filter(({ act }: { act: string }) => act !== "adopt")).toEqual(
      [],
    );
  });

  it("cf.6: errors name the line and the path", async () => {
    const { status, body } = await send("plan", "managed_by: shop\nroles:\n  - nam: x\n");
    expect([status, body.errors[0].pointer]).toEqual([400, "#/configuration"]);
    expect(body.errors.map(({ detail }: { detail: string }) => detail).join("\n")).toMatch(/^line 3: roles\[0\]/m);
  });

  const machine = `managed_by: machines
clients:
  - client_id: robot
    client_name: Robot
    grant_types: [client_credentials]
    scope: shop:buy
    client_secret: {generate: true}
`;

  it("A3: a key for a client is made before the transaction, and for no plan that is refused", async () => {
    const keyed = (name: string) => `managed_by: ${name}
clients:
  - client_id: ${name}
    client_name: Keyed
    redirect_uris: ["https://rp.example/cb"]
    id_token_signed_response_alg: PS384
    client_secret: {generate: true}
`;
    const keys = () => api.rows("SELECT kid FROM signing_key WHERE alg = 'PS384'");
    expect((await send("apply", keyed("keyed"), { ifMatch: '"other"' })).status).toBe(412);
    expect(await keys()).toEqual([]);
    expect((await send("apply", keyed("keyed"))).status).toBe(200);
    expect(await keys()).toHaveLength(1);
  });

  it("cf.5: a secret of a client is made and shown once; neither variables nor files are read", async () => {
    const headers = { "if-match": "*", "idempotency-key": "robot" };
    const sent = { method: "POST", token: full, body: { configuration: machine }, headers };
    const applied = await api.call("/configuration/apply", sent);
    expect(applied.body.secrets).toMatchObject([{ section: "clients", key: "robot" }]);
    const response = await fetch(`${api.origin}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`robot:${applied.body.secrets[0].secret}`).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials", resource: "https://shop.example" }),
    });
    expect(await response.json()).toMatchObject({ token_type: "Bearer" });
    expect((await api.call("/configuration/apply", sent)).body).not.toHaveProperty("secrets");

    for (const reference of ["{env: HOME}", "{file: /etc/passwd}"]) {
      const { status, body } = await send("plan", machine.replace("{generate: true}", reference), { by: full });
      expect([status, body.errors[0].detail]).toEqual([
        400,
        expect.stringMatching(/^line 7: clients\[0\]\.client_secret: this API reads no variable and no file/),
      ]);
    }
  });

  it("needs the scope for each kind, and gives no client a scope beyond the caller's", async () => {
    const refusal = await send("apply", machine.replace("Robot", "Robby"), { by: token });
    expect([refusal.status, refusal.body.detail]).toEqual([
      403,
      "a configuration with clients needs the scope clients:read",
    ]);
    const own = "https://own.example";
    const greedy = machine.replace("machines", "own").replace("robot", "own").replace("shop:buy", "roles:write");
    const some = await api.tokenOf("settings:read", "settings:write", "clients:read", "clients:write");
    const refused = await send("apply", greedy, { by: some });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("the scope roles:write")]);
    const role = `managed_by: own\nresource_servers:\n  - {resource: "${own}", name: Own, scopes: [a]}\n`;
    const group = `${role}groups:\n  - name: Own\n`;
    expect((await send("apply", group, { by: some })).status).toBe(403);
    expect(await api.rows("SELECT FROM client WHERE id = 'own'")).toEqual([]);
  });

  it("fe.1: only an owner changes by a configuration whom a provider can sign in", async () => {
    const by = byOperatorAt(api.clock.now);
    const settings = { name: "Corp", issuer: "https://corp.example", clientId: "c", scopes: ["openid"], mfa: [] };
    const corp = {
      ...settings,
      alias: "corp",
      secret: "s",
      mode: "linked-only",
      domains: [],
      autoLink: false,
    } as const;
    await addIdentityProvider({ database: api.database, texts: api.deps.sealedTexts }, corp, by);
    const text = `managed_by: corp
providers:
  - alias: corp
    name: Corp
    issuer: https://corp.example
    client_id: c
    client_secret: {generate: true}
    scopes: [openid]
`;
    const trusting = `${text}    domains: [corp.example]\n    auto_link: true\n`;
    const refused = await send("apply", trusting, { by: full });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("is decided by owners")]);
    expect((await send("apply", text, { by: full })).status).toBe(200);
    const owner = await api.tokenOf(...ADMIN_SCOPES);
    expect((await send("apply", trusting, { by: owner })).status).toBe(200);

    const locked = { token: owner, headers: { "if-match": "*" } };
    const change = await api.call("/providers/corp", { ...locked, method: "PATCH", body: { name: "Mine" } });
    const removal = await api.call("/providers/corp", { ...locked, method: "DELETE" });
    const detail = "the provider is managed by the configuration corp";
    expect([change, removal].map(({ status, body }) => [status, body.detail])).toEqual([
      [409, detail],
      [409, detail],
    ]);
    expect((await api.call("/providers/corp", { token: owner })).body.managed_by).toBe("corp");
  });

  it("a webhook that a configuration declares is changed there, by a caller who may read the audit log", async () => {
    const text = `managed_by: hooks
webhooks:
  - name: Siem
    url: https://siem.example/in
`;
    expect((await send("apply", text)).body.detail).toBe("a change of webhooks needs the scope audit:read");
    const by = await api.tokenOf("settings:read", "settings:write", "audit:read");
    expect((await send("apply", text, { by })).body.secrets).toMatchObject([{ section: "webhooks", key: "Siem" }]);
    const inside = await send("plan", text.replace("siem.example", "10.0.0.1"), { by });
    expect(inside.body.errors[0].detail).toContain("line 4: webhooks[0].url: must be https, at port 443");

    const [hook] = (await api.call("/webhooks", { token: by })).body.items;
    expect(hook.managed_by).toBe("hooks");
    const call = { token: by, headers: { "if-match": "*" } };
    const change = await api.call(`/webhooks/${hook.id}`, { ...call, method: "PATCH", body: { enabled: false } });
    const removal = await api.call(`/webhooks/${hook.id}`, { ...call, method: "DELETE" });
    const rotated = await api.call(`/webhooks/${hook.id}/rotate-secret`, { ...call, method: "POST", body: {} });
    expect([change.status, removal.status, rotated.status]).toEqual([409, 409, 200]);
  });

  it("role-05: gives no role of this API beyond those of the caller", async () => {
    await addGroup(api.database, "Everybody", byOperatorAt(api.clock.now));
    const text = `managed_by: mine
groups:
  - name: Everybody
    roles:
      - resource: ${adminResource}
        name: owner
`;
    expect((await send("apply", text)).status).toBe(403);
    expect(await api.rows("SELECT FROM role_assignment WHERE group_id IS NOT NULL")).toEqual([]);
  });

  it("role-05: defines no role of this API, and gives none that it does not know", async () => {
    await addGroup(api.database, "Somebody", byOperatorAt(api.clock.now));
    const boss = `
      - resource: ${adminResource}
        name: boss
`;
    const roles = `roles:${boss}        scopes: [people:write]\n`;
    const groups = `groups:\n  - name: Somebody\n    roles:${boss}`;
    const defined = await send("apply", `managed_by: mine\n${roles}${groups}`);
    expect(defined.status).toBe(400);
    expect(defined.body.errors[0].detail).toContain("a file names and does not declare");
    expect((await send("apply", `managed_by: mine\n${groups}`)).status).toBeGreaterThanOrEqual(400);
    expect(await api.rows("SELECT FROM role WHERE name = 'boss'")).toEqual([]);
  });

  it("takes no role beyond theirs, either", async () => {
    await addGroup(api.database, "Owners", byOperatorAt(api.clock.now));
    const [group] = await api.rows("SELECT id FROM user_group WHERE name = 'Owners'");
    const owner = { resource: adminResource, name: "owner" };
    await assignRole(api.database, owner, { groupId: String(group?.id) }, byOperatorAt(api.clock.now));
    expect((await send("apply", "managed_by: mine\ngroups:\n  - name: Owners\n")).status).toBe(403);
  });
});
