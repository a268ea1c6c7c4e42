import { clientMetadata, hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { openBrowser } from "../../../../testing/browser.ts";
import { redirectUriOf } from "../../../../testing/clients/clients.ts";
import { registered } from "../../../../testing/clients/registration.ts";
import { basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { issuer } from "../../../../testing/world.ts";
import { assertNotConsole } from "../../api/rank.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, startApi } from "../../api/testing/api.ts";
import { addClient } from "../clients.ts";

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("clients:read", "clients:write");
});
afterAll(() => api.close());

const metadata = { client_name: "Shop", redirect_uris: ["https://shop.example/cb"] };
const add = (body: object, headers = {}) => api.call("/clients", { method: "POST", token, body, headers });

describe("ad.4: clients", () => {
  it("are registered, listed, read, disabled and enabled", async () => {
    const added = await add(metadata);
    expect([added.status, added.body]).toMatchObject([201, { ...metadata, status: "enabled" }]);
    expect(added.body.client_secret).toMatch(/^[\w-]{43}$/);
    const path = `/clients/${added.body.client_id}`;
    expect(added.headers.get("location")).toBe(`/admin/api/v1${path}`);

    const { client_secret: _, ...kept } = added.body;
    expect((await api.call(path, { token })).body).toEqual(kept);
    const listed = await api.call("/clients?q=sHo", { token });
    expect(listed.body.items).toEqual([expect.objectContaining({ client_name: "Shop", has_logo: false })]);
    const logo = [added.body.client_id, "image/png", Buffer.from("a picture")];
    await api.rows("INSERT INTO client_logo (client_id, media_type, image) VALUES ($1, $2, $3)", logo);
    expect((await api.call("/clients?q=sHo", { token })).body.items[0].has_logo).toBe(true);
    expect((await api.call(`${path}/disable`, { method: "POST", token })).body.status).toBe("disabled");
    expect((await api.call(`${path}/enable`, { method: "POST", token })).body.status).toBe("enabled");
    const rotated = await api.call(`${path}/rotate-secret`, { method: "POST", token, body: {} });
    expect(rotated.body.client_secret).not.toBe(added.body.client_secret);
  });

  it.each([
    ["", 'SELECT id FROM client ORDER BY lower(name) COLLATE "C", id'],
    ["&sort=client_name", 'SELECT id FROM client ORDER BY lower(name) COLLATE "C", id'],
    ["&sort=-created_at", "SELECT id FROM client ORDER BY created_at DESC, id DESC"],
  ])("are listed page by page, in the order that is asked for: %s", async (sort, order) => {
    await api.rows("UPDATE client SET created_at = created_at - length(name) * interval '1 microsecond'");
    const names: string[] = [];
    let cursor = "";
    do {
      const { body } = await api.call(`/clients?limit=7${sort}${cursor}`, { token });
      names.push(...body.items.map(({ client_id }: { client_id: string }) => client_id));
      cursor = body.next_cursor === undefined ? "" : `&cursor=${body.next_cursor}`;
    } while (cursor !== "");
    expect(names).toEqual((await api.rows(order)).map(({ id }) => id));
  });

  it("api-08: a repeated request gets no secret", async () => {
    const first = await add(metadata, { "idempotency-key": "c1" });
    const again = await add(metadata, { "idempotency-key": "c1" });
    expect([again.status, again.body.client_id]).toEqual([201, first.body.client_id]);
    expect(again.body).not.toHaveProperty("client_secret");
    expect(
      await api.rows("SELECT FROM idempotency_key WHERE reply::text LIKE $1", [`%${first.body.client_secret}%`]),
    ).toEqual([]);
  });

  it("400 names the members that are wrong", async () => {
    const answer = await add({ client_name: "Bad", redirect_uris: ["https://ok.example/cb", "http://no.example/cb"] });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, "#/redirect_uris/1"]);
    expect((await add({ ...metadata, unknown: 1 })).status).toBe(400);
  });

  it("404 for an unknown client, 409 for the secret of a public one", async () => {
    expect((await api.call("/clients/nothing", { token })).status).toBe(404);
    expect((await api.call("/clients/publicClient/rotate-secret", { method: "POST", token, body: {} })).status).toBe(
      409,
    );
  });
});

describe("RFC 7396: a client is changed", () => {
  const patch = (id: string, body: object, match = "*", by = token) =>
    api.call(`/clients/${id}`, { method: "PATCH", token: by, body, headers: { "if-match": match } });

  it("member by member; null removes one, and the rest stays", async () => {
    const { body: before } = await add({ ...metadata, client_uri: "https://shop.example/about", default_max_age: 60 });
    const read = await api.call(`/clients/${before.client_id}`, { token });
    const etag = read.headers.get("etag") ?? "";
    const { status, body } = await patch(before.client_id, { client_name: "Store", client_uri: null }, etag);
    expect([status, body]).toEqual([200, { ...read.body, client_name: "Store", client_uri: undefined }]);
    expect((await patch(before.client_id, { client_name: "Other" }, etag)).status).toBe(412);
    const rows = await api.rows("SELECT type, actor, detail FROM audit_event WHERE client_id = $1 ORDER BY id DESC", [
      before.client_id,
    ]);
    expect(rows[0]).toMatchObject({ type: "client_updated", actor: "client" });
    expect(JSON.stringify(rows[0]?.detail)).toContain("client_uri");
  });

  it("RFC 7591 §2.2: a name in another language by its tag; null removes that one only", async () => {
    const { body: made } = await add(metadata);
    const named = await patch(made.client_id, { "client_name#de": "Laden", "client_name#fr": "Boutique" });
    expect([named.status, named.body]).toMatchObject([200, { client_name: "Shop", "client_name#de": "Laden" }]);
    const { body } = await patch(made.client_id, { "client_name#de": null, "policy_uri#es": null });
    expect(body).toMatchObject({ client_name: "Shop", "client_name#fr": "Boutique" });
    expect(body).not.toHaveProperty("client_name#de");
    const refused = await patch(made.client_id, { "policy_uri#fr": "ftp://shop.example" });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, "#/localized/policy_uri/fr"]);
  });

  it("each client of an operator can be changed by nothing, and stays the same", async () => {
    const ids = await api.rows("SELECT id FROM client WHERE profile <> 'x' AND scopes && '{openid,email}'");
    for (const { id } of ids) {
      const before = await api.call(`/clients/${id}`, { token });
      const after = await patch(String(id), {}, before.headers.get("etag") ?? "");
      expect([id, after.status, after.body]).toEqual([id, 200, before.body]);
    }
  });

  it("ends what people agreed to if its redirect URIs go elsewhere", async () => {
    const code = await codeFor(openBrowser(api.origin), "offlineClient");
    const sent = { redirect_uri: redirectUriOf("offlineClient") };
    await redeem(api.origin, code, sent, basic("offlineClient"));
    expect((await patch("offlineClient", { redirect_uris: ["https://elsewhere.example/cb"] })).status).toBe(200);
    expect(await api.rows("SELECT FROM consent WHERE client_id = 'offlineClient'")).toEqual([]);
    const open = `SELECT FROM "authorization" WHERE client_id = 'offlineClient' AND revoked_at IS NULL`;
    expect(await api.rows(open)).toEqual([]);
  });

  it.each([
    ["a member that is unknown", { unknown: 1 }, 400],
    ["a redirect URI that is not allowed", { redirect_uris: ["http://no.example/cb"] }, 400],
    ["another secret", { token_endpoint_auth_method: "none" }, 409],
    ["a scope of the API that the caller has not", { scope: "openid people:write" }, 403],
    ["another id", { client_id: "other" }, 400],
  ])("not by %s", async (_, body, status) => {
    expect((await patch("webClient", body)).status).toBe(status);
  });

  it("not if it manages its own registration", async () => {
    const own = await registered(api);
    expect((await patch(own.client_id, { client_name: "Mine" })).status).toBe(409);
  });
});

describe("ad.7: a client is deleted", () => {
  const remove = (id: string, match = "*") =>
    api.call(`/clients/${encodeURIComponent(id)}`, { method: "DELETE", token, headers: { "if-match": match } });

  it("with what was issued to it and agreed to with it, and only as it was read", async () => {
    const code = await codeFor(openBrowser(api.origin), "webClient");
    const sent = { redirect_uri: redirectUriOf("webClient") };
    await redeem(api.origin, code, sent, basic("webClient"));
    const read = await api.call("/clients/webClient", { token });
    expect((await remove("webClient", '"another"')).status).toBe(412);
    expect((await remove("webClient", read.headers.get("etag") ?? "")).status).toBe(204);

    expect((await api.call("/clients/webClient", { token })).status).toBe(404);
    expect(await api.rows("SELECT FROM consent WHERE client_id = 'webClient'")).toEqual([]);
    expect(await api.rows(`SELECT FROM "authorization" WHERE client_id = 'webClient'`)).toEqual([]);
    const events = await api.rows(
      "SELECT type FROM audit_event WHERE client_id = 'webClient' ORDER BY id DESC LIMIT 2",
    );
    expect(events.map(({ type }) => type)).toEqual(["client_deleted", "client_disabled"]);
    expect((await remove("webClient")).status).toBe(404);
  });

  it("not without If-Match, nor one that may do more than the caller", async () => {
    const { body } = await add(metadata);
    expect((await api.call(`/clients/${body.client_id}`, { method: "DELETE", token })).status).toBe(428);
    const stronger = await api.programOf("clients:write", "people:write");
    expect((await remove(stronger.id)).status).toBe(403);
  });

  it("cimd-01: not one that is its document, because its next request would bring it back", async () => {
    const url = "https://app.example/client.json";
    const copy = `INSERT INTO client SELECT (jsonb_populate_record(c, $1)).* FROM client c WHERE id = 'publicClient'`;
    await api.rows(copy, [{ id: url }]);
    expect([(await remove(url)).status, (await api.rows("SELECT FROM client WHERE id = $1", [url])).length]).toEqual([
      409, 1,
    ]);
  });
});

describe("og.6: a program gives no one more than it has", () => {
  const machine = { client_name: "Machine", grant_types: ["client_credentials"] };

  it("no client with a scope of the API that the caller has not", async () => {
    const beyond = await add({ ...machine, scope: "clients:read people:write" });
    expect([beyond.status, beyond.body.type]).toEqual([403, "urn:countersign:problem:forbidden"]);
    expect((await add({ ...machine, scope: "clients:read" })).status).toBe(201);
  });

  it.each(["rotate-secret", "end-previous-secret", "disable", "enable"])(
    "no %s of a client that may do more",
    async (act) => {
      const stronger = await api.programOf("clients:write", "people:write");
      const body = act === "rotate-secret" ? { body: {} } : {};
      const answer = await api.call(`/clients/${stronger.id}/${act}`, { method: "POST", token, ...body });
      expect(answer.status).toBe(403);
    },
  );
});

describe("ad.14: the client of the console", () => {
  const path = "/clients/admin-console";
  const acts = [
    ["PATCH", "", { client_name: "Mine" }],
    ["POST", "/disable", undefined],
    ["POST", "/rotate-secret", {}],
    ["POST", "/end-previous-secret", undefined],
    ["DELETE", "", undefined],
  ] as const;

  it("is not changed or disabled, even by a caller who may do everything", async () => {
    const metadata = { client_name: "Console", redirect_uris: ["https://console.example/callback"] };
    const valid = clientMetadata({ issuer }).parse(metadata);
    const made = { id: "admin-console", metadata: valid, logo: undefined, secretHash: undefined };
    await addClient(api.database, { ...made, secretHash: hashSecret("of the console") }, byOperatorAt(api.clock.now));
    const all = await api.tokenOf(...ADMIN_SCOPES);
    const before = await api.call(path, { token: all });
    for (const [method, act, body] of acts) {
      const answer = await api.call(`${path}${act}`, { method, token: all, body, headers: { "if-match": "*" } });
      expect([act, answer.status, answer.body.detail]).toEqual([act, 409, expect.stringContaining("console")]);
    }
    expect((await api.call(path, { token: all })).body).toEqual(before.body);
  });

  it("is also the one under another id that a person uses, and no other", () => {
    const scopes: readonly string[] = [];
    const person = {
      actor: { kind: "administrator", userId: "p" },
      id: "person p",
      clientId: "other",
      scopes,
    } as const;
    expect(() => assertNotConsole("other", person)).toThrow();
    expect(() => assertNotConsole("shop", person)).not.toThrow();
    const program = { ...person, actor: { kind: "client", clientId: "other" } } as const;
    expect(() => assertNotConsole("other", program)).not.toThrow();
  });
});

describe("field.md I6: why a client was refused", () => {
  it("is listed with what to set, and only for those who may read clients", async () => {
    const { body: added } = await add({ ...metadata, client_name: "Refused" });
    const body = new URLSearchParams({ grant_type: "client_credentials" });
    const send = (id: string, secret: string) =>
      fetch(`${api.origin}/token`, { method: "POST", headers: basic(id, secret), body });
    await send(added.client_id, added.client_secret);
    await send(added.client_id, added.client_secret);
    await api.deps.refusedRequests.flush();

    const path = `/clients/${added.client_id}/refusals`;
    expect((await api.call(path, { token })).body).toEqual({
      items: [
        {
          endpoint: "token",
          error: "unauthorized_client",
          error_description: "client may not use this grant_type",
          detail: "client_credentials",
          remedy: "add the grant type to grant_types of the client",
          parameter_names: ["grant_type"],
          parameters: { grant_type: "client_credentials" },
          times: 2,
          first_at: "2030-01-01T12:00:00.000Z",
          last_at: "2030-01-01T12:00:00.000Z",
        },
      ],
    });
    expect((await api.call(path, { token: await api.tokenOf("people:read") })).status).toBe(403);
    expect((await api.call("/clients/nobody/refusals", { token })).status).toBe(404);
    expect((await api.call("/clients/publicClient/refusals", { token })).body).toEqual({ items: [] });
  });
});

describe("4.5: the list of clients is filtered by what they are", () => {
  it("by their kind and state, and counted so", async () => {
    const token = await api.tokenOf("clients:read", "clients:write");
    const uri = { redirect_uris: ["https://kinds.example/cb"] };
    const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
    const kinds = {
      web: uri,
      browser: { ...uri, token_endpoint_auth_method: "none" },
      native: { ...uri, token_endpoint_auth_method: "none", application_type: "native" },
      device: { grant_types: [DEVICE], token_endpoint_auth_method: "none" },
      machine: { grant_types: ["client_credentials"] },
    };
    for (const [kind, members] of Object.entries(kinds)) {
      const body = { client_name: `Kinds ${kind}`, ...members };
      expect((await api.call("/clients", { method: "POST", token, body })).status).toBe(201);
    }
    await api.rows("UPDATE client SET disabled_at = now() WHERE name = 'Kinds native'");
    const found = async (query: string) => {
      const { body } = await api.call(`/clients?q=kinds&with_total=yes&${query}`, { token });
      expect(body.total.count).toBe(body.items.length);
      return body.items.map(({ client_name }: { client_name: string }) => client_name.slice("Kinds ".length));
    };
    for (const kind of Object.keys(kinds)) expect(await found(`kind=${kind}`)).toEqual([kind]);
    expect(await found("status=disabled")).toEqual(["native"]);
    expect(await found("status=enabled&kind=native")).toEqual([]);
    expect(await found("")).toHaveLength(5);
    expect((await api.call("/clients?kind=other", { token })).status).toBe(400);
  });
});
