import { GROUP_SCHEMA } from "@countersign/scim";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminResource } from "../testing/api.ts";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

let api: ScimApi;
let acme: Organization;
let ann: string;
let ben: string;
beforeAll(async () => {
  api = await startScim();
  acme = await api.organization("acme");
  [ann, ben] = [await user("ann"), await user("ben")];
});
afterAll(() => api.close());

const user = async (userName: string): Promise<string> =>
  (await acme.scim("/Users", { method: "POST", body: { userName } })).body.id;
let count = 0;
const made = async (...members: readonly string[]): Promise<string> => {
  const body = { displayName: `Group ${++count}`, members: members.map((value) => ({ value })) };
  return (await acme.scim("/Groups", { method: "POST", body })).body.id;
};
const patch = (id: string, ...Operations: readonly object[]) =>
  acme.scim(`/Groups/${id}`, { method: "PATCH", body: { Operations } });
const membersOf = async (id: string) =>
  ((await acme.scim(`/Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value).sort();

describe("RFC 7643 §4.2: groups", () => {
  it("are created with members, and are shown in their users", async () => {
    const body = { schemas: [GROUP_SCHEMA], displayName: "Guides", externalId: "g1", members: [{ value: ann }] };
    const answer = await acme.scim("/Groups", { method: "POST", body });
    expect(answer.status).toBe(201);
    const { id, meta } = answer.body;
    const $ref = `http://localhost:4007/scim/v2/Users/${ann}`;
    const members = [{ value: ann, $ref, type: "User" }];
    expect(answer.body).toMatchObject({ ...body, members, meta: { resourceType: "Group" } });
    expect(answer.headers.get("location")).toBe(meta.location);
    const groups = [{ value: id, $ref: meta.location, display: "Guides" }];
    expect((await acme.scim(`/Users/${ann}`)).body.groups).toEqual(groups);
    expect((await acme.scim(`/Users?filter=groups%20eq%20"${id}"`)).body.Resources[0].id).toBe(ann);
  });

  it("have a name that no other group of the organization has", async () => {
    const again = await acme.scim("/Groups", { method: "POST", body: { displayName: "guides" } });
    expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);
    const other = await api.organization(`other${++count}`);
    expect((await other.scim("/Groups", { method: "POST", body: { displayName: "Guides" } })).status).toBe(201);
  });

  it("are found by name, externalId and member; Entra leaves the members out", async () => {
    const find = async (filter: string, more = "") =>
      (await acme.scim(`/Groups?filter=${encodeURIComponent(filter)}${more}`)).body.Resources;
    expect(await find('displayName eq "GUIDES"')).toMatchObject([{ displayName: "Guides", members: [{ value: ann }] }]);
    const [group] = await find('externalId eq "g1"', "&excludedAttributes=members");
    expect(group).not.toHaveProperty("members");
    expect(await find(`id eq "${group.id}" and members eq "${ann}"`)).toHaveLength(1);
    expect(await find(`id eq "${group.id}" and members eq "${ben}"`)).toHaveLength(0);
    expect(await find(`members[value eq "${ann}"]`)).toHaveLength(1);
  });
});

describe("RFC 7644 §3.5.2: changing groups", () => {
  it("adds and removes members as Entra and Okta do", async () => {
    const id = await made();
    await patch(id, { op: "Add", path: "members", value: [{ value: ann }, { value: ben.toUpperCase() }] });
    expect(await membersOf(id)).toEqual([ann, ben].sort());
    await patch(id, { op: "Remove", path: "members", value: [{ value: ann }] });
    expect(await membersOf(id)).toEqual([ben]);
    await patch(
      id,
      { op: "remove", path: `members[value eq "${ben}"]` },
      { op: "add", path: "members", value: [{ value: ann }] },
    );
    expect(await membersOf(id)).toEqual([ann]);
    await patch(id, { op: "replace", path: "members", value: [{ value: ben }] });
    expect(await membersOf(id)).toEqual([ben]);
    await patch(id, { op: "remove", path: "members" });
    expect(await membersOf(id)).toEqual([]);
  });

  it("renames, replaces and deletes", async () => {
    const id = await made(ann);
    const renamed = await patch(id, { op: "replace", value: { id, displayName: `Renamed ${count}` } });
    expect(renamed.body.displayName).toBe(`Renamed ${count}`);
    const body = { displayName: `Replaced ${count}`, members: [{ value: ben }] };
    expect((await acme.scim(`/Groups/${id}`, { method: "PUT", body })).body).toMatchObject(body);
    expect((await acme.scim(`/Groups/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await acme.scim(`/Groups/${id}`)).status).toBe(404);
    const { rows } = await api.database.pool.query(
      "SELECT type FROM audit_event WHERE detail->>'group' = $1 ORDER BY id",
      [id],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      ...["group_added", "group_member_added", "group_renamed", "group_renamed"],
      ...["group_member_removed", "group_member_added", "group_removed"],
    ]);
  });

  it("refuses a change that was meant for another version", async () => {
    const id = await made();
    const version = (await acme.scim(`/Groups/${id}`)).headers.get("etag") ?? "";
    await patch(id, { op: "add", path: "members", value: [{ value: ann }] });
    const stale = await acme.scim(`/Groups/${id}`, { method: "DELETE", headers: { "if-match": version } });
    expect(stale.status).toBe(412);
  });

  it("removes a user whose membership ends from the groups of the organization", async () => {
    const stranger = await api.stranger("bob");
    await api.database.pool.query("INSERT INTO organization_member VALUES ($1, $2, now())", [acme.id, stranger]);
    const id = await made(ann, stranger);
    await acme.scim(`/Users/${stranger}`, {
      method: "PATCH",
      body: { Operations: [{ op: "replace", value: { active: false } }] },
    });
    expect(await membersOf(id)).toEqual([ann]);
  });
});

describe("role-05: groups with a role of administration", () => {
  it("role-05: SCIM adds no person to such a group, and changes nothing of it", async () => {
    const id = await made(ben);
    await api.database.pool.query(
      `INSERT INTO organization_role (id, organization_id, role_id, group_id, created_at)
       SELECT gen_random_uuid(), $1, id, $2, now() FROM role WHERE resource = $3 AND name = 'owner'`,
      [acme.id, id, adminResource],
    );
    const add = { op: "add", path: "members", value: [{ value: ann }] };
    expect((await patch(id, add)).status).toBe(403);
    expect((await patch(id, { op: "replace", value: { displayName: "x" } })).status).toBe(403);
    const body = { displayName: "x", members: [{ value: ann }] };
    expect((await acme.scim(`/Groups/${id}`, { method: "PUT", body })).status).toBe(403);
    expect((await acme.scim(`/Groups/${id}`, { method: "DELETE" })).status).toBe(403);
    expect(await membersOf(id)).toEqual([ben]);
  });

  it("role-05: SCIM does not find the groups of the deployment", async () => {
    const { rows } = await api.database.pool.query(
      `INSERT INTO user_group (id, name, name_key, created_at) VALUES (gen_random_uuid(), 'Owners', 'owners', now())
       RETURNING id`,
    );
    const add = { op: "add", path: "members", value: [{ value: ann }] };
    expect((await patch(rows[0].id, add)).status).toBe(404);
  });
});
