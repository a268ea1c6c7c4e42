import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { addedPasskey, passkeySignIn } from "../../../testing/factors/passkeys.ts";
import { agree, authorizationOf, basic, redeem } from "../../../testing/flows.ts";
import { addGroup, addGroupMember } from "../groups/groups.ts";
import { findGroup } from "../groups/store.ts";
import { addOrganizationMember, giveOrganizationRole } from "../organizations/organization-members.ts";
import { addOrganization } from "../organizations/organizations.ts";
import { assignRole } from "../roles/roles.ts";
import { findRoleNamed } from "../roles/store.ts";
import { ADMIN_SCOPES, STANDING_ROLES } from "./scopes.ts";
import { type Api, adminResource, startApi } from "./testing/api.ts";

let api: Api;
/** Alice, an owner who signed in with a passkey. */
let owner: string;
/** A program that may do everything with people and roles, and nothing with clients. */
let program: string;
let roles: Readonly<Record<keyof typeof STANDING_ROLES, string>>;
beforeAll(async () => {
  api = await startApi();
  await api.rows("UPDATE client SET scopes = $1 WHERE id = 'offlineClient'", [["openid", ...ADMIN_SCOPES]]);
  const key = await addedPasskey(api, api.alice);
  api.pass(60); // A store that was just made knows no challenges from before.
  const browser = openBrowser(api.origin);
  const asked = { resource: adminResource, scope: ["openid", ...ADMIN_SCOPES].join(" ") };
  const page = await browser.follow(await browser.get(authorizationOf("offlineClient", asked)));
  const back = await agree(browser, await browser.follow(await passkeySignIn(browser, page, key)));
  const code = back.location?.searchParams.get("code") ?? "";
  const redirect_uri = redirectUriOf("offlineClient");
  owner = (await redeem(api.origin, code, { redirect_uri }, basic("offlineClient"))).body.access_token;
  program = await api.tokenOf("people:read", "people:write", "roles:read", "roles:write", "audit:read");
  const named = Object.keys(STANDING_ROLES).map(async (name) => {
    const found = await findRoleNamed(api.database, { resource: adminResource, name });
    return [name, found?.id] as const;
  });
  roles = Object.fromEntries(await Promise.all(named)) as typeof roles;
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.rows("DELETE FROM role_assignment");
  await api.rows("DELETE FROM user_group");
  await api.rows("UPDATE end_user SET disabled_at = NULL, deletion_due_at = NULL");
  await give("owner", api.alice);
});

const by = () => byOperatorAt(api.clock.now);
const give = (name: string, userId: string) =>
  assignRole(api.database, { resource: adminResource, name }, { userId }, by());
const act = async (method: string, path: string, token = program, body?: object) =>
  (await api.call(path, { method, token, body, headers: { "if-match": "*" } })).status;

async function groupOf(name: string, role?: keyof typeof STANDING_ROLES): Promise<string> {
  await addGroup(api.database, name, by());
  const groupId = (await findGroup(api.database, name))?.id ?? "";
  if (role !== undefined) await assignRole(api.database, { resource: adminResource, name: role }, { groupId }, by());
  return groupId;
}

describe("role-01, role-05, og.6: no one gives more than they have", () => {
  it("a role to a person", async () => {
    expect(await act("PUT", `/people/${api.mallory}/roles/${roles.owner}`)).toBe(403);
    expect(await act("PUT", `/people/${api.mallory}/roles/${roles.auditor}`)).toBe(204);
    expect(await act("PUT", `/people/${api.mallory}/roles/${roles.owner}`, owner)).toBe(204);
  });

  it("a role to a group, or a person to a group that has a role", async () => {
    const [plain, strong] = [await groupOf("Plain"), await groupOf("Strong", "clients")];
    expect(await act("PUT", `/groups/${plain}/roles/${roles.clients}`)).toBe(403);
    expect(await act("PUT", `/groups/${plain}/roles/${roles.auditor}`)).toBe(204);
    expect(await act("PUT", `/groups/${strong}/members/${api.mallory}`)).toBe(403);
    expect(await act("PUT", `/groups/${plain}/members/${api.mallory}`)).toBe(204);
    expect(await act("PUT", `/groups/${strong}/members/${api.mallory}`, owner)).toBe(204);
  });

  it("a role with a scope of the API that they have not", async () => {
    const role = { resource: adminResource, name: "helper", scopes: ["people:read", "clients:write"] };
    expect(await act("POST", "/roles", program, role)).toBe(403);
    expect(await act("POST", "/roles", program, { ...role, scopes: ["people:read"] })).toBe(201);
  });

  it("no caller takes anything from a person with more rights", async () => {
    const strong = await groupOf("Strong", "clients");
    expect(await act("DELETE", `/people/${api.alice}/roles/${roles.owner}`)).toBe(403);
    expect(await act("DELETE", `/groups/${strong}/roles/${roles.clients}`)).toBe(403);
    expect(await act("DELETE", `/groups/${strong}`)).toBe(403);
    expect(await act("PATCH", `/groups/${strong}`, program, { name: "Weak" })).toBe(403);
  });
});

describe("role-03: roles in an organization count, too, for acts upon the account", () => {
  let organizationId: string;
  let groupId: string;
  beforeEach(async () => {
    await api.rows("DELETE FROM organization");
    organizationId = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by())) ?? "";
    await addOrganizationMember(api.database, { organizationId, userId: api.mallory }, by());
    await addGroup(api.database, "Heads", by(), organizationId);
    const [group] = await api.rows("SELECT id FROM user_group WHERE organization_id = $1", [organizationId]);
    groupId = String(group?.id);
    await addGroupMember(api.database, { groupId, userId: api.mallory }, by());
  });

  it("and a group of an organization is never found as one of the deployment", async () => {
    expect(await findGroup(api.database, `${organizationId}/heads`)).toBeUndefined();
    expect(await act("PUT", `/groups/${groupId}/roles/${roles.auditor}`)).toBe(404);
  });

  it.each(["person", "group"])("given to a %s", async (to) => {
    expect(await act("POST", `/people/${api.mallory}/enable`)).toBe(200);
    const holder = to === "person" ? { userId: api.mallory } : { groupId };
    await giveOrganizationRole(api.database, { organizationId, roleId: roles.organizations, to: holder }, by());
    expect(await act("POST", `/people/${api.mallory}/disable`)).toBe(403);
    expect(await act("DELETE", `/people/${api.mallory}`)).toBe(403);
    expect(await act("POST", `/people/${api.mallory}/enable`, owner)).toBe(200);
    await api.rows("UPDATE organization SET disabled_at = now()");
    expect(await act("POST", `/people/${api.mallory}/disable`)).toBe(403);
  });
});

describe("ad.14: what is protected", () => {
  it("the standing roles", async () => {
    for (const id of Object.values(roles)) {
      expect(await act("DELETE", `/roles/${id}`, owner)).toBe(409);
      expect(await act("PATCH", `/roles/${id}`, owner, { scopes: ["people:read"] })).toBe(409);
      expect((await api.call(`/roles/${id}`, { token: owner })).body.is_of_service).toBe(true);
    }
  });

  it("the own role, and the own account", async () => {
    await give("owner", api.mallory);
    expect(await act("DELETE", `/people/${api.alice}/roles/${roles.owner}`, owner)).toBe(409);
    expect(await act("POST", `/people/${api.alice}/disable`, owner)).toBe(409);
    expect(await act("DELETE", `/people/${api.alice}`, owner)).toBe(409);
  });

  it("the last owner, by each way, also when both owners go at once", async () => {
    const all = await api.tokenOf(...ADMIN_SCOPES);
    const path = `/people/${api.alice}`;
    expect(await act("DELETE", `${path}/roles/${roles.owner}`, all)).toBe(409);
    expect(await act("POST", `${path}/disable`, all)).toBe(409);
    expect(await act("DELETE", path, all)).toBe(409);
    expect(await api.rows("SELECT FROM end_user WHERE disabled_at IS NOT NULL")).toEqual([]);

    await give("owner", api.mallory);
    const both = [api.alice, api.mallory].map((id) => act("DELETE", `/people/${id}/roles/${roles.owner}`, all));
    expect((await Promise.all(both)).toSorted()).toEqual([204, 409]);
  });

  it("the last owner, whom a group makes one", async () => {
    const all = await api.tokenOf(...ADMIN_SCOPES);
    const owners = await groupOf("Owners", "owner");
    await addGroupMember(api.database, { groupId: owners, userId: api.alice }, by());
    await api.rows("DELETE FROM role_assignment WHERE user_id IS NOT NULL");
    expect(await act("DELETE", `/groups/${owners}/members/${api.alice}`, all)).toBe(409);
    expect(await act("DELETE", `/groups/${owners}/roles/${roles.owner}`, all)).toBe(409);
    expect(await act("DELETE", `/groups/${owners}`, all)).toBe(409);
    await give("owner", api.mallory);
    expect(await act("DELETE", `/groups/${owners}`, all)).toBe(204);
  });
});

describe("a deployment without an owner", () => {
  it("has nothing to protect", async () => {
    await api.rows("DELETE FROM role_assignment");
    await give("auditor", api.mallory);
    expect(await act("POST", `/people/${api.mallory}/disable`)).toBe(200);
  });
});

describe("og.2: roles and groups", () => {
  it("are listed, given, taken and deleted", async () => {
    const added = await api.call("/groups", { method: "POST", token: program, body: { name: "Support" } });
    expect(added.body).toMatchObject({ name: "Support", members: 0 });
    const group = `/groups/${added.body.id}`;
    expect(await act("POST", "/groups", program, { name: "SUPPORT" })).toBe(409);
    expect(await act("PUT", `${group}/members/${api.mallory}`)).toBe(204);
    expect(await act("PUT", `${group}/members/${api.mallory}`)).toBe(204);
    expect(await act("PUT", `${group}/roles/${roles.auditor}`)).toBe(204);
    const get = async (path: string) => (await api.call(path, { token: program })).body.items;
    expect(await get("/groups")).toEqual([{ ...added.body, members: 1 }]);
    expect(await get(`${group}/members`)).toEqual([{ id: api.mallory, username: "mallory" }]);
    expect(await get(`${group}/roles`)).toMatchObject([{ name: "auditor", resource: adminResource }]);
    expect(await get(`/people/${api.alice}/roles`)).toMatchObject([{ name: "owner" }]);
    expect((await get("/roles")).map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(Object.keys(roles)),
    );
    expect(await act("DELETE", `${group}/members/${api.mallory}`)).toBe(204);
    expect(await act("DELETE", `${group}/members/${api.mallory}`)).toBe(404);
    expect(await act("DELETE", `${group}/roles/${roles.auditor}`)).toBe(204);
    const { headers } = await api.call(group, { token: program });
    const rename = (name: string, match: string) =>
      api.call(group, { method: "PATCH", token: program, body: { name }, headers: { "if-match": match } });
    expect(await act("POST", "/groups", program, { name: "Sales" })).toBe(201);
    expect((await rename("sales", "*")).status).toBe(409);
    expect((await rename("Help", headers.get("etag") ?? "")).body).toEqual({ ...added.body, name: "Help" });
    expect((await rename("Other", headers.get("etag") ?? "")).status).toBe(412);
    expect(await act("DELETE", group)).toBe(204);
    expect(await act("DELETE", group)).toBe(404);
  });

  it.each([
    ["PUT", "/people/00000000-0000-4000-8000-000000000009/roles/ROLE"],
    ["PUT", "/groups/00000000-0000-4000-8000-000000000009/roles/ROLE"],
    ["PUT", "/people/ALICE/roles/00000000-0000-4000-8000-000000000009"],
    ["DELETE", "/people/ALICE/roles/ROLE"],
  ])("404 for %s %s", async (method, path) => {
    await api.rows("DELETE FROM role_assignment");
    expect(await act(method, path.replace("ROLE", roles.auditor).replace("ALICE", api.alice))).toBe(404);
  });

  it.each([
    [{ resource: "https://nowhere.example", name: "x", scopes: ["people:read"] }, "#/resource"],
    [{ resource: adminResource, name: "x", scopes: ["unknown"] }, "#/scopes"],
  ])("400 for the role %o", async (body, pointer) => {
    const answer = await api.call("/roles", { method: "POST", token: program, body });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer]);
  });
});
