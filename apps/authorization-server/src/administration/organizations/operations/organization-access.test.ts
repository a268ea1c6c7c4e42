import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import type { Operation } from "../../api/operation.ts";
import { OPERATIONS } from "../../api/operation-table.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { tokenInOrganization } from "../../api/testing/organization-token.ts";
import { addRole } from "../../roles/roles.ts";
import { findRoleNamed } from "../../roles/store.ts";
import { addOrganizationMember, giveOrganizationRole } from "../organization-members.ts";
import { addOrganization } from "../organizations.ts";

let api: Api;
/** Alice administers Acme, with every scope of the API there. Mallory belongs to Beta. */
let token: string;
let acme: string;
let beta: string;
/** Things of Beta, by the parameter of a path. */
let theirs: Readonly<Record<string, string>>;
/** Whose roles Alice may not give. */
let everything: string;
const by = () => byOperatorAt(api.clock.now);

beforeAll(async () => {
  api = await startApi({ MAIL_URL: "smtp://127.0.0.1:2525", SIGN_UP: "invited" }, { txtRecords: async () => [] });
  acme = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by())) ?? "";
  beta = (await addOrganization(api.database, { slug: "beta", name: "Beta" }, by())) ?? "";
  await addRole(
    api.database,
    { resource: adminResource, name: "all", scopes: ADMIN_SCOPES, inOrganizations: true },
    by(),
  );
  everything = (await findRoleNamed(api.database, { resource: adminResource, name: "all" }))?.id ?? "";
  for (const [organizationId, userId] of [
    [acme, api.alice],
    [beta, api.mallory],
  ] as const) {
    await addOrganizationMember(api.database, { organizationId, userId }, by());
    await giveOrganizationRole(api.database, { organizationId, roleId: everything, to: { userId } }, by());
  }
  theirs = await thingsOf(beta);
  token = await tokenInOrganization(api, api.alice, "acme");
});
afterAll(() => api.close());

/** A member, a role, a domain, an invitation, a group and a token for SCIM of an organization. */
async function thingsOf(organization: string): Promise<Readonly<Record<string, string>>> {
  const program = await api.tokenOf("organizations:read", "organizations:write");
  const make = async (path: string, body: object) =>
    (await api.call(`/organizations/${organization}${path}`, { method: "POST", token: program, body })).body.id;
  return {
    organization,
    person: api.mallory,
    role: everything,
    domain: await make("/domains", { domain: "beta.example" }),
    invitation: await make("/invitations", { email: "iris@example.org" }),
    token: await make("/scim-tokens", {}),
    group: await make("/groups", { name: "Staff" }),
  };
}

const everyone = { ids: ["00000000-0000-4000-8000-000000000001"], role: "00000000-0000-4000-8000-000000000002" };

/** Bodies of operations that have one. */
const BODIES: Readonly<Record<string, object>> = {
  addOrganizationGroup: { name: "Mine" },
  renameOrganizationGroup: { name: "Mine, too" },
  addOrganizationDomain: { domain: "other.example" },
  addOrganizationInvitation: { email: "otto@example.org" },
  sendOrganizationInvitationAgain: {},
  sendOrganizationInvitationsAgain: { ids: everyone.ids },
  withdrawOrganizationInvitations: { ids: everyone.ids },
  giveRoleToMembers: everyone,
  takeRoleFromMembers: everyone,
  removeOrganizationMembers: { ids: everyone.ids },
  addOrganizationMembers: { ids: everyone.ids },
  addOrganizationGroupMembers: { ids: everyone.ids },
  invitePeopleIntoOrganization: { emails: ["otto@example.org"] },
};

function call({ method, path, body, id }: Operation, things: Readonly<Record<string, string>>) {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(things[name] ?? randomUUID()));
  const headers = { "if-match": "*" };
  return api.call(filled, { method, token, headers, ...(body && { body: BODIES[id] ?? {} }) });
}

const open = OPERATIONS.filter(({ forOrganizationAdmins }) => forOrganizationAdmins === true);
const closed = OPERATIONS.filter(({ forOrganizationAdmins }) => forOrganizationAdmins !== true);
const below = open.filter(({ path }) => path.includes(":organization"));

/** What administrators of one organization may call. Everything else is 404 to them. */
const OPEN = [
  "readCaller",
  "search",
  "listOrganizations",
  "readOrganization",
  "listOrganizationMembers",
  "removeOrganizationMember",
  "giveRoleToMembers",
  "takeRoleFromMembers",
  "removeOrganizationMembers",
  "listOrganizationRoles",
  "listRolesOfMember",
  "giveRoleToMember",
  "takeRoleFromMember",
  "listOrganizationGroups",
  "readOrganizationGroup",
  "addOrganizationGroup",
  "renameOrganizationGroup",
  "removeOrganizationGroup",
  "listOrganizationGroupMembers",
  "addOrganizationGroupMember",
  "addOrganizationGroupMembers",
  "removeOrganizationGroupMember",
  "listRolesOfOrganizationGroup",
  "giveRoleToOrganizationGroup",
  "takeRoleFromOrganizationGroup",
  "listOrganizationDomains",
  "addOrganizationDomain",
  "verifyOrganizationDomain",
  "removeOrganizationDomain",
  "listOrganizationInvitations",
  "addOrganizationInvitation",
  "invitePeopleIntoOrganization",
  "withdrawOrganizationInvitation",
  "withdrawOrganizationInvitations",
  "sendOrganizationInvitationAgain",
  "sendOrganizationInvitationsAgain",
  "listOrganizationScimTokens",
  "revokeOrganizationScimToken",
];

const everythingOfBeta = () =>
  Promise.all(
    ["organization_member", "organization_role", "organization_domain", "organization_invitation", "scim_token"].map(
      (table) => api.rows(`SELECT * FROM ${table} WHERE organization_id = $1`, [beta]),
    ),
  );

describe("role-02, og.7, og.8: administrators of one organization", () => {
  it("may call these operations, and a new one is decided about here", () => {
    expect(open.map(({ id }) => id).toSorted()).toEqual(OPEN.toSorted());
  });

  it("find neither people nor clients nor other organizations, no matter what their role allows", async () => {
    const found = async (q: string) => (await api.call(`/search?q=${q}`, { token })).body;
    expect(await found("acme")).toMatchObject({ people: [], clients: [], organizations: [{ slug: "acme" }] });
    for (const q of ["beta", "mallory", "alice"]) {
      expect(await found(q)).toEqual({ people: [], clients: [], organizations: [] });
    }
  });

  it.each(below.map((one) => [one.id, one] as const))("role-02: %s of another organization is 404", async (_, one) => {
    const before = await everythingOfBeta();
    expect((await call(one, theirs)).status).toBe(404);
    expect(await everythingOfBeta()).toEqual(before);
  });

  const withThings = below.filter(({ path }) => /:(?!organization\b|role\b)\w+/.test(path));
  it.each(withThings.map((one) => [one.id, one] as const))(
    "role-02: %s of a thing of another organization, by a path of their own, is 404",
    async (_, one) => {
      const before = await everythingOfBeta();
      expect((await call(one, { ...theirs, organization: acme })).status).toBe(404);
      expect(await everythingOfBeta()).toEqual(before);
    },
  );

  it.each(closed.map((one) => [one.id, one] as const))("role-02: %s is 404", async (_, one) => {
    const own = { organization: acme, id: api.alice, person: api.alice, role: everything };
    expect((await call(one, own)).status).toBe(404);
  });

  it("see their own, and only that", async () => {
    const get = async (path: string) => (await api.call(path, { token })).body;
    expect((await get("/organizations")).items).toMatchObject([{ slug: "acme" }]);
    expect(await get("/caller")).toMatchObject({ kind: "person", organization: acme });
    expect((await get(`/organizations/${acme}/members`)).items).toEqual([{ id: api.alice, username: "alice" }]);
  });

  it("og.7: invite, give roles, take them and remove members", async () => {
    const path = `/organizations/${acme}`;
    const act = async (method: string, at: string, body?: object) =>
      (await api.call(`${path}${at}`, { method, token, body, headers: { "if-match": "*" } })).status;
    expect(await act("POST", "/invitations", { email: "otto@example.org", roles: [everything] })).toBe(201);
    await addOrganizationMember(api.database, { organizationId: acme, userId: api.mallory }, by());
    expect(await act("PUT", `/members/${api.mallory}/roles/${everything}`)).toBe(204);
    expect(await act("DELETE", `/members/${api.mallory}/roles/${everything}`)).toBe(204);
    expect(await act("DELETE", `/members/${api.alice}/roles/${everything}`)).toBe(409);
    expect(await act("DELETE", `/members/${api.mallory}`)).toBe(204);
    expect(await api.rows("SELECT FROM organization_member WHERE user_id = $1", [api.mallory])).toHaveLength(1);
  });

  it("are refused at once when they lose the role, or the organization is disabled", async () => {
    const status = async () => (await api.call(`/organizations/${acme}`, { token })).status;
    await api.rows("UPDATE organization SET disabled_at = now() WHERE id = $1", [acme]);
    expect(await status()).toBe(403);
    await api.rows("UPDATE organization SET disabled_at = NULL WHERE id = $1", [acme]);
    expect(await status()).toBe(200);
    await api.rows("DELETE FROM organization_role WHERE organization_id = $1", [acme]);
    expect(await status()).toBe(403);
  });
});
