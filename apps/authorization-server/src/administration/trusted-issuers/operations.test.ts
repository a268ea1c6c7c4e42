import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { publicJwk } from "../../../testing/clients/assertions.ts";
import { ADMIN_SCOPES } from "../api/scopes.ts";
import { type Api, startApi } from "../api/testing/api.ts";

let api: Api;
let token: string;
let audience: string;
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf(...ADMIN_SCOPES);
  [{ identifier: audience }] = (await api.rows("SELECT identifier FROM resource_server ORDER BY 1 LIMIT 1")) as [
    { identifier: string },
  ];
  await api.rows(
    `INSERT INTO identity_provider (id, alias, name, issuer, client_id, sealed_secret, key_encryption_key_id, scopes,
                                    mode, domains, auto_link, mfa, created_at)
     VALUES (gen_random_uuid(), 'corp', 'Corp', 'https://corp.example', 'us', '', 'k1', '{openid}', 'create', '{}',
             false, '{}', now())`,
  );
});
afterAll(() => api.close());
afterEach(() => api.rows("DELETE FROM trusted_issuer"));

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.call(path, { method, token, body, headers });
const rule = { client: "webClient", claims: { sub: "system:serviceaccount:shop:orders" }, scopes: ["read"] };
const pods = () => ({
  ...{ name: "Cluster", issuer: "https://kubernetes.default.svc.cluster.local", subject: "workload" },
  ...{ jwks: { keys: [publicJwk] }, workloads: [rule], resources: [audience], scopes: ["read", "write"] },
});
const people = () => ({
  ...{ name: "Corp", issuer: "https://corp.example", subject: "person", jwks_uri: "https://corp.example/jwks" },
  ...{ provider: "corp", clients: ["webClient"], resources: [audience], scopes: ["read"] },
});
const add = (body: object = {}) => send("POST", "/trusted-issuers", { ...pods(), ...body });

describe("jbg-r01: trusted issuers in the administration API", () => {
  it("one is added, listed and read, and the event has its settings", async () => {
    const { status, headers, body } = await add();
    expect([status, headers.get("location")]).toEqual([201, `/admin/api/v1/trusted-issuers/${body.id}`]);
    expect(body).toEqual({
      ...pods(),
      ...{ id: body.id, jwks_uri: null, signing_algs: ["RS256", "ES256"], audience: "issuer" },
      ...{ max_lifetime_seconds: 600, provider: null, clients: [], without_consent: false, enabled: true },
      ...{ created_at: api.clock.now.toISOString(), managed_by: null },
    });
    expect((await send("GET", "/trusted-issuers")).body.items).toEqual([body]);
    expect((await send("GET", `/trusted-issuers/${body.id}`)).body).toEqual(body);
    const told = "SELECT detail FROM audit_event WHERE type = 'trusted_issuer_added' ORDER BY id DESC LIMIT 1";
    const [event] = await api.rows(told);
    expect(event).toMatchObject({ detail: { trustedIssuer: body.id, jwks: ["platform-1"], workloads: [rule] } });
  });

  it("is changed as it was read, and removed; its issuer and its subject stay", async () => {
    const { body, headers } = await send("POST", "/trusted-issuers", people());
    const path = `/trusted-issuers/${body.id}`;
    const etag = headers.get("etag") ?? "";
    const changes = { without_consent: true, jwks: { keys: [publicJwk] }, enabled: false };
    const changed = await send("PATCH", path, changes, { "if-match": etag });
    // Keys that are given replace the address of keys.
    expect([changed.status, changed.body]).toMatchObject([200, { ...changes, jwks_uri: null, name: "Corp" }]);
    expect((await send("PATCH", path, { enabled: true }, { "if-match": etag })).status).toBe(412);
    expect((await send("PATCH", path, { enabled: true })).status).toBe(428);
    expect((await send("PATCH", path, { issuer: "https://x.example" }, { "if-match": "*" })).status).toBe(400);
    const back = await send("PATCH", path, { jwks_uri: "https://corp.example/jwks" }, { "if-match": "*" });
    expect(back.body).toMatchObject({ jwks: null, jwks_uri: "https://corp.example/jwks", enabled: false });
    expect((await send("DELETE", path, undefined, { "if-match": etag })).status).toBe(412);
    expect((await send("DELETE", path, undefined, { "if-match": "*" })).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
    const types = await api.rows("SELECT type FROM audit_event WHERE type LIKE 'trusted%' ORDER BY id DESC LIMIT 4");
    expect(types.map(({ type }) => type)).toEqual([
      ...["trusted_issuer_removed", "trusted_issuer_changed", "trusted_issuer_changed", "trusted_issuer_added"],
    ]);
  });

  it("a change to what is there already is none", async () => {
    const { body } = await add();
    const before = await api.rows("SELECT revision FROM trusted_issuer");
    const same = { workloads: body.workloads, jwks: body.jwks, enabled: true };
    expect((await send("PATCH", `/trusted-issuers/${body.id}`, same, { "if-match": "*" })).status).toBe(200);
    expect(await api.rows("SELECT revision FROM trusted_issuer")).toEqual(before);
  });

  it.each<[string, object, string]>([
    ["no keys", { jwks: null }, "#/jwks_uri"],
    ["keys and their address", { jwks_uri: "https://corp.example/jwks" }, "#/jwks_uri"],
    ["an address of keys that is not public", { jwks: null, jwks_uri: "https://10.0.0.1/jwks" }, "#/jwks_uri"],
    ["a private key", { jwks: { keys: [{ ...publicJwk, d: "AQAB" }] } }, "#/jwks/keys/0"],
    ["no rule", { workloads: [] }, "#/workloads"],
    ["a rule for a client that there is not", { workloads: [{ ...rule, client: "nobody" }] }, "#/workloads"],
    [
      "a rule with a star within a name",
      { workloads: [{ ...rule, claims: { sub: "a*" } }] },
      "#/workloads/0/claims/sub",
    ],
    ["clients of people", { clients: ["webClient"] }, "#/provider"],
    ["a resource server that there is not", { resources: ["https://no.example"] }, "#/resources"],
    ["no resource server", { resources: [] }, "#/resources"],
    ["no scope", { scopes: [] }, "#/scopes"],
    ["a longer life", { max_lifetime_seconds: 601 }, "#/max_lifetime_seconds"],
    ["a HMAC", { signing_algs: ["HS256"] }, "#/signing_algs/0"],
    ["an issuer with a space", { issuer: "https://a b" }, "#/issuer"],
    ["more members", { id: "x" }, "#/id"],
  ])("400 for %s", async (_, body, pointer) => {
    const answer = await add(body);
    expect([answer.status, answer.body.errors?.[0]?.pointer ?? "#"]).toEqual([400, pointer]);
  });

  it.each<[string, object, string]>([
    ["no provider", { provider: null }, "#/provider"],
    ["a provider that there is not", { provider: "nobody" }, "#/provider"],
    ["no client", { clients: [] }, "#/clients"],
    ["a client that there is not", { clients: ["nobody"] }, "#/clients"],
    ["rules of programs", { workloads: [rule] }, "#/workloads"],
  ])("400 for people with %s", async (_, body, pointer) => {
    const answer = await send("POST", "/trusted-issuers", { ...people(), ...body });
    expect([answer.status, answer.body.errors?.[0]?.pointer ?? "#"]).toEqual([400, pointer]);
  });

  it("there is one of a name, and one of an iss", async () => {
    await add();
    expect((await add({ issuer: "https://other.example" })).status).toBe(409);
    expect((await add({ name: "Other" })).status).toBe(409);
    expect((await add({ name: "Other", issuer: "https://other.example" })).status).toBe(201);
  });

  it("role-01, role-04: only owners decide on trusted issuers", async () => {
    const { body } = await add();
    const weaker = await api.tokenOf(...ADMIN_SCOPES.filter((scope) => scope !== "roles:write"));
    const path = `/trusted-issuers/${body.id}`;
    for (const [method, at, sent] of [
      ["POST", "/trusted-issuers", people()],
      ["PATCH", path, { enabled: false }],
      ["DELETE", path, undefined],
    ] as const) {
      const { status } = await api.call(at, { method, token: weaker, body: sent, headers: { "if-match": "*" } });
      expect([method, at, status]).toEqual([method, at, 403]);
    }
    expect((await send("GET", path)).body.enabled).toBe(true);
  });
});
