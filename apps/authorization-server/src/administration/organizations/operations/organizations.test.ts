import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { findRoleNamed } from "../../roles/store.ts";

let api: Api;
let token: string;
let texts: Record<string, string[]>;
beforeAll(async () => {
  const settings = { SIGN_UP: "invited", MAIL_URL: "smtp://127.0.0.1:2525" };
  api = await startApi(settings, { txtRecords: async (name) => texts[name] ?? [] });
});
afterAll(() => api.close());
beforeEach(async () => {
  texts = {};
  api.pass(3600); // The limits of mails begin again.
  token = await api.tokenOf("organizations:read", "organizations:write");
  await api.rows("DELETE FROM organization");
});

const send = (method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
  api.call(path, { method, token, body, headers });
const status = async (method: string, path: string, body?: object) =>
  (await send(method, path, body, { "if-match": "*" })).status;
const items = async (path: string) => (await send("GET", path)).body.items;
const add = async (slug: string) => (await send("POST", "/organizations", { slug, name: slug.toUpperCase() })).body;
const roleId = async (name: string) => (await findRoleNamed(api.database, { resource: adminResource, name }))?.id ?? "";
const unknownPersonId = "00000000-0000-4000-8000-000000000009";

describe("og.2: organizations", () => {
  it("are added, listed in pages, renamed, disabled and deleted", async () => {
    const { status: made, body, headers } = await send("POST", "/organizations", { slug: "acme", name: " Acme " });
    expect([made, headers.get("location")]).toEqual([201, `/admin/api/v1/organizations/${body.id}`]);
    expect(body).toMatchObject({ slug: "acme", name: "Acme", members: 0, disabled_at: null });
    expect(await status("POST", "/organizations", { slug: "acme", name: "Other" })).toBe(409);
    await add("beta");
    const { body: first } = await send("GET", "/organizations?limit=1");
    expect(first.items).toEqual([body]);
    expect((await items(`/organizations?cursor=${first.next_cursor}`))[0].slug).toBe("beta");

    const path = `/organizations/${body.id}`;
    const tag = (await send("GET", path)).headers.get("etag") ?? "";
    expect((await send("PATCH", path, { name: "Acme Inc." }, { "if-match": tag })).body.name).toBe("Acme Inc.");
    expect((await send("PATCH", path, { name: "Late" }, { "if-match": tag })).status).toBe(412);
    expect((await send("PATCH", path, { name: "Late" })).status).toBe(428);
    expect((await send("POST", `${path}/disable`)).body.disabled_at).not.toBeNull();
    expect((await send("POST", `${path}/enable`)).body.disabled_at).toBeNull();
    expect(await status("DELETE", path)).toBe(204);
    expect(await status("GET", path)).toBe(404);
  });

  it.each([
    [{ slug: "Acme", name: "A" }],
    [{ slug: "1acme", name: "A" }],
    [{ slug: "a".repeat(41), name: "A" }],
    [{ slug: "acme", name: " " }],
    [{ slug: "acme", name: "A", id: unknownPersonId }],
    [{ slug: "acme" }],
  ])("400 for %o", async (body) => {
    expect(await status("POST", "/organizations", body)).toBe(400);
  });

  it("an owner by hand deletes every row of one, and people keep their accounts", async () => {
    const { id } = await add("acme");
    await status("PUT", `/organizations/${id}/members/${api.alice}`);
    await status("PUT", `/organizations/${id}/members/${api.alice}/roles/${await roleId("organizations")}`);
    await send("POST", `/organizations/${id}/domains`, { domain: "acme.example" });
    await send("POST", `/organizations/${id}/invitations`, { email: "iris@example.org" });
    expect(await status("DELETE", `/organizations/${id}`)).toBe(204);
    for (const table of ["member", "role", "domain", "invitation"]) {
      expect(await api.rows(`SELECT FROM organization_${table}`)).toEqual([]);
    }
    expect(await api.rows("SELECT FROM invitation")).toEqual([]);
    expect(await api.rows("SELECT FROM end_user WHERE id = $1", [api.alice])).toHaveLength(1);
  });
});

describe("og.2: members and their roles", () => {
  it("join, get roles, and lose them when they leave", async () => {
    const path = `/organizations/${(await add("acme")).id}`;
    const role = await roleId("organizations");
    const held = `${path}/members/${api.alice}/roles`;
    expect(await status("PUT", `${held}/${role}`)).toBe(404);
    expect(await status("PUT", `${path}/members/${unknownPersonId}`)).toBe(404);
    for (let count = 0; count < 2; count++) expect(await status("PUT", `${path}/members/${api.alice}`)).toBe(204);
    expect(await items(`${path}/members`)).toEqual([{ id: api.alice, username: "alice" }]);
    expect((await items(`${path}/roles`)).map(({ name }: { name: string }) => name)).toEqual(["organizations"]);
    for (let count = 0; count < 2; count++) expect(await status("PUT", `${held}/${role}`)).toBe(204);
    expect(await items(held)).toMatchObject([{ name: "organizations" }]);
    expect(await status("DELETE", `${held}/${role}`)).toBe(204);
    expect(await status("DELETE", `${held}/${role}`)).toBe(404);
    await status("PUT", `${held}/${role}`);
    expect(await status("DELETE", `${path}/members/${api.alice}`)).toBe(204);
    expect(await status("DELETE", `${path}/members/${api.alice}`)).toBe(404);
    await status("PUT", `${path}/members/${api.alice}`);
    expect(await items(held)).toEqual([]);
  });

  it("get no role that is not for organizations, and none beyond the caller's", async () => {
    const path = `/organizations/${(await add("acme")).id}/members/${api.alice}`;
    await status("PUT", path);
    expect(await status("PUT", `${path}/roles/${await roleId("owner")}`)).toBe(404);
    await api.rows("UPDATE role SET in_organizations = true WHERE name = 'owner'");
    expect(await status("PUT", `${path}/roles/${await roleId("owner")}`)).toBe(403);
    await api.rows("UPDATE role SET in_organizations = false WHERE name = 'owner'");
    expect(await items(`${path}/roles`)).toEqual([]);
  });

  it("count only in their organization", async () => {
    const [acme, beta] = [(await add("acme")).id, (await add("beta")).id];
    for (const id of [acme, beta]) await status("PUT", `/organizations/${id}/members/${api.alice}`);
    await status("PUT", `/organizations/${acme}/members/${api.alice}/roles/${await roleId("organizations")}`);
    const inside = (organizationId: string) =>
      api.deps.roles.scopesInOrganization({ organizationId, userId: api.alice }, adminResource);
    expect(await inside(acme)).toHaveLength(2);
    expect(await inside(beta)).toEqual([]);
    expect(await api.deps.roles.scopesOfPerson(api.alice, adminResource)).toEqual([]);
    await status("POST", `/organizations/${acme}/disable`);
    expect(await inside(acme)).toEqual([]);
  });
});

describe("og.2: domains", () => {
  const claim = async (id: string, domain = "Acme.Example") =>
    (await send("POST", `/organizations/${id}/domains`, { domain })).body;

  it("count once their TXT record was found, for one organization", async () => {
    const [acme, beta] = [(await add("acme")).id, (await add("beta")).id];
    const [ours, theirs] = [await claim(acme), await claim(beta)];
    expect(ours).toMatchObject({ domain: "acme.example", verified_at: null, record_name: "_countersign.acme.example" });
    expect(ours.record_value).not.toBe(theirs.record_value);
    const verify = (id: string, domain: string) => send("POST", `/organizations/${id}/domains/${domain}/verify`);
    texts[theirs.record_name] = [theirs.record_value, "v=spf1"];
    expect((await verify(acme, ours.id)).status).toBe(409);
    expect((await verify(beta, theirs.id)).body.verified_at).not.toBeNull();
    texts[ours.record_name] = [ours.record_value];
    expect((await verify(acme, ours.id)).status).toBe(409);
    expect(await status("DELETE", `/organizations/${beta}/domains/${theirs.id}`)).toBe(204);
    expect((await verify(acme, ours.id)).status).toBe(200);
    expect((await items(`/organizations/${acme}/domains`))[0].verified_at).not.toBeNull();
  });

  it.each(["acme", "acme.example/x", "192.0.2.1", "-a.example", "a@b.example", "_x.example"])(
    "not %s",
    async (name) => {
      const { id } = await add("acme");
      expect(await status("POST", `/organizations/${id}/domains`, { domain: name })).toBe(400);
    },
  );
});

describe("og.2: invitations", () => {
  it("are mailed alike to a person and to a stranger, who joins with the new account", async () => {
    const { id } = await add("acme");
    const role = await roleId("organizations");
    const invite = (email: string, roles = [role]) =>
      send("POST", `/organizations/${id}/invitations`, { email, roles });
    const [known, stranger] = [await invite("alice@example.org"), await invite("iris@example.org")];
    expect([known.status, stranger.status]).toEqual([201, 201]);
    expect(Object.keys(known.body)).toEqual(Object.keys(stranger.body));
    const mails = (await api.mails()).slice(-2);
    expect(mails.map(({ kind }) => kind)).toEqual(["organization-invitation", "organization-invitation"]);

    const browser = openBrowser(api.origin);
    const page = await browser.follow(await browser.get(mails.at(-1)?.parameters.link ?? ""));
    const details = await browser.follow(await browser.submit(page, "/invitation", {}));
    await browser.submit(details, "/sign-up/details", { "new-password": "mossy lantern over seven rivers" });
    const [iris] = await api.rows("SELECT id FROM end_user WHERE email_canonical = 'iris@example.org'");
    expect(await items(`/organizations/${id}/members`)).toMatchObject([{ id: iris?.id }]);
    expect(await items(`/organizations/${id}/members/${iris?.id}/roles`)).toMatchObject([{ id: role }]);
    expect(await items(`/organizations/${id}/invitations`)).toMatchObject([{ email: "alice@example.org" }]);
    await api.rows("DELETE FROM end_user WHERE id = $1", [iris?.id]);
  });

  it("are withdrawn with the link that creates an account", async () => {
    const { id } = await add("acme");
    const { body } = await send("POST", `/organizations/${id}/invitations`, { email: "iris@example.org" });
    const other = (await add("beta")).id;
    expect(await status("DELETE", `/organizations/${other}/invitations/${body.id}`)).toBe(404);
    expect(await status("DELETE", `/organizations/${id}/invitations/${body.id}`)).toBe(204);
    expect(await api.rows("SELECT FROM invitation")).toEqual([]);
  });

  it("replace no invitation of the deployment, which may give more", async () => {
    const { id } = await add("acme");
    const people = await api.tokenOf("people:read", "people:write");
    await api.call("/invitations", { method: "POST", token: people, body: { email: "iris@example.org" } });
    const before = await api.rows("SELECT id, token_hash FROM invitation");
    expect(await status("POST", `/organizations/${id}/invitations`, { email: "iris@example.org" })).toBe(201);
    expect(await api.rows("SELECT id, token_hash FROM invitation")).toEqual(before);
    const link = (await api.mails()).at(-1)?.parameters.link ?? "";
    const token = new URL(link, api.origin).searchParams.get("token") ?? "";
    expect(await api.rows("SELECT FROM invitation WHERE token_hash = $1", [hashSecret(token)])).toEqual([]);
    await api.rows("DELETE FROM invitation");
  });

  it("are bounded by address, no matter which organization: 429, and no mail", async () => {
    const [acme, beta] = [await add("acme"), await add("beta")];
    const invite = ({ id }: { readonly id: string }, email: string) =>
      send("POST", `/organizations/${id}/invitations`, { email });
    const before = (await api.mails()).length;
    expect((await invite(acme, "flooded@example.org")).status).toBe(201);
    for (const [organization, email] of [
      [acme, "flooded@example.org"],
      [beta, "Flooded+1@example.org"],
    ] as const) {
      const again = await invite(organization, email);
      expect([again.status, Number(again.headers.get("retry-after")) > 0]).toEqual([429, true]);
    }
    expect(await api.mails()).toHaveLength(before + 1);
    for (let n = 0; n < 21; n++) expect((await invite(acme, `one.of.many${n}@example.org`)).status).toBe(201);
  });

  it("A18, role-05: one with a role beyond the caller's is neither withdrawn nor replaced by them", async () => {
    const { id } = await add("acme");
    await api.rows(
      `INSERT INTO role (id, resource, name, scopes, created_at, in_organizations)
       VALUES (gen_random_uuid(), $1, 'head', $2, now(), true) ON CONFLICT DO NOTHING`,
      [adminResource, ["organizations:write", "people:read"]],
    );
    const stronger = await api.tokenOf("organizations:read", "organizations:write", "people:read");
    const path = `/organizations/${id}/invitations`;
    const body = { email: "ursula@example.org", roles: [await roleId("head")] };
    const made = await api.call(path, { method: "POST", token: stronger, body });
    expect(made.status).toBe(201);
    api.pass(60);
    expect(await status("POST", path, { email: "ursula@example.org" })).toBe(403);
    expect(await status("DELETE", `${path}/${made.body.id}`)).toBe(403);
    expect(await items(path)).toMatchObject([{ id: made.body.id, roles: body.roles }]);
    const { status: withdrawn } = await api.call(`${path}/${made.body.id}`, { method: "DELETE", token: stronger });
    expect(withdrawn).toBe(204);
    await api.rows("DELETE FROM role WHERE name = 'head'");
  });

  it("give no role beyond the caller's, and none that is not for organizations", async () => {
    const { id } = await add("acme");
    const invite = async (role: string) =>
      status("POST", `/organizations/${id}/invitations`, { email: "iris@example.org", roles: [role] });
    expect(await invite(await roleId("owner"))).toBe(400);
    expect(await invite(unknownPersonId)).toBe(400);
    await api.rows("UPDATE role SET in_organizations = true WHERE name = 'owner'");
    expect(await invite(await roleId("owner"))).toBe(403);
    await api.rows("UPDATE role SET in_organizations = false WHERE name = 'owner'");
    expect(await items(`/organizations/${id}/invitations`)).toEqual([]);
  });
});
