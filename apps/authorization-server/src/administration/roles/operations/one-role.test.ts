import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { addResourceServer } from "../../resource-servers/resource-servers.ts";
import { addRole, assignRole } from "../roles.ts";
import { findRoleNamed } from "../store.ts";

const resource = "https://orders.example";

let api: Api;
let token: string;
let path: string;
const by = () => byOperatorAt(api.clock.now);
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("roles:read", "roles:write", "audit:read");
  const lifetimes = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const orders = { identifier: resource, name: "Orders", scopes: ["read", "refund"], ...lifetimes };
  await addResourceServer(api.database, orders, by());
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.rows("DELETE FROM role WHERE resource = $1", [resource]);
  await addRole(api.database, { resource, name: "clerk", scopes: ["read"] }, by());
  path = `/roles/${(await findRoleNamed(api.database, { resource, name: "clerk" }))?.id}`;
});

const read = async () => api.call(path, { token });
const change = (body: object, ifMatch: string | undefined = "*") =>
  api.call(path, { method: "PATCH", token, body, headers: ifMatch === undefined ? {} : { "if-match": ifMatch } });

describe("ad.4: one role", () => {
  it("is shown, and changed in what is sent", async () => {
    const shown = { resource, name: "clerk", scopes: ["read"], in_organizations: false, revoke_on_change: false };
    expect((await read()).body).toMatchObject({ ...shown, is_of_service: false, managed_by: null });
    expect((await read()).body.resource_name).toEqual(expect.stringMatching(/./));
    const changed = await change({ scopes: ["refund"], in_organizations: true });
    expect(changed.body).toMatchObject({ ...shown, scopes: ["refund"], in_organizations: true });
    expect((await change({ revoke_on_change: true })).body).toMatchObject({
      scopes: ["refund"],
      revoke_on_change: true,
    });
    const { body } = await api.call("/audit?type=role_changed", { token });
    expect(body.items[0].detail).toMatchObject({ revokeOnChange: true, before: { revokeOnChange: false } });
  });

  it("the answer says that nothing was changed if the user has the role already", async () => {
    const giver = await api.tokenOf("people:read", "people:write", "roles:read", "roles:write");
    const give = () => api.call(`/people/${api.alice}${path}`, { method: "PUT", token: giver });
    const answers = [await give(), await give()];
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(answers.map(({ headers }) => headers.get("countersign-unchanged"))).toEqual([null, "yes"]);
  });

  it("ad.7: of two who change it at once, one is told", async () => {
    const etag = (await read()).headers.get("etag") ?? "";
    const both = await Promise.all([
      change({ scopes: ["refund"] }, etag),
      change({ scopes: ["read", "refund"] }, etag),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await api.call(path, { method: "PATCH", token, body: { scopes: ["read"] } })).status).toBe(428);
  });

  it.each([
    [{ scopes: ["unknown"] }, "#/scopes"],
    [{ scopes: [] }, "#/scopes"],
    [{ name: "other" }, "#/name"],
  ])("%j is refused", async (body, pointer) => {
    const refused = await change(body);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it("og.5: a role that organizations may no longer give is taken from every member and group there", async () => {
    await change({ in_organizations: true });
    await api.rows(
      "INSERT INTO organization (id, slug, name, created_at) VALUES (gen_random_uuid(), 'acme', 'A', now())",
    );
    await api.rows("INSERT INTO organization_member SELECT id, $1, now() FROM organization", [api.alice]);
    await api.rows(
      `INSERT INTO organization_role (id, organization_id, role_id, user_id, created_at)
       SELECT gen_random_uuid(), o.id, $1, $2, now() FROM organization o`,
      [path.split("/")[2], api.alice],
    );
    expect((await change({ in_organizations: false })).status).toBe(200);
    expect(await api.rows("SELECT FROM organization_role")).toEqual([]);
  });

  it("og.6: a role of administration cannot get scopes that the caller does not have", async () => {
    const helper = { resource: adminResource, name: "helper" };
    await addRole(api.database, { ...helper, scopes: ["roles:read"] }, by());
    await assignRole(api.database, helper, { userId: api.mallory }, by());
    path = `/roles/${(await findRoleNamed(api.database, helper))?.id}`;
    expect((await change({ scopes: ["roles:read", "people:write"] })).status).toBe(403);
    expect((await change({ scopes: ["roles:read", "audit:read"] })).status).toBe(200);
    await api.rows("UPDATE role SET scopes = '{people:write}' WHERE name = 'helper'");
    expect((await change({ scopes: ["roles:read"] })).status).toBe(403);
    await api.rows("DELETE FROM role WHERE name = 'helper'");
  });
});
