/** A11: the last owner stays, no matter by which door they would go. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Organization, type ScimApi, startScim } from "../../src/administration/api/scim/testing/scim.ts";
import { ADMIN_SCOPES } from "../../src/administration/api/scopes.ts";
import { adminResource } from "../../src/administration/api/testing/api.ts";
import { addGroup, addGroupMember } from "../../src/administration/groups/groups.ts";
import { findGroup } from "../../src/administration/groups/store.ts";
import { removeOrganizationMember } from "../../src/administration/organizations/organization-members.ts";
import { removeOrganization } from "../../src/administration/organizations/organizations.ts";
import { reopenForCancelling, requestDeletion } from "../../src/administration/people/deletion.ts";
import { disablePerson } from "../../src/administration/people/people.ts";
import { isRefused } from "../../src/administration/refused.ts";
import { ownersAt } from "../../src/administration/roles/kept-role.ts";
import { assignRole } from "../../src/administration/roles/roles.ts";
import { findRoleNamed } from "../../src/administration/roles/store.ts";
import { endSessionsFrom } from "../../src/administration/sessions/provider-logouts.ts";
import { run } from "../../src/cli/program.ts";
import { eraseDue } from "../../src/platform/jobs/erase-accounts.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { openBrowser } from "../browser.ts";
import { signIn } from "../flows.ts";
import { issuer } from "../world.ts";

let api: ScimApi;
let acme: Organization;
/** A program that may do everything. */
let token: string;
let roleId: string;
/** The group that makes Alice an owner, where a test begins with one. */
let groupId: string;
let folder: string;
const owner = { resource: adminResource, name: "owner" };
const by = () => byOperatorAt(api.clock.now);

beforeAll(async () => {
  api = await startScim();
  folder = mkdtempSync(join(tmpdir(), "countersign-owner-"));
  token = await api.tokenOf(...ADMIN_SCOPES);
  roleId = (await findRoleNamed(api.database, owner))?.id ?? "";
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});
beforeEach(async () => {
  for (const table of ["role_assignment", "user_group", "organization"]) await api.rows(`DELETE FROM ${table}`);
  await api.rows("UPDATE end_user SET disabled_at = NULL, deletion_due_at = NULL, deletion_token_hash = NULL");
  acme = await api.organization("acme", "acme.example");
});

const ownerBySelf = () => assignRole(api.database, owner, { userId: api.alice }, by());
async function ownerByGroup() {
  await addGroup(api.database, "Owners", by());
  groupId = (await findGroup(api.database, "Owners"))?.id ?? "";
  await assignRole(api.database, owner, { groupId }, by());
  await addGroupMember(api.database, { groupId, userId: api.alice }, by());
}
const owners = async () =>
  (
    await api.rows(
      `SELECT DISTINCT u.username FROM end_user u
         LEFT JOIN group_member m ON m.user_id = u.id
         JOIN role_assignment a ON a.user_id = u.id OR a.group_id = m.group_id
         JOIN role r ON r.id = a.role_id AND r.name = 'owner' AND r.scopes @> $1
        WHERE u.disabled_at IS NULL AND u.deletion_due_at IS NULL ORDER BY 1`,
      [[...ADMIN_SCOPES]],
    )
  ).map(({ username }) => username);

/** What the caller is told: the status or exit code, and a sentence. */
type Told = readonly [code: number, sentence: string];

const call = async (method: string, path: string, body?: object): Promise<Told> => {
  const isConditional = method === "PATCH" || path === `/people/${api.alice}`;
  const headers = isConditional ? { "if-match": "*" } : {};
  const answer = await api.call(path, { method, token, body, headers });
  return [answer.status, String(answer.body?.detail)];
};
const command = async (...argv: string[]): Promise<Told> => {
  const err: string[] = [];
  const exitCode = await run(argv, {
    environment: { DATABASE_URL: api.connectionString, ISSUER: issuer, ADMIN_URL: "http://localhost:4007" },
    stdin: Readable.from([]),
    print: () => {},
    complain: (text) => err.push(text),
    terminal: new PassThrough(),
    now: () => api.clock.now,
  });
  return [exitCode, err.join("\n")];
};
const page = async (): Promise<Told> => {
  const browser = openBrowser(api.origin);
  await signIn(browser, await browser.get("/account"), "alice");
  const asked = await browser.get("/account/delete");
  const { status, body } = await browser.submit(asked, "/account/delete", { username: "alice", action: "delete" });
  return [status, body];
};
/** A configuration that has the group and none of its roles. */
const WITHOUT_ROLE = JSON.stringify({ managed_by: "x", groups: [{ name: "Owners", roles: [] }] });
const applied = async (): Promise<Told> => {
  const plan = await api.call("/configuration/plan", { method: "POST", token, body: { configuration: WITHOUT_ROLE } });
  const headers = { "if-match": plan.headers.get("etag") ?? "" };
  const body = { configuration: WITHOUT_ROLE };
  const answer = await api.call("/configuration/apply", { method: "POST", token, body, headers });
  return [answer.status, String(answer.body?.detail)];
};
const appliedByCommand = () => {
  const file = join(folder, "configuration.json");
  writeFileSync(file, WITHOUT_ROLE);
  return command("apply", file);
};

const LAST = /last owner/;
/** The same where no other owner helps: the role goes with the resource server. */
const WITH_THE_ROLE = /last owner/;
/** Doors by which an owner could go, and how the last one is told that they do not. */
const REFUSED: readonly (readonly [string, () => Promise<unknown>, () => Promise<Told>, number, RegExp])[] = [
  ["the page that deletes the own account", ownerBySelf, page, 422, /last person with the role “owner”/],
  ["disabling in the API", ownerBySelf, () => call("POST", `/people/${api.alice}/disable`), 409, LAST],
  ["deleting in the API", ownerBySelf, () => call("DELETE", `/people/${api.alice}`), 409, LAST],
  ["taking the role", ownerBySelf, () => call("DELETE", `/people/${api.alice}/roles/${roleId}`), 409, LAST],
  ["deleting the role", ownerBySelf, () => call("DELETE", `/roles/${roleId}`), 409, /every deployment/],
  [
    "changing the role",
    ownerBySelf,
    () => call("PATCH", `/roles/${roleId}`, { scopes: ["people:read"] }),
    409,
    /every deployment/,
  ],
  [
    "deleting the API's own resource server",
    ownerBySelf,
    () => call("DELETE", `/resource-servers/${encodeURIComponent(adminResource)}`),
    409,
    /the service itself/,
  ],
  ["leaving the group", ownerByGroup, () => call("DELETE", `/groups/${groupId}/members/${api.alice}`), 409, LAST],
  ["taking the role of the group", ownerByGroup, () => call("DELETE", `/groups/${groupId}/roles/${roleId}`), 409, LAST],
  ["deleting the group", ownerByGroup, () => call("DELETE", `/groups/${groupId}`), 409, LAST],
  ["applying a configuration", ownerByGroup, applied, 409, LAST],
  ["users disable", ownerBySelf, () => command("users", "disable", "alice"), 1, LAST],
  ["users delete", ownerBySelf, () => command("users", "delete", "alice"), 1, LAST],
  ["administrators remove", ownerBySelf, () => command("administrators", "remove", "alice"), 1, LAST],
  [
    "roles revoke --user",
    ownerBySelf,
    () => command("roles", "revoke", adminResource, "owner", "--user", "alice"),
    1,
    LAST,
  ],
  ["roles remove", ownerBySelf, () => command("roles", "remove", adminResource, "owner"), 1, /every deployment/],
  [
    "roles change",
    ownerBySelf,
    () => command("roles", "change", adminResource, "owner", "--scope", "audit:read"),
    1,
    /every deployment/,
  ],
  ["resources remove", ownerBySelf, () => command("resources", "remove", adminResource), 1, WITH_THE_ROLE],
  ["resources disable", ownerBySelf, () => command("resources", "disable", adminResource), 1, /administration API/],
  [
    "resources change",
    ownerBySelf,
    () => command("resources", "change", adminResource, "--scope", "audit:read"),
    1,
    /the service itself/,
  ],
  ["groups members remove", ownerByGroup, () => command("groups", "members", "remove", "Owners", "alice"), 1, LAST],
  [
    "roles revoke --group",
    ownerByGroup,
    () => command("roles", "revoke", adminResource, "owner", "--group", "Owners"),
    1,
    LAST,
  ],
  ["groups remove", ownerByGroup, () => command("groups", "remove", "Owners"), 1, LAST],
  ["apply", ownerByGroup, appliedByCommand, 1, LAST],
];

describe("A11, ad.14: the last owner stays, and who acts is told why", () => {
  it.each(REFUSED)("%s", async (_, makeOwner, act, code, sentence) => {
    await makeOwner();
    expect(await act()).toEqual([code, expect.stringMatching(sentence)]);
    expect(await owners()).toEqual(["alice"]);
    if (sentence !== LAST) return;
    // With another owner, the same is done.
    await assignRole(api.database, owner, { userId: api.mallory }, by());
    expect((await act())[0]).toBeLessThan(300);
    expect(await owners()).toEqual(["mallory"]);
  });

  it("two owners who delete their accounts at the same time: one stays", async () => {
    await ownerBySelf();
    await assignRole(api.database, owner, { userId: api.mallory }, by());
    const wishes = [api.alice, api.mallory].map((userId) =>
      requestDeletion(api.deps, wishOf(userId), by(), ownersAt(adminResource)).then(
        () => "gone",
        (err: unknown) => (isRefused(err, "last-owner") ? "stays" : err),
      ),
    );
    expect((await Promise.all(wishes)).toSorted()).toEqual(["gone", "stays"]);
    expect(await owners()).toHaveLength(1);
  });

  it("who waits for their deletion is no owner, though the link let them sign in again", async () => {
    await ownerBySelf();
    await assignRole(api.database, owner, { userId: api.mallory }, by());
    const sent: string[] = [];
    const linkTo = (link: string) => linkOf(sent[sent.push(link) - 1] ?? "");
    await requestDeletion(api.deps, { ...wishOf(api.alice), linkTo }, by(), ownersAt(adminResource));
    expect(await reopenForCancelling(api.database, sent[0] ?? "", api.clock.now)).toBe(true);
    const disabling = disablePerson(api.database, api.mallory, by(), ownersAt(adminResource));
    await expect(disabling).rejects.toThrow("this is the last owner of the deployment");
  });
});

const linkOf = (sent: string) => `/account/keep?token=${sent}`;
const wishOf = (userId: string) => ({ userId, graceDays: 7, linkTo: linkOf, browser: "" });

const member = () => api.rows("INSERT INTO organization_member VALUES ($1, $2, now())", [acme.id, api.alice]);
const ofDirectory = () =>
  api.rows(
    `INSERT INTO scim_user (organization_id, user_id, attributes, created_account, created_at, updated_at)
     VALUES ($1, $2, '{}', true, now(), now())`,
    [acme.id, api.alice],
  );
const inactive = { Operations: [{ op: "replace", path: "active", value: false }] };
/** Acts that end something of an owner, and never that they are one. */
const LEFT: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["active: false of a directory", () => acme.scim(`/Users/${api.alice}`, { method: "PATCH", body: inactive })],
  ["DELETE of a directory", () => acme.scim(`/Users/${api.alice}`, { method: "DELETE" })],
  ["leaving an organization", () => removeOrganizationMember(api.database, memberOf(), by())],
  ["the removal of an organization", () => removeOrganization(api.database, acme.id, by())],
  [
    "a sign-out at a provider",
    () => endSessionsFrom(api.database, atProvider, [{ ...logout, meant: { userId: api.alice }, by: by() }]),
  ],
  ["an import", () => importedAsDisabled()],
  ["the job that erases", () => eraseDue(api.deps, api.clock.now)],
];
const memberOf = () => ({ organizationId: acme.id, userId: api.alice });
const atProvider = "00000000-0000-4000-8000-000000000009";
const logout = { token: { jti: "j", exp: 4_000_000_000 } };
async function importedAsDisabled() {
  const external = "INSERT INTO imported_person VALUES ('import', 'a', $1, now()) ON CONFLICT DO NOTHING";
  await api.rows(external, [api.alice]);
  const file = join(folder, "people.jsonl");
  writeFileSync(file, JSON.stringify({ external_id: "a", username: "alice", disabled: true }));
  await command("users", "import", file);
}

describe("A11: what cannot end an owner", () => {
  it.each(LEFT)("%s", async (_, act) => {
    await ownerBySelf();
    await member();
    await ofDirectory();
    await act();
    expect(await owners()).toEqual(["alice"]);
  });
});

/**
 * Files with a statement that could take an owner, and why it takes none. Anyone who adds one guards it with `keeping`
 * and gives its door a line above, or says here why no one goes by it.
 */
const STATEMENTS: Readonly<Record<string, string>> = {
  "administration/people/account-state.ts": "asks for the proof that an owner stays",
  "administration/people/deletion.ts": "erases who waits for that, and so is no owner any more",
  "administration/groups/groups.ts": "keeping",
  "administration/organizations/membership.ts": "groups of an organization, which have no role of the deployment",
  "administration/organizations/organizations.ts": "groups of an organization, which have no role of the deployment",
  "administration/resource-servers/resource-servers.ts": "keeping",
  "administration/roles/roles.ts": "keeping",
  "administration/scim/scim-group-members.ts": "groups of an organization, which have no role of the deployment",
  "administration/scim/scim-groups.ts": "groups of an organization, which have no role of the deployment",
};
const TAKES = new RegExp(
  [
    /(?:roleAssignment|groupMember|userGroup|role|resourceServer|endUser|organization)\.delete(?:Many)?\(/,
    /DELETE FROM (?:role_assignment|group_member|user_group|role|resource_server|end_user|organization)\b/,
    /\bremoveKept\([^)]*\bresourceServers\b/,
    /UPDATE end_user[^`;]*?SET[^`;]*?\b(?:disabled_at|deletion_due_at) =/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

it("A11: every statement that could take an owner stands in a file that says why it takes none", () => {
  const sources = fileURLToPath(new URL("../../src/", import.meta.url));
  const files = globSync("**/*.ts", { cwd: sources }).filter((file) => !/\.test\.ts$|^testing\//.test(file));
  const taking = files.filter((file) => TAKES.test(readFileSync(`${sources}${file}`, "utf8")));
  expect(taking.toSorted()).toEqual(Object.keys(STATEMENTS).toSorted());
});
