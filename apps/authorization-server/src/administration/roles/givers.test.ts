/** C2: an invitation gives a role only if the person who put it there may still give it when it is accepted. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { noMail } from "../../../testing/servers/mail.ts";
import { type Giver, OPERATOR } from "../../platform/stores/person/givers.ts";
import { ADMIN_SCOPES } from "../api/scopes.ts";
import { type Api, adminResource, startApi } from "../api/testing/api.ts";
import { addGroup, addGroupMember } from "../groups/groups.ts";
import { findGroup } from "../groups/store.ts";
import { changeInvitedRole, invite } from "../invitations/invitations.ts";
import { anyInvitation } from "../invitations/invited-roles.ts";
import { acceptOrganizationInvitation, inviteIntoOrganization } from "../organizations/organization-invitations.ts";
import { addOrganizationMember, giveOrganizationRole } from "../organizations/organization-members.ts";
import { addOrganization } from "../organizations/organizations.ts";
import { createAccount } from "../people/sign-ups.ts";
import { assignRole } from "./roles.ts";
import { findRoleNamed } from "./store.ts";

let api: Api;
let roles: Record<string, string>;
let acme: string;
let count = 0;
const by = () => byOperatorAt(api.clock.now);
beforeAll(async () => {
  api = await startApi();
  const names = ["owner", "clients", "people", "organizations"];
  const found = names.map(async (name) => [
    name,
    (await findRoleNamed(api.database, { resource: adminResource, name }))?.id,
  ]);
  roles = Object.fromEntries(await Promise.all(found));
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ["role_assignment", "user_group", "organization"]) await api.rows(`DELETE FROM ${table}`);
  await api.rows(
    "UPDATE end_user SET disabled_at = NULL, email_canonical = username || '@example.org', email_verified_at = now()",
  );
  acme = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by())) ?? "";
});

const mallory = (more: object = {}): Giver => ({ kind: "administrator", userId: api.mallory, ...more });
const has = (name: string) =>
  assignRole(api.database, { resource: adminResource, name }, { userId: api.mallory }, by());
async function hasByGroup(name: string) {
  await addGroup(api.database, "Heads", by());
  const groupId = (await findGroup(api.database, "Heads"))?.id ?? "";
  await assignRole(api.database, { resource: adminResource, name }, { groupId }, by());
  await addGroupMember(api.database, { groupId, userId: api.mallory }, by());
}
async function administers() {
  const member = { organizationId: acme, userId: api.mallory };
  await addOrganizationMember(api.database, member, by());
  await giveOrganizationRole(
    api.database,
    { organizationId: acme, roleId: roles.organizations ?? "", to: member },
    by(),
  );
}

/** An invitation of an operator with the role of clients, which `giver` put on it; the roles that come of it. */
async function accepted(giver: Giver | null, madeBy: Giver = OPERATOR): Promise<readonly unknown[] | string> {
  count += 1;
  const canonical = `invited${count}@example.org`;
  const address = { deliverable: canonical, canonical };
  const link = (sent: string) => `/invitation?token=${sent}`;
  const invitation = { address, lifetimeSeconds: 3600, language: "en", link, madeBy };
  await invite({ database: api.database, mail: noMail }, invitation, by(), anyInvitation);
  const [row] = await api.rows("SELECT id FROM invitation WHERE address = $1", [canonical]);
  const invitationId = String(row?.id);
  const change = { id: invitationId, roleId: roles.clients ?? "", isGiven: true, giver: giver ?? OPERATOR };
  await changeInvitedRole(api.database, change, by(), anyInvitation);
  if (giver === null) await api.rows("UPDATE invitation SET role_givers = '{}', made_by = NULL");
  await changed?.();
  const names = { username: undefined, givenName: undefined, familyName: undefined, birthdate: undefined };
  const account = {
    ...names,
    ground: { invitationId },
    wayIn: { passwordHash: "x" },
    locale: "en",
    ageConfirmed: false,
  };
  const at = { at: api.clock.now, address: "192.0.2.1" };
  const made = await createAccount(api.deps, { ...account, documentIds: [] }, at);
  if (made.kind !== "created") return made.kind;
  const given = "SELECT r.name FROM role_assignment a JOIN role r ON r.id = a.role_id WHERE a.user_id = $1";
  return (await api.rows(given, [made.userId])).map(({ name }) => name);
}
/** What happens between the gift and the acceptance. */
let changed: (() => Promise<unknown>) | undefined;
beforeEach(() => {
  changed = undefined;
});

const lose = () => api.rows("DELETE FROM role_assignment");

describe("C2: a role of an invitation is given if its giver may give it now", () => {
  it.each<[string, Giver | null | "mallory", (() => Promise<unknown>)?, (() => Promise<unknown>)?]>([
    ["an operator", OPERATOR],
    ["an owner", "mallory", () => has("owner")],
    ["an owner by a group", "mallory", () => hasByGroup("owner")],
  ])("given by %s", async (_, giver, before) => {
    await before?.();
    expect(await accepted(giver === "mallory" ? mallory() : giver)).toEqual(["clients"]);
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ["lost the role since", () => has("owner"), lose],
    ["lost the group since", () => hasByGroup("owner"), () => api.rows("DELETE FROM group_member")],
    [
      "is disabled",
      () => has("owner"),
      () => api.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [api.mallory]),
    ],
    ["has less than the role gives", () => has("owner"), () => lose().then(() => has("people"))],
    ["may give roles, and has less", () => has("owner"), () => lose().then(() => has("helper"))],
  ])("and not if who gave it %s", async (_, before, after) => {
    await api.rows(
      `INSERT INTO role (id, resource, name, scopes, created_at) VALUES (gen_random_uuid(), $1, 'helper', $2, now())
       ON CONFLICT DO NOTHING`,
      [adminResource, ["roles:write", "people:write"]],
    );
    await before();
    changed = after;
    expect(await accepted(mallory())).toEqual([]);
    const [event] = await api.rows(
      "SELECT detail FROM audit_event WHERE type = 'invited_role_withheld' ORDER BY id DESC LIMIT 1",
    );
    expect(event).toMatchObject({ detail: { name: "clients", giver: mallory() } });
  });

  it("nor if the invitation of an earlier version does not say who gave it; the account is created", async () => {
    expect(await accepted(null)).toEqual([]);
  });

  it("nor by a right that counts only in an organization", async () => {
    await administers();
    expect(await accepted(mallory())).toEqual([]);
    expect(await accepted(mallory({ organizationId: acme }))).toEqual([]);
  });

  it("and the invitation of a giver who may not invite any more is void, and closed with a reason", async () => {
    await has("people");
    changed = lose;
    expect(await accepted(OPERATOR, mallory())).toBe("void");
    const [event] = await api.rows("SELECT type, actor, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({ type: "invitation_withdrawn", actor: "schedule", detail: { reason: "maker" } });
    expect(await api.rows("SELECT FROM invitation")).toEqual([]);
  });

  it("only operators give anything while the API is off", async () => {
    await has("owner");
    const api_ = api.deps.administration;
    Object.assign(api.deps, { administration: undefined });
    expect([await accepted(mallory()), await accepted(OPERATOR)]).toEqual([[], ["clients"]]);
    Object.assign(api.deps, { administration: api_ });
  });
});

describe("C2: an invitation into an organization counts if its maker may invite now", () => {
  /** Alice accepts an invitation that gives the role of organizations' administrators. */
  async function joined(madeBy: Giver): Promise<readonly unknown[] | "void"> {
    let token = "";
    const link = (sent: string) => {
      token = sent;
      return `/invitation?token=${sent}`;
    };
    const canonical = "alice@example.org";
    const invitation = {
      ...{ organizationId: acme, address: { deliverable: canonical, canonical }, roleIds: [roles.organizations ?? ""] },
      ...{ lifetimeSeconds: 3600, language: "en", takesSignUps: false, link, madeBy },
    };
    const id = await inviteIntoOrganization({ database: api.database, mail: noMail }, invitation, by(), anyInvitation);
    await changed?.();
    const accepting = { userId: api.alice, id: id ?? "", token };
    if (!(await acceptOrganizationInvitation(api.deps, accepting, by()))) return "void";
    const given = "SELECT r.name FROM organization_role a JOIN role r ON r.id = a.role_id WHERE a.user_id = $1";
    return (await api.rows(given, [api.alice])).map(({ name }) => name);
  }

  it.each<[string, () => Giver, (() => Promise<unknown>)?]>([
    ["an operator", () => OPERATOR],
    ["an administrator of the deployment", () => mallory(), () => has("organizations")],
    ["an administrator of the organization", () => mallory({ organizationId: acme }), administers],
  ])("made by %s", async (_, giver, before) => {
    await before?.();
    expect(await joined(giver())).toEqual(["organizations"]);
  });

  it.each<[string, () => Giver, () => Promise<unknown>, () => Promise<unknown>]>([
    ["who lost the role", () => mallory(), () => has("organizations"), lose],
    [
      "a person who no longer administers the organization",
      () => mallory({ organizationId: acme }),
      administers,
      () => api.rows("DELETE FROM organization_role"),
    ],
    [
      "who is no member any more",
      () => mallory({ organizationId: acme }),
      administers,
      () => api.rows("DELETE FROM organization_member"),
    ],
    [
      "who is disabled",
      () => mallory({ organizationId: acme }),
      administers,
      () => api.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [api.mallory]),
    ],
    [
      "who administers the deployment, and did so in the organization",
      () => mallory({ organizationId: acme }),
      administers,
      () => api.rows("DELETE FROM organization_role").then(() => has("organizations")),
    ],
  ])("and not if made by a person %s", async (_, giver, before, after) => {
    await before();
    changed = after;
    expect(await joined(giver())).toBe("void");
    expect(await api.rows("SELECT FROM organization_member WHERE user_id = $1", [api.alice])).toEqual([]);
    const [event] = await api.rows("SELECT type, actor, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    const detail = { organization: acme, reason: "maker" };
    expect(event).toMatchObject({ type: "organization_invitation_withdrawn", actor: "schedule", detail });
  });

  it("a role that the maker has less than gives is left out, and the membership begins", async () => {
    await has("organizations");
    changed = () =>
      api.rows("UPDATE role SET scopes = $1 WHERE name = 'organizations'", [["organizations:write", "audit:read"]]);
    await api.rows(
      "INSERT INTO role (id, resource, name, scopes, created_at) VALUES (gen_random_uuid(), $1, 'inviter', $2, now())",
      [adminResource, ["organizations:write"]],
    );
    await has("inviter");
    const before = changed;
    changed = () =>
      before().then(() => api.rows("DELETE FROM role_assignment WHERE role_id = $1", [roles.organizations]));
    expect(await joined(mallory())).toEqual([]);
    expect(await api.rows("SELECT FROM organization_member WHERE user_id = $1", [api.alice])).toHaveLength(1);
    await api.rows("UPDATE role SET scopes = $1 WHERE name = 'organizations'", [
      ADMIN_SCOPES.filter((scope) => scope.startsWith("organizations")),
    ]);
  });
});
