import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Behaviour, type Provider, startProvider } from "../../../testing/servers/provider.ts";
import { testCa } from "../../platform/outbound/testing/listener.ts";
import { ADMIN_SCOPES } from "../api/scopes.ts";
import { type Api, adminResource, startApi } from "../api/testing/api.ts";
import { addOrganization } from "../organizations/organizations.ts";
import { connectIdentity } from "../people/federated-identities.ts";
import { assignRole } from "../roles/roles.ts";

let api: Api;
let upstream: Provider;
/** A program that may do everything, as an owner. */
let owner: string;
/** One that may change settings, and is no owner. */
let settings: string;
beforeAll(async () => {
  upstream = await startProvider("countersign");
  const hosts = `localhost:${upstream.listener.port}`;
  api = await startApi({ OUTBOUND_ALLOWED_HOSTS: hosts, OUTBOUND_CA: testCa });
  owner = await api.tokenOf(...ADMIN_SCOPES);
  settings = await api.tokenOf("settings:read", "settings:write");
});
afterAll(async () => {
  await api.close();
  await upstream.close();
});
beforeEach(() => api.rows("DELETE FROM identity_provider"));

const corp = { alias: "corp", name: "Corp", issuer: "https://login.corp.example", client_id: "us", secret: "s3cr3t" };
const add = (body: object = corp, token = owner) => api.call("/providers", { method: "POST", token, body });
const change = (body: object, { ifMatch = "*", token = owner } = {}) =>
  api.call("/providers/corp", { method: "PATCH", token, body, headers: { "if-match": ifMatch } });
const shown = async () => (await api.call("/providers/corp", { token: owner })).body;
const events = () =>
  api.rows("SELECT detail FROM audit_event WHERE type = 'identity_provider_changed' ORDER BY id DESC LIMIT 1");

describe("ad.4, fe.1: providers", () => {
  it("are added, read, changed and removed, and no answer has the secret", async () => {
    const made = await add();
    expect([made.status, made.headers.get("location")]).toEqual([201, "/admin/api/v1/providers/corp"]);
    expect(made.body).toMatchObject({
      redirect_uri: "https://auth.example/federation/corp/callback",
      scopes: ["openid", "email", "profile"],
      mode: "linked-only",
      enabled: true,
    });
    const changes = { mode: "create", domains: ["Corp.Example"], auto_link: true, enabled: false };
    const changed = await change(changes, { ifMatch: made.headers.get("etag") ?? "" });
    expect(changed.body).toEqual({ ...made.body, ...changes, domains: ["corp.example"] });
    const listed = await api.call("/providers", { token: settings });
    expect(listed.body.items).toEqual([changed.body]);
    expect(JSON.stringify([made.body, changed.body, listed.body])).not.toContain("s3cr3t");
    expect((await add()).status).toBe(409);
    expect((await api.call("/providers/corp", { method: "DELETE", token: owner })).status).toBe(204);
    expect((await api.call("/providers/corp", { token: settings })).status).toBe(404);
  });

  it.each([
    ["an issuer in plain http", { issuer: "http://login.corp.example" }, "#/issuer"],
    ["automatic connection without domains", { auto_link: true }, "#/domains"],
    ["no openid among the scopes", { scopes: ["email"] }, "#/scopes"],
    ["an unknown member", { owner: true }, "#/owner"],
    ["a mapping to a verified address", { claims: ["email_verified=verified"] }, "#/claims/0"],
    ["a mapping to a username", { claims: ["preferred_username=login"] }, "#/claims/0"],
    ["two mappings to one claim", { claims: ["name=a", "name=b"] }, "#/claims"],
  ])("cannot have %s", async (_, body, pointer) => {
    const refused = await add({ ...corp, ...body });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
    await add();
    expect((await change(body)).status).toBe(400);
  });

  it("og.2: of an organization have its domains, for good", async () => {
    const organization =
      (await addOrganization(api.database, { slug: "acme", name: "Acme" }, byOperatorAt(api.clock.now))) ?? "";
    const unknown = await add({ ...corp, organization: "00000000-0000-4000-8000-000000000009" });
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, "#/organization"]);
    const listed = await add({ ...corp, organization, domains: ["acme.example"] });
    expect([listed.status, listed.body.errors[0].pointer]).toEqual([400, "#/domains"]);
    const made = await add({ ...corp, organization, auto_link: true, enforced: true });
    expect([made.status, made.body.organization, made.body.domains]).toEqual([201, organization, []]);
    expect((await change({ domains: ["acme.example"] })).body.errors[0].pointer).toBe("#/domains");
    expect((await change({ organization: null })).status).toBe(400);
    expect((await change({ mode: "create" })).body).toMatchObject({ mode: "create", organization });
    await api.rows("DELETE FROM organization");
    expect((await api.call("/providers/corp", { token: owner })).status).toBe(404);
  });

  it("fe.6: of a preset are where it says, and it cannot be changed", async () => {
    const { issuer: _, ...hub } = corp;
    const made = await add({ ...hub, preset: "github" });
    expect(made.body).toMatchObject({ issuer: "https://github.com", scopes: ["read:user", "user:email"] });
    expect((await change({ preset: null })).status).toBe(400);
    for (const [member, value] of [
      ["mfa", ["mfa"]],
      ["phr", ["phr"]],
      ["rp_initiated_logout", true],
    ] as const) {
      const refused = await change({ [member]: value });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, `#/${member}`]);
    }
    expect((await add({ ...hub, alias: "other" })).body.errors[0].pointer).toBe("#/issuer");
  });

  it("a change of the issuer needs another secret: that of before would be sent to the new one", async () => {
    await add();
    const issuer = "https://other.example";
    const refused = await change({ issuer, name: "Other" });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, "#/secret"]);
    expect(await shown()).toMatchObject({ name: "Corp", issuer: corp.issuer });
    expect((await change({ issuer, secret: "another" })).body).toMatchObject({ issuer });
  });

  it("fe.1: take our signing keys instead of a secret; then another issuer needs none", async () => {
    const made = await add({ ...corp, secret: null });
    expect(made.body).toMatchObject({ token_endpoint_auth_method: "private_key_jwt" });
    expect((await change({ issuer: "https://other.example" })).status).toBe(200);
    expect((await change({ secret: "s3cr3t" })).body).toMatchObject({ token_endpoint_auth_method: "client_secret" });
    await change({ secret: null });
    expect(await events()).toEqual([{ detail: { alias: "corp", secret: "removed", before: {} } }]);
    expect(await api.rows("SELECT sealed_secret FROM identity_provider")).toEqual([{ sealed_secret: null }]);
    const refused = await add({ ...corp, alias: "hub", preset: "github", secret: null });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, "#/secret"]);
  });

  it("settings and state are one change, of which the audit log has what differs", async () => {
    await add();
    await change({ name: "Corp", mode: "create", enabled: false });
    expect(await events()).toEqual([
      { detail: { alias: "corp", mode: "create", enabled: false, before: { mode: "linked-only" } } },
    ]);
    const [before] = await api.rows("SELECT count(*) FROM audit_event");
    await change({ name: "Corp", enabled: false });
    expect(await api.rows("SELECT count(*) FROM audit_event")).toEqual([before]);
    await change({ secret: "another-secret" });
    expect(await events()).toEqual([{ detail: { alias: "corp", secret: "changed", before: {} } }]);
  });

  it("api-06: of changes at the same time that read the same, one is made", async () => {
    const ifMatch = (await add()).headers.get("etag") ?? "";
    const names = Array.from({ length: 8 }, (_, index) => `Corp ${index}`);
    const sent = await Promise.all(names.map((name) => change({ name }, { ifMatch })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    expect((await change({ name: "x" }, { ifMatch })).status).toBe(412);
  });
});

describe("role-01: a provider can sign in as an owner, so owners decide whom it can sign in", () => {
  it("adding one is refused to others", async () => {
    expect((await add(corp, settings)).status).toBe(403);
    expect(await api.rows("SELECT FROM identity_provider")).toEqual([]);
  });

  it.each([
    [{ issuer: "https://evil.example", secret: "mine" }],
    [{ client_id: "mine" }],
    [{ domains: ["example.org"] }],
    [{ domains: ["example.org"], auto_link: true }],
    [{ mfa: ["mfa"] }],
    [{ phr: ["phr"] }],
    [{ domains: ["example.org"], enforced: true }],
    [{ enabled: true }],
  ])("changing %j is refused to others", async (body) => {
    await add({ ...corp, enabled: false });
    const before = await shown();
    expect((await change(body, { token: settings })).status).toBe(403);
    expect(await shown()).toEqual(before);
    expect((await change(body)).status).toBe(200);
  });

  it("removing one is refused to others: passwords would work again where it was enforced", async () => {
    await add();
    expect(
      (await api.call("/providers/corp", { method: "DELETE", token: settings, headers: { "if-match": "*" } })).status,
    ).toBe(403);
    expect(await shown()).toMatchObject({ alias: "corp" });
  });

  it("a caller who may change settings changes the members that do not decide that", async () => {
    await add();
    const body = { ...corp, alias: undefined, name: "Corp Inc.", mode: "invited", domains: [], mfa: [], enabled: true };
    const changed = await change({ ...body, rp_initiated_logout: true }, { token: settings });
    expect(changed.body).toMatchObject({ name: "Corp Inc.", mode: "invited", rp_initiated_logout: true });
  });
});

describe("ad.4: a provider is tried before people do", () => {
  const tried = async (behaviour: Behaviour) => {
    upstream.behave(behaviour);
    await add({ ...corp, issuer: upstream.issuer });
    return (await api.call("/providers/corp/test", { method: "POST", token: settings })).body;
  };

  it("works", async () => {
    expect(await tried({})).toEqual({ works: true, problems: [] });
    await add({ ...corp, alias: "hub", issuer: upstream.issuer, preset: "github" });
    const { body } = await api.call("/providers/hub/test", { method: "POST", token: settings });
    expect(body).toEqual({ works: true, problems: [] });
  });

  it.each<[string, Record<string, unknown>]>([
    ["other_issuer", { issuer: "https://other.example" }],
    ["no_code_flow", { response_types_supported: ["id_token"] }],
    ["no_endpoint", { token_endpoint: "https://10.0.0.1/token" }],
    ["no_pkce", { code_challenge_methods_supported: ["plain"] }],
    ["no_client_authentication", { token_endpoint_auth_methods_supported: ["tls_client_auth"] }],
    ["no_keys", { jwks_uri: "https://10.0.0.1/jwks" }],
    ["no_keys", { jwks_uri: { toString: 1 } }],
  ])("%s", async (problem, metadata) => {
    expect(await tried({ metadata })).toEqual({ works: false, problems: [problem] });
  });

  it.each([{ keys: [null] }, { keys: [1, "a", []] }, { keys: { some: 1 } }])("no_keys: %j", async (jwks) => {
    expect(await tried({ jwks })).toEqual({ works: false, problems: ["no_keys"] });
  });

  it.each([
    ["https://10.0.0.1", "no_answer"],
    ["/elsewhere", "no_metadata"],
  ])("link-08: at %s: %s", async (issuer, problem) => {
    await add({ ...corp, issuer: new URL(issuer, upstream.issuer).href });
    const { body } = await api.call("/providers/corp/test", { method: "POST", token: settings });
    expect(body).toEqual({ works: false, problems: [problem] });
  });
});

describe("ad.4: the connections of a person", () => {
  const path = () => `/people/${api.mallory}/connections`;
  const list = async () => (await api.call(path(), { token: owner })).body.items;

  beforeEach(async () => {
    await add();
    const [provider] = await api.rows("SELECT id FROM identity_provider");
    const identity = { providerId: String(provider?.id), issuer: corp.issuer, subject: "mal" };
    const connected = { userId: api.mallory, identity, browser: "" };
    await connectIdentity(api.deps, connected, byOperatorAt(api.clock.now));
  });

  it("are listed and removed", async () => {
    const [one] = await list();
    expect(one).toMatchObject({ provider: "corp", provider_name: "Corp", subject: "mal" });
    const remove = (id: string) => api.call(`${path()}/${id}`, { method: "DELETE", token: owner });
    expect((await remove("x")).status).toBe(404);
    expect([(await remove(one.id)).status, (await remove(one.id)).status]).toEqual([204, 404]);
    expect(await list()).toEqual([]);
  });

  it("role-03: of a person who may do more stay, and the last way in stays", async () => {
    const people = await api.tokenOf("people:read", "people:write");
    const [{ id }] = await list();
    const remove = (token: string) => api.call(`${path()}/${id}`, { method: "DELETE", token });
    const role = { resource: adminResource, name: "owner" };
    await assignRole(api.database, role, { userId: api.mallory }, byOperatorAt(api.clock.now));
    expect((await remove(people)).status).toBe(403);
    await api.rows("DELETE FROM role_assignment");
    const [{ password_hash: hash }] = (await api.rows("SELECT password_hash FROM end_user WHERE id = $1", [
      api.mallory,
    ])) as [{ password_hash: string }];
    await api.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1", [api.mallory]);
    expect((await remove(people)).status).toBe(409);
    await api.rows("UPDATE end_user SET password_hash = $2 WHERE id = $1", [api.mallory, hash]);
  });
});

describe("ad.4: terms", () => {
  const terms = { name: "Terms of use", version: "2030-01", urls: { en: "https://rp.example/terms" } };
  const send = (body: object) => api.call("/terms", { method: "POST", token: settings, body });

  it("are added in versions, and listed", async () => {
    const made = await send(terms);
    expect([made.status, made.body]).toMatchObject([201, terms]);
    expect((await send(terms)).status).toBe(409);
    await send({ ...terms, version: "2031-01", required_from: "2031-01-01T00:00:00+01:00" });
    const { items } = (await api.call("/terms", { token: settings })).body;
    expect(items.map(({ version, required_from }: Record<string, string>) => [version, required_from])).toEqual([
      ["2031-01", "2030-12-31T23:00:00.000Z"],
      ["2030-01", made.body.required_from],
    ]);
  });

  it.each([
    ["no text", { urls: {} }],
    ["a text in plain http", { urls: { en: "http://rp.example" } }],
    ["a script as a text", { urls: { en: "javascript:alert(1)" } }],
    ["a language that is none", { urls: { "not a tag": "https://rp.example" } }],
    ["a name that cannot be seen", { name: "\u202e" }],
  ])("cannot have %s", async (_, body) => {
    expect((await send({ ...terms, version: "x", ...body })).status).toBe(400);
  });
});
