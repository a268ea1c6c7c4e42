import { ENTERPRISE_SCHEMA, USER_SCHEMA } from "@countersign/scim";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { noon } from "../../../../testing/world.ts";
import { removeOrganizationMember } from "../../organizations/organization-members.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

let api: ScimApi;
let acme: Organization;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme", "acme.example");
});
afterAll(() => api.close());

let count = 0;
const created = async (more: object = {}, at = acme) => {
  const userName = `person${++count}@${at.slug}.example`;
  const { status, body } = await at.scim("/Users", {
    method: "POST",
    body: { schemas: [USER_SCHEMA], userName, ...more },
  });
  expect(status).toBe(201);
  return body;
};
const patch = (id: string, ...Operations: readonly object[]) =>
  acme.scim(`/Users/${id}`, { method: "PATCH", body: { Operations } });
const accountOf = async (id: string) =>
  (await api.database.pool.query("SELECT * FROM end_user WHERE id = $1", [id])).rows[0];
const isMember = async (organization: Organization, id: string) =>
  (
    await api.database.pool.query("SELECT FROM organization_member WHERE organization_id = $1 AND user_id = $2", [
      organization.id,
      id,
    ])
  ).rowCount === 1;
const join = (organization: Organization, id: string) =>
  api.database.pool.query("INSERT INTO organization_member VALUES ($1, $2, now())", [organization.id, id]);

describe("RFC 7644 §3.3: creating a user", () => {
  it("creates an account that is a member, with its address proved by the domain of the organization", async () => {
    const body = {
      schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
      userName: "bjensen@acme.example",
      externalId: "701984",
      name: { givenName: "Barbara", familyName: "Jensen" },
      displayName: "Babs Jensen",
      emails: [{ value: "bjensen@acme.example", type: "work", primary: true }],
      locale: "en-US",
      [ENTERPRISE_SCHEMA]: { department: "Tours" },
    };
    const answer = await acme.scim("/Users", { method: "POST", body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...body, active: true, meta: { resourceType: "User" } });
    const { id, meta } = answer.body;
    expect(answer.headers.get("location")).toBe(meta.location);
    expect(answer.headers.get("etag")).toBe(meta.version);
    expect(answer.headers.get("content-type")).toBe("application/scim+json");
    expect(meta.location).toBe(`http://localhost:4007/scim/v2/Users/${id}`);
    expect((await acme.scim(`/Users/${id}`)).body).toEqual(answer.body);

    expect(await accountOf(id)).toMatchObject({
      username: "bjensen@acme.example",
      password_hash: null,
      name: "Babs Jensen",
      given_name: "Barbara",
      email: "bjensen@acme.example",
      email_verified: true,
      locale: "en-US",
      disabled_at: null,
    });
    expect(await isMember(acme, id)).toBe(true);
    expect(await api.actsOn(id)).toEqual(["user_added", "organization_member_added", "profile_changed"]);
    const { rows } = await api.database.pool.query("SELECT actor, actor_id FROM audit_event WHERE user_id = $1", [id]);
    expect(new Set(rows.map((row) => `${row.actor} ${row.actor_id}`))).toEqual(new Set([`directory ${acme.tokenId}`]));
  });

  it("an address of another domain is not proved", async () => {
    const { id } = await created({ emails: [{ value: "p@elsewhere.example" }] });
    expect(await accountOf(id)).toMatchObject({
      email: "p@elsewhere.example",
      email_verified: false,
      email_verified_at: null,
    });
  });

  it("a username that any account has is refused", async () => {
    const { userName } = await created();
    for (const name of [userName.toUpperCase(), "alice"]) {
      const { status, body } = await acme.scim("/Users", { method: "POST", body: { userName: name } });
      expect([name, status, body.scimType]).toEqual([name, 409, "uniqueness"]);
    }
  });

  it("refuses usernames of domains that are not the organization's, reserved ones and lookalikes", async () => {
    const names = [
      "ceo@other.example",
      "x@acme.example.evil.example",
      "admin",
      "root",
      "аlice",
      "a b",
      "a@b@acme.example",
    ];
    for (const userName of names) {
      const { status, body } = await acme.scim("/Users", { method: "POST", body: { userName } });
      expect([userName, status, body.scimType]).toEqual([userName, 400, "invalidValue"]);
    }
  });

  it("ignores the password that Okta sends, and shows none", async () => {
    const user = await created({ password: "1mz050nq-secret" });
    expect(JSON.stringify(user)).not.toContain("password");
    expect((await accountOf(user.id)).password_hash).toBeNull();
  });
});

describe("RFC 7644 §3.5.1: replacing a user", () => {
  it("removes what is not sent, and leaves active as it is", async () => {
    const { id, userName } = await created({ title: "Guide", externalId: "1" });
    const { status, body } = await acme.scim(`/Users/${id}`, { method: "PUT", body: { userName, nickName: "Babs" } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ nickName: "Babs", active: true });
    expect(body).not.toHaveProperty("title");
    expect(body).not.toHaveProperty("externalId");
  });

  it("renames an account of the organization", async () => {
    const { id } = await created();
    const userName = `renamed${count}@acme.example`;
    expect((await acme.scim(`/Users/${id}`, { method: "PUT", body: { userName } })).body.userName).toBe(userName);
    expect(await api.actsOn(id)).toContain("username_changed");
    const { id: other } = await created();
    const { status, body } = await acme.scim(`/Users/${other}`, { method: "PUT", body: { userName } });
    expect([status, body.scimType]).toEqual([409, "uniqueness"]);
  });
});

describe("RFC 7644 §3.5.2: active", () => {
  it("false disables an account of the organization at once, and true enables it again", async () => {
    const { id } = await created();
    expect((await patch(id, { op: "Replace", path: "active", value: "False" })).body.active).toBe(false);
    expect((await accountOf(id)).disabled_at).not.toBeNull();
    expect((await patch(id, { op: "replace", value: { active: true } })).body.active).toBe(true);
    expect((await accountOf(id)).disabled_at).toBeNull();
    expect((await api.actsOn(id)).slice(-2)).toEqual(["user_disabled", "user_enabled"]);
  });

  it("true does not enable an account that an administrator disabled", async () => {
    const { id } = await created();
    await api.database.pool.query("UPDATE end_user SET disabled_at = now() WHERE id = $1", [id]);
    expect((await patch(id, { op: "replace", path: "active", value: false })).status).toBe(200);
    const { status, body } = await patch(id, { op: "replace", path: "active", value: true });
    expect([status, body.scimType]).toEqual([400, "mutability"]);
    expect((await accountOf(id)).disabled_at).not.toBeNull();
  });

  it("false ends only the membership of a person whose account the organization did not create", async () => {
    await join(acme, api.alice);
    expect((await acme.scim(`/Users/${api.alice}`)).body).toMatchObject({ userName: "alice", active: true });
    expect((await patch(api.alice, { op: "replace", path: "active", value: false })).body.active).toBe(false);
    expect(await isMember(acme, api.alice)).toBe(false);
    expect((await accountOf(api.alice)).disabled_at).toBeNull();
    expect((await patch(api.alice, { op: "replace", path: "active", value: true })).body.active).toBe(true);
    expect(await isMember(acme, api.alice)).toBe(true);
  });
});

describe("a person who left by themselves", () => {
  const activate = (id: string, active = true) => patch(id, { op: "replace", path: "active", value: active });
  const left = (userId: string) =>
    removeOrganizationMember(api.database, { organizationId: acme.id, userId }, byOperatorAt(noon));

  it("is not joined again by the directory, though it created the account, while they are elsewhere too", async () => {
    const { id } = await created();
    await join(await api.organization(`other${++count}`), id);
    await left(id);
    const { status, body } = await activate(id);
    expect([status, body.scimType]).toEqual([400, "mutability"]);
    expect(await isMember(acme, id)).toBe(false);
  });

  it("is not joined again, though the directory ended an earlier membership", async () => {
    const guest = await api.stranger("carol");
    await join(acme, guest);
    expect((await activate(guest, false)).status).toBe(200);
    await join(acme, guest);
    await left(guest);
    expect((await activate(guest)).status).toBe(404);
    expect(await isMember(acme, guest)).toBe(false);
  });

  it("is joined again if the account is the organization's own", async () => {
    const { id } = await created();
    await left(id);
    expect((await activate(id)).body.active).toBe(true);
    expect(await isMember(acme, id)).toBe(true);
  });
});

describe("whose account it is", () => {
  it("a person of another organization keeps username, claims, address and account", async () => {
    const other = await api.organization(`other${++count}`);
    const { id } = await created({ emails: [{ value: `mine${count}@acme.example` }], displayName: "Before" });
    await join(other, id);
    const before = await accountOf(id);
    const renamed = await patch(id, { op: "replace", path: "userName", value: "new@acme.example" });
    expect([renamed.status, renamed.body.scimType]).toEqual([400, "mutability"]);
    const changed = await patch(
      id,
      { op: "replace", path: "displayName", value: "After" },
      { op: "replace", path: "emails", value: [{ value: "thief@acme.example" }] },
      { op: "replace", path: "active", value: false },
    );
    expect(changed.body).toMatchObject({ displayName: "After", active: false });
    expect(await accountOf(id)).toEqual(before);
    expect(await isMember(other, id)).toBe(true);
  });

  it("role-05: an account with a role of administration is not the organization's to change", async () => {
    const { id } = await created({ emails: [{ value: "safe@acme.example" }] });
    await api.database.pool.query(
      `INSERT INTO role_assignment (id, role_id, user_id, created_at)
       SELECT gen_random_uuid(), id, $1, now() FROM role WHERE name = 'owner'`,
      [id],
    );
    await patch(id, { op: "replace", path: "emails", value: [{ value: "thief@acme.example" }] });
    await patch(id, { op: "replace", path: "active", value: false });
    expect(await accountOf(id)).toMatchObject({ email: "safe@acme.example", disabled_at: null });
    expect((await acme.scim(`/Users/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await accountOf(id)).toMatchObject({ deletion_due_at: null, disabled_at: null });
  });

  it("shows of a member who joined otherwise nothing but the username", async () => {
    const stranger = await api.stranger("guest");
    await join(acme, stranger);
    const { body } = await acme.scim(`/Users/${stranger}`);
    expect(Object.keys(body).sort()).toEqual(["active", "id", "meta", "schemas", "userName"]);
  });
});

describe("RFC 7644 §3.6: deleting a user", () => {
  it("disables an account of the organization, which is erased after the grace period", async () => {
    const { id } = await created();
    expect((await acme.scim(`/Users/${id}`, { method: "DELETE" })).status).toBe(204);
    const { disabled_at, deletion_due_at } = await accountOf(id);
    expect(disabled_at).not.toBeNull();
    expect(deletion_due_at.getTime() - disabled_at.getTime()).toBe(7 * 86_400_000);
    for (const method of ["GET", "DELETE"]) expect((await acme.scim(`/Users/${id}`, { method })).status).toBe(404);
    expect((await api.actsOn(id)).slice(-2)).toEqual(["deletion_requested", "organization_member_removed"]);
  });

  it("ends only the membership of another person", async () => {
    const stranger = await api.stranger("bob");
    await join(acme, stranger);
    expect((await acme.scim(`/Users/${stranger}`, { method: "DELETE" })).status).toBe(204);
    expect(await accountOf(stranger)).toMatchObject({ disabled_at: null, deletion_due_at: null });
    expect((await acme.scim(`/Users/${stranger}`)).status).toBe(404);
  });
});

describe("RFC 7644 §3.14: versions", () => {
  it("refuses a change that was meant for another version", async () => {
    const { id, meta } = await created();
    expect((await acme.scim(`/Users/${id}`, { headers: { "if-none-match": meta.version } })).status).toBe(304);
    const change = (version: string) =>
      acme.scim(`/Users/${id}`, {
        method: "PATCH",
        body: { Operations: [{ op: "add", path: "title", value: version }] },
        headers: { "if-match": version },
      });
    expect((await change(meta.version)).status).toBe(200);
    expect((await change(meta.version)).status).toBe(412);
    expect((await acme.scim(`/Users/${id}`, { method: "DELETE", headers: { "if-match": meta.version } })).status).toBe(
      412,
    );
  });
});
