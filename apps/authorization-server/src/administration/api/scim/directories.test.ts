/** What Entra ID and Okta send, in the order in which they do, as their documentation has it. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Organization, type ScimApi, startScim } from "./testing/scim.ts";

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

let api: ScimApi;
beforeAll(async () => {
  api = await startScim();
});
afterAll(() => api.close());

const listed = async (organization: Organization, path: string) => {
  const { status, body } = await organization.scim(path);
  expect(status).toBe(200);
  return body.Resources;
};

describe("Entra ID", () => {
  let contoso: Organization;
  beforeAll(async () => {
    contoso = await api.organization("contoso", "contoso.example");
  });
  const patch = (path: string, ...Operations: readonly object[]) =>
    contoso.scim(path, { method: "PATCH", body: { schemas: [PATCH_OP], Operations } });

  it("tests the connection with a user that there is not", async () => {
    expect(await listed(contoso, '/Users?filter=userName+eq+"non-existent@contoso.example"')).toEqual([]);
  });

  it("creates, updates, disables, restores and deletes a user", async () => {
    const body = {
      schemas: [USER, ENTERPRISE],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: "Test_User_ab6490ee@contoso.example",
      active: true,
      emails: [{ primary: true, type: "work", value: "Test_User_fd0ea19b@contoso.example" }],
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
    };
    const made = await contoso.scim("/Users", { method: "POST", body });
    expect([made.status, made.body.active]).toEqual([201, true]);
    const path = `/Users/${made.body.id}`;
    expect(await listed(contoso, `/Users?filter=externalId eq "${body.externalId}"`)).toHaveLength(1);

    const updated = await patch(
      path,
      { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@contoso.example" },
      { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Sales" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+15550100" },
      { op: "Add", value: { "name.givenName": "updatedGivenName", [`${ENTERPRISE}:employeeNumber`]: "42" } },
    );
    expect(updated.body).toMatchObject({
      emails: [{ primary: true, type: "work", value: "updatedEmail@contoso.example" }],
      name: { familyName: "updatedFamilyName", givenName: "updatedGivenName" },
      phoneNumbers: [{ type: "mobile", value: "+15550100" }],
      [ENTERPRISE]: { department: "Sales", employeeNumber: "42" },
    });
    expect((await patch(path, { op: "Replace", path: "active", value: "False" })).body.active).toBe(false);
    expect((await patch(path, { op: "Replace", path: "active", value: "True" })).body.active).toBe(true);
    expect((await contoso.scim(path, { method: "DELETE" })).status).toBe(204);
    expect((await contoso.scim(path)).status).toBe(404);
  });

  it("creates and fills a group, and asks for it without its members", async () => {
    const user = await contoso.scim("/Users", { method: "POST", body: { userName: "member@contoso.example" } });
    const body = {
      schemas: [
        "urn:ietf:params:scim:schemas:core:2.0:Group",
        "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
      ],
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "displayName",
      meta: { resourceType: "Group" },
    };
    const { id } = (await contoso.scim("/Groups", { method: "POST", body })).body;
    const value = [{ $ref: null, value: user.body.id }];
    expect((await patch(`/Groups/${id}`, { op: "Add", path: "members", value })).status).toBe(200);
    const [found] = await listed(contoso, '/Groups?excludedAttributes=members&filter=displayName eq "displayName"');
    expect(found).toMatchObject({ id, externalId: body.externalId });
    expect(found).not.toHaveProperty("members");
    const isMember = `/Groups?filter=id eq "${id}" and members eq "${user.body.id}"`;
    expect(await listed(contoso, isMember)).toHaveLength(1);
    await patch(`/Groups/${id}`, { op: "Remove", path: "members", value });
    expect(await listed(contoso, isMember)).toEqual([]);
  });
});

describe("Okta", () => {
  let okta: Organization;
  beforeAll(async () => {
    okta = await api.organization("okta", "okta.example");
  });

  it("creates a user with a password, which is ignored, and updates it as a whole", async () => {
    expect(await listed(okta, '/Users?filter=userName eq "test.user@okta.example"&startIndex=1&count=100')).toEqual([]);
    const body = {
      schemas: [USER],
      userName: "test.user@okta.example",
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: "test.user@okta.example", type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const made = await okta.scim("/Users", { method: "POST", body });
    expect(made.status).toBe(201);
    const path = `/Users/${made.body.id}`;
    const sent = { ...made.body, name: { ...body.name, familyName: "Changed" }, password: "another" };
    const put = await okta.scim(path, { method: "PUT", body: sent });
    expect([put.status, put.body.name.familyName]).toEqual([200, "Changed"]);
    const Operations = [{ op: "replace", value: { active: false } }];
    const off = await okta.scim(path, { method: "PATCH", body: { schemas: [PATCH_OP], Operations } });
    expect(off.body.active).toBe(false);
    const account = "SELECT password_hash, disabled_at FROM end_user WHERE id = $1";
    const { rows } = await api.database.pool.query(account, [made.body.id]);
    expect(rows[0]).toMatchObject({ password_hash: null, disabled_at: expect.any(Date) });
  });

  it("pushes a group", async () => {
    const user = (await okta.scim("/Users", { method: "POST", body: { userName: "pushed@okta.example" } })).body;
    const group = { schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"], displayName: "Test SCIMv2" };
    const { id } = (await okta.scim("/Groups", { method: "POST", body: { ...group, members: [] } })).body;
    const change = (...Operations: readonly object[]) =>
      okta.scim(`/Groups/${id}`, { method: "PATCH", body: { schemas: [PATCH_OP], Operations } });
    await change({ op: "replace", value: { id, displayName: "Test SCIMv2 renamed" } });
    const value = [{ value: user.id, display: "pushed@okta.example" }];
    expect((await change({ op: "add", path: "members", value })).body).toMatchObject({
      displayName: "Test SCIMv2 renamed",
      members: [{ value: user.id }],
    });
    expect((await change({ op: "remove", path: `members[value eq "${user.id}"]` })).body).not.toHaveProperty("members");
    expect((await okta.scim(`/Groups/${id}`, { method: "DELETE" })).status).toBe(204);
  });
});

describe("docs/scim.md", () => {
  it("has commands that work", async () => {
    const acme = await api.organization("acme", "acme.example");
    const page = await readFile(new URL("../../../../../../docs/scim.md", import.meta.url), "utf8");
    const commands = page.slice(page.indexOf("3. Try it.")).split("```sh\n")[1]?.split("```")[0] ?? "";
    const here = commands.replace(/^ *SCIM=.*$/m, `SCIM=${api.adminOrigin}/scim/v2`).replace(/^ *TOKEN=…$/m, "");
    const env = { PATH: process.env.PATH, TOKEN: acme.token };
    const { stdout } = await promisify(execFile)("bash", ["-ec", here], { env });
    expect(stdout).toContain('"bulk":{"supported":false');
    expect(stdout.match(/"userName":"ann"/g)).toHaveLength(2);
    expect(stdout).toContain('"totalResults":1');
  });
});
