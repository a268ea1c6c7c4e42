import type { MemberChange } from "@countersign/scim";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { refresh } from "../../../testing/clients/tokens.ts";
import { basic, codeFor, redeem } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { addGroup, addGroupMember, removeGroup, removeGroupMember } from "../groups/groups.ts";
import { findGroup } from "../groups/store.ts";
import {
  addOrganizationMember,
  giveOrganizationRole,
  removeOrganizationMember,
  takeOrganizationRole,
} from "../organizations/organization-members.ts";
import { addOrganization, enableOrganization } from "../organizations/organizations.ts";
import { addResourceServer } from "../resource-servers/resource-servers.ts";
import { changeScimGroup, removeScimGroup } from "../scim/scim-groups.ts";
import { changeScimUser } from "../scim/scim-users.ts";
import { addRole, assignRole, changeRole, removeRole, revokeRole } from "./roles.ts";
import { findRoleNamed } from "./store.ts";

const orders = "https://orders.example/a";
const stock = "https://stock.example";
const client = "resourceClient";
const strict = { resource: orders, name: "strict" };
const mild = { resource: orders, name: "mild" };

let service: Service;
let token: string;
let groupId: string;
let organizationId: string;
const by = () => byOperatorAt(service.clock.now);
const alice = () => ({ userId: service.alice });
const roleIdOf = async (role: typeof strict) => (await findRoleNamed(service.database, role))?.id ?? "";

beforeAll(async () => {
  service = await startService();
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const scopes = { scopes: ["read", "write"], roleScopes: ["write"] };
  for (const identifier of [orders, stock])
    await addResourceServer(service.database, { identifier, name: "Orders", ...scopes, ...about }, by());
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["role", "user_group", "organization"]) await service.rows(`DELETE FROM ${table}`);
  const { database } = service;
  await addRole(database, { ...strict, scopes: ["write"], inOrganizations: true, revokeOnChange: true }, by());
  await addRole(database, { ...mild, scopes: ["write"], inOrganizations: true }, by());
  await addGroup(database, "Staff", by());
  groupId = (await findGroup(database, "Staff"))?.id ?? "";
  organizationId = (await addOrganization(database, { slug: "acme", name: "Acme" }, by())) ?? "";
  const code = await codeFor(openBrowser(service.origin), client, {
    resource: orders,
    scope: "openid offline_access read",
  });
  token = (await redeem(service.origin, code, { redirect_uri: redirectUriOf(client) }, basic(client))).body
    .refresh_token;
});

/** Whether what was issued still counts. */
async function counts(): Promise<boolean> {
  const { body } = await refresh(service.origin, client, token);
  if (body.refresh_token !== undefined) token = body.refresh_token;
  return body.access_token !== undefined;
}

type Act = () => Promise<unknown>;
const db = () => service.database;

/** Each act, after what it needs. */
const ACTS: readonly (readonly [string, (role: typeof strict) => { readonly before?: Act; readonly act: Act }])[] = [
  ["a role is given to a person", (role) => ({ act: () => assignRole(db(), role, alice(), by()) })],
  [
    "it is taken",
    (role) => ({
      before: () => assignRole(db(), role, alice(), by()),
      act: () => revokeRole(db(), role, alice(), by(), undefined),
    }),
  ],
  [
    "its scopes change",
    (role) => ({
      before: () => assignRole(db(), role, alice(), by()),
      act: () => changeRole(db(), { ...role, scopes: ["read"] }, by()),
    }),
  ],
  [
    "it is removed",
    (role) => ({
      before: () => assignRole(db(), role, alice(), by()),
      act: () => removeRole(db(), role, by(), undefined),
    }),
  ],
  [
    "a group gets it",
    (role) => ({
      before: () => addGroupMember(db(), { groupId, ...alice() }, by()),
      act: () => assignRole(db(), role, { groupId }, by()),
    }),
  ],
  [
    "a person joins a group with it",
    (role) => ({
      before: () => assignRole(db(), role, { groupId }, by()),
      act: () => addGroupMember(db(), { groupId, ...alice() }, by()),
    }),
  ],
  [
    "they leave it",
    (role) => ({
      before: () => inGroup(role),
      act: () => removeGroupMember(db(), { groupId, ...alice() }, by(), undefined),
    }),
  ],
  [
    "the group is removed",
    (role) => ({ before: () => inGroup(role), act: () => removeGroup(db(), groupId, by(), undefined) }),
  ],
  [
    "it is given in an organization",
    (role) => ({
      before: () => addOrganizationMember(db(), { organizationId, ...alice() }, by()),
      act: () => giveIn(role),
    }),
  ],
  [
    "it is taken there",
    (role) => ({
      before: () => inOrganization(role),
      act: async () => takeOrganizationRole(db(), { organizationId, roleId: await roleIdOf(role), to: alice() }, by()),
    }),
  ],
  [
    "they leave the organization",
    (role) => ({
      before: () => inOrganization(role),
      act: () => removeOrganizationMember(db(), { organizationId, ...alice() }, by()),
    }),
  ],
  [
    "the organization is disabled",
    (role) => ({
      before: () => inOrganization(role),
      act: () => enableOrganization(db(), { id: organizationId, isEnabled: false }, by()),
    }),
  ],
];

/** Acts of the directory of the organization, after the group has the role everywhere, or in the organization. */
const BY_DIRECTORY: readonly (readonly [string, boolean, () => Promise<unknown>])[] = [
  ["a directory adds a person to a group", false, () => changeMembers({ kind: "add", ids: [service.alice] })],
  ["a directory removes them", true, () => changeMembers({ kind: "remove", ids: [service.alice] })],
  ["a directory replaces the members", true, () => changeMembers({ kind: "replace", ids: [] })],
  [
    "a directory removes the group",
    true,
    () => removeScimGroup(db(), directory(), { id: groupId, ...anyVersion }, by()),
  ],
  ["a directory ends the membership", true, () => deactivate()],
];

const directory = () => ({ organizationId, administration: "https://api.example" });
const anyVersion = { assertMeantFor: () => {} };
const changeMembers = (change: MemberChange) =>
  changeScimGroup(
    db(),
    directory(),
    { id: groupId, change: (group) => ({ group, members: [change] }), ...anyVersion },
    by(),
  );
const deactivate = () => {
  const change = (present: object) => ({ ...present, active: false });
  return changeScimUser(db(), directory(), { id: service.alice, change, ...anyVersion }, by());
};

async function inGroupOfOrganization(role: typeof strict, isMember: boolean) {
  await service.rows("UPDATE user_group SET organization_id = $1 WHERE id = $2", [organizationId, groupId]);
  await addOrganizationMember(db(), { organizationId, ...alice() }, by());
  if (isMember) await addGroupMember(db(), { groupId, ...alice() }, by());
  await assignRole(db(), role, { groupId }, by());
}

async function inGroup(role: typeof strict) {
  await addGroupMember(db(), { groupId, ...alice() }, by());
  await assignRole(db(), role, { groupId }, by());
}
const giveIn = async (role: typeof strict) =>
  giveOrganizationRole(db(), { organizationId, roleId: await roleIdOf(role), to: alice() }, by());
async function inOrganization(role: typeof strict) {
  await addOrganizationMember(db(), { organizationId, ...alice() }, by());
  await giveIn(role);
}

describe("og.5: revoke_on_change ends at once what was issued to the people concerned", () => {
  it.each(ACTS)("when %s", async (_, acting) => {
    const { before, act } = acting(strict);
    // The preparation of the act may itself end what was issued, so it is issued again.
    await before?.();
    await service.rows('UPDATE "authorization" SET revoked_at = NULL WHERE user_id = $1', [service.alice]);
    expect(await counts()).toBe(true);
    await act();
    expect(await counts()).toBe(false);
  });

  it.each(ACTS)("but not without it, when %s", async (_, acting) => {
    const { before, act } = acting(mild);
    await before?.();
    await act();
    expect(await counts()).toBe(true);
  });

  it.each(BY_DIRECTORY)("when %s", async (_, isMember, act) => {
    await inGroupOfOrganization(strict, isMember);
    await service.rows('UPDATE "authorization" SET revoked_at = NULL WHERE user_id = $1', [service.alice]);
    expect(await counts()).toBe(true);
    await act();
    expect(await counts()).toBe(false);
  });

  it.each(BY_DIRECTORY)("but not without it, when %s", async (_, isMember, act) => {
    await inGroupOfOrganization(mild, isMember);
    await act();
    expect(await counts()).toBe(true);
  });

  it("for no one who stays in the group, when a directory removes another", async () => {
    await inGroupOfOrganization(strict, true);
    await addOrganizationMember(db(), { organizationId, userId: service.mallory }, by());
    await addGroupMember(db(), { groupId, userId: service.mallory }, by());
    await service.rows('UPDATE "authorization" SET revoked_at = NULL WHERE user_id = $1', [service.alice]);
    await changeMembers({ kind: "remove", ids: [service.mallory] });
    expect(await counts()).toBe(true);
  });

  it("for no other person, and for no other resource server", async () => {
    await assignRole(db(), strict, { userId: service.mallory }, by());
    const elsewhere = { resource: stock, name: "strict" };
    await addRole(db(), { ...elsewhere, scopes: ["write"], revokeOnChange: true }, by());
    await assignRole(db(), elsewhere, alice(), by());
    expect(await counts()).toBe(true);
  });
});
