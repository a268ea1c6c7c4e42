import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { addRole } from "../../roles/roles.ts";
import { findRoleNamed } from "../../roles/store.ts";
import { addOrganizationMember } from "../organization-members.ts";
import { addOrganization } from "../organizations.ts";

let api: Api;
let token: string;
let acme: string;
let path: string;
const by = () => byOperatorAt(api.clock.now);
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("organizations:read", "organizations:write", "audit:read");
  acme = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by())) ?? "";
  await addOrganizationMember(api.database, { organizationId: acme, userId: api.alice }, by());
  const role = { resource: adminResource, inOrganizations: true };
  await addRole(api.database, { ...role, name: "readers", scopes: ["organizations:read"] }, by());
  await addRole(api.database, { ...role, name: "all", scopes: ADMIN_SCOPES }, by());
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.rows("DELETE FROM user_group");
  const added = await call("POST", `/organizations/${acme}/groups`, { name: "Support" });
  path = `/organizations/${acme}/groups/${added.body.id}`;
});

const call = (method: string, to: string, body?: object, ifMatch = "*") =>
  api.call(to, { method, token, body, headers: { "if-match": ifMatch } });
const status = async (method: string, to: string, body?: object) => (await call(method, to, body)).status;
const roleId = async (name: string) => (await findRoleNamed(api.database, { resource: adminResource, name }))?.id;

describe("og.2: the groups of an organization", () => {
  it("are created, listed, renamed and deleted, and each act is audited with the organization", async () => {
    expect((await call("GET", `/organizations/${acme}/groups`)).body.items).toMatchObject([
      { name: "Support", members: 0 },
    ]);
    const { headers, body } = await call("GET", path);
    const etag = headers.get("etag") ?? "";
    expect(body).toMatchObject({ name: "Support", managed_by: null });
    expect((await call("PATCH", path, { name: "Help" }, etag)).body.name).toBe("Help");
    expect((await call("PATCH", path, { name: "Aid" }, etag)).status).toBe(412);
    expect(await status("POST", `/organizations/${acme}/groups`, { name: "HELP" })).toBe(409);
    expect(await status("DELETE", path)).toBe(204);
    expect(await status("GET", path)).toBe(404);
    const { items } = (await call("GET", "/audit?type=group_renamed")).body;
    expect(items[0].detail).toMatchObject({ organization: acme, before: "Support", after: "Help" });
  });

  it("are no groups of the deployment, and a group of the same name there is another one", async () => {
    const roles = await api.tokenOf("roles:read", "roles:write");
    const all = await api.call("/groups", { token: roles });
    expect(all.body.items).toEqual([]);
    expect((await api.call("/groups", { method: "POST", token: roles, body: { name: "Support" } })).status).toBe(201);
    expect((await api.call(`/groups/${path.split("/").at(-1)}`, { token: roles })).status).toBe(404);
  });

  it("a member is found by the username", async () => {
    const found = await call("GET", `/organizations/${acme}/members?username=alice`);
    expect(found.body.items).toEqual([{ id: api.alice, username: "alice" }]);
    expect((await call("GET", `/organizations/${acme}/members?username=mallory`)).body.items).toEqual([]);
  });

  it("say which of some users are members, as the organization does", async () => {
    const asked = `members?ids=${api.mallory},${api.alice}&limit=1`;
    const alice = [{ id: api.alice, username: "alice" }];
    expect((await call("GET", `${path}/${asked}`)).body).toEqual({ items: [] });
    await call("PUT", `${path}/members/${api.alice}`);
    expect((await call("GET", `${path}/${asked}`)).body).toEqual({ items: alice });
    expect((await call("GET", `/organizations/${acme}/${asked}`)).body).toEqual({ items: alice });
    expect(await status("GET", `${path}/members?ids=alice`)).toBe(400);
  });

  it("have only members of the organization, who leave them with it", async () => {
    expect(await status("PUT", `${path}/members/${api.mallory}`)).toBe(404);
    expect([
      await status("PUT", `${path}/members/${api.alice}`),
      await status("PUT", `${path}/members/${api.alice}`),
    ]).toEqual([204, 204]);
    expect((await call("GET", `${path}/members`)).body.items).toMatchObject([{ id: api.alice }]);
    expect(await status("DELETE", `${path}/members/${api.alice}`)).toBe(204);
    expect(await status("DELETE", `${path}/members/${api.alice}`)).toBe(404);
    await call("PUT", `${path}/members/${api.alice}`);
    await call("DELETE", `/organizations/${acme}/members/${api.alice}`);
    expect((await call("GET", `${path}/members`)).body.items).toEqual([]);
    await addOrganizationMember(api.database, { organizationId: acme, userId: api.alice }, by());
  });

  it("keep no membership of a person who leaves while they are added", async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        call("PUT", `${path}/members/${api.alice}`),
        call("DELETE", `/organizations/${acme}/members/${api.alice}`),
      ]);
      expect(await api.rows("SELECT FROM group_member")).toEqual([]);
      await addOrganizationMember(api.database, { organizationId: acme, userId: api.alice }, by());
    }
  });

  it("give roles that count there", async () => {
    const readers = `${path}/roles/${await roleId("readers")}`;
    expect(await status("PUT", readers)).toBe(204);
    await call("PUT", `${path}/members/${api.alice}`);
    expect((await call("GET", `${path}/roles`)).body.items).toMatchObject([{ name: "readers" }]);
    const member = { organizationId: acme, userId: api.alice };
    expect(await api.deps.roles.scopesInOrganization(member, adminResource)).toEqual(["organizations:read"]);
    expect([await status("DELETE", readers), await status("DELETE", readers)]).toEqual([204, 404]);
    expect(await api.deps.roles.scopesInOrganization(member, adminResource)).toEqual([]);
  });

  it("og.6: no one gives a group a role beyond their own, or acts upon a group that has one", async () => {
    const all = await roleId("all");
    expect(await status("PUT", `${path}/roles/${all}`)).toBe(403);
    const everything = await api.tokenOf(...ADMIN_SCOPES);
    expect((await api.call(`${path}/roles/${all}`, { method: "PUT", token: everything })).status).toBe(204);
    for (const [method, to, body] of [
      ["PUT", `${path}/members/${api.alice}`],
      ["DELETE", `${path}/members/${api.alice}`],
      ["DELETE", `${path}/roles/${all}`],
      ["PATCH", path, { name: "x" }],
      ["DELETE", path],
    ] as const) {
      expect([method, to, await status(method, to, body)]).toEqual([method, to, 403]);
    }
  });
});
