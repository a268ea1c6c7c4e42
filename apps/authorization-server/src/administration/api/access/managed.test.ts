import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { addGroup } from "../../groups/groups.ts";
import { findGroup } from "../../groups/store.ts";
import { addResourceServer } from "../../resource-servers/resource-servers.ts";
import { addRole, assignRole } from "../../roles/roles.ts";
import { findRoleNamed } from "../../roles/store.ts";
import { type Api, startApi } from "../testing/api.ts";

const resource = "https://orders.example";
const role = { resource, name: "clerk" };

let api: Api;
let token: string;
let ids: { readonly role: string; readonly group: string };
beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("roles:read", "roles:write");
  const by = byOperatorAt(api.clock.now);
  const settings = {
    name: "Orders",
    accessTokenSigningAlg: "ES256",
    accessTokenTtlSeconds: 300,
    listed: false,
  } as const;
  await addResourceServer(api.database, { identifier: resource, scopes: ["read"], ...settings }, by);
  await addRole(api.database, { ...role, scopes: ["read"] }, by);
  await addGroup(api.database, "Support", by);
  const group = (await findGroup(api.database, "Support"))?.id ?? "";
  await assignRole(api.database, role, { groupId: group }, by);
  ids = { role: (await findRoleNamed(api.database, role))?.id ?? "", group };
});
afterAll(() => api.close());

async function manage(owner: string | null): Promise<void> {
  await api.rows("UPDATE role SET managed_by = $1 WHERE resource = $2", [owner, resource]);
  await api.rows("UPDATE user_group SET managed_by = $1", [owner]);
}

const sentWith = (method: string, path: string) => {
  const body = path.startsWith("/roles") ? { scopes: ["read"] } : { name: "Help" };
  return method === "PATCH" ? { body, headers: { "if-match": "*" } } : {};
};

describe("cf.3: the administration API does not change what a configuration manages", () => {
  const changes = [
    ["PATCH", () => `/roles/${ids.role}`],
    ["DELETE", () => `/roles/${ids.role}`],
    ["PUT", () => `/groups/${ids.group}/roles/${ids.role}`],
    ["DELETE", () => `/groups/${ids.group}/roles/${ids.role}`],
    ["PATCH", () => `/groups/${ids.group}`],
    ["DELETE", () => `/groups/${ids.group}`],
  ] as const;

  it.each(changes)("%s is refused and says where it is changed", async (method, path) => {
    await manage("shop");
    const { status, body } = await api.call(path(), { method, token, ...sentWith(method, path()) });
    expect([status, body.type]).toEqual([409, "urn:countersign:problem:conflict"]);
    expect(body.detail).toMatch(/^the (role|group) is managed by the configuration shop$/);
  });

  it("shows which configuration that is", async () => {
    for (const owner of ["shop", null]) {
      await manage(owner);
      const { body: groups } = await api.call("/groups", { token });
      expect(groups.items).toMatchObject([{ name: "Support", managed_by: owner }]);
      const { body: roles } = await api.call(`/groups/${ids.group}/roles`, { token });
      expect(roles.items).toMatchObject([{ name: "clerk", managed_by: owner }]);
    }
  });

  it("people are no configuration: they join a managed group, and get a managed role", async () => {
    await manage("shop");
    for (const path of [`/groups/${ids.group}/members/${api.alice}`, `/people/${api.alice}/roles/${ids.role}`]) {
      expect((await api.call(path, { method: "PUT", token })).status).toBe(204);
      expect((await api.call(path, { method: "DELETE", token })).status).toBe(204);
    }
  });

  it("a resource that no configuration manages is changed", async () => {
    await manage(null);
    const statuses = [];
    for (const [method, path] of [changes[0], changes[3], changes[2], changes[4], changes[1]]) {
      statuses.push((await api.call(path(), { method, token, ...sentWith(method, path()) })).status);
    }
    expect(statuses).toEqual([200, 204, 204, 200, 204]);
  });
});
