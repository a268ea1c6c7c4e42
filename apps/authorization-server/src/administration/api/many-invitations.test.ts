import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { addOrganizationMember, giveOrganizationRole } from "../organizations/organization-members.ts";
import { addOrganization } from "../organizations/organizations.ts";
import { addRole } from "../roles/roles.ts";
import { findRoleNamed } from "../roles/store.ts";
import { ADMIN_SCOPES, type AdminScope } from "./scopes.ts";
import { type Api, adminResource, startApi } from "./testing/api.ts";
import { tokenInOrganization } from "./testing/organization-token.ts";

const settings = { SIGN_UP: "invited", MAIL_URL: "smtp://127.0.0.1:2525", INVITATIONS_PER_HOUR: "4" };
let api: Api;
let acme: string;
let roleId: string;
beforeAll(async () => {
  api = await startApi(settings);
  const by = byOperatorAt(api.clock.now);
  const role = { resource: adminResource, name: "all", scopes: ADMIN_SCOPES, inOrganizations: true };
  await addRole(api.database, role, by);
  roleId = (await findRoleNamed(api.database, role))?.id ?? "";
  acme = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by)) ?? "";
  await addOrganizationMember(api.database, { organizationId: acme, userId: api.mallory }, by);
  await giveOrganizationRole(api.database, { organizationId: acme, roleId, to: { userId: api.mallory } }, by);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.rows("DELETE FROM invitation");
  await api.rows("DELETE FROM organization_invitation");
});

const INVITES = ["people:read", "people:write"] as const;
let made = 0;
const strangers = (count: number) => Array.from({ length: count }, () => `many-${++made}@example.org`);
const send = async (body: object, scopes: readonly AdminScope[] = INVITES, path = "/invitations/many") =>
  api.call(path, { method: "POST", token: await api.tokenOf(...scopes), body });
type Item = Record<"email" | "result" | "id" | "code" | "reason", string | null>;
const itemsOf = ({ body }: { readonly body: { readonly items: readonly Item[] } }) => body.items;
const resultsOf = (answer: Parameters<typeof itemsOf>[0]) =>
  itemsOf(answer).map(({ result, code }) => (code === null ? result : `${result}: ${code}`));
const count = async (table: string, rest = "") =>
  Number((await api.rows(`SELECT count(*)::int AS count FROM ${table} ${rest}`))[0]?.count);

describe("C16: many people are invited by one request", () => {
  it("which says for each address what came of it", async () => {
    const [open = "", fresh = ""] = strangers(2);
    expect(resultsOf(await send({ emails: [open] }))).toEqual(["invited"]);
    const mails = (await api.mails()).length;
    const answer = await send({ emails: [open, fresh, "alice@example.org", "nobody", fresh.toUpperCase()] });
    expect([answer.status, ...resultsOf(answer)]).toEqual([
      200,
      "already_invited",
      "invited",
      "member",
      "refused: invalid_address",
      "already_invited",
    ]);
    expect((await api.mails()).slice(mails).map(({ to }) => to)).toEqual([fresh]);
    const [invited] = itemsOf(answer).filter(({ id }) => id !== null);
    expect(await api.rows("SELECT id::text FROM invitation WHERE address = $1", [fresh])).toEqual([
      { id: invited?.id },
    ]);
  });

  it("with an audit row for each invitation, which has no address", async () => {
    const before = await count("audit_event", "WHERE type = 'invitation_added'");
    const emails = strangers(3);
    await send({ emails });
    expect(await count("audit_event", "WHERE type = 'invitation_added'")).toBe(before + 3);
    const rows = await api.rows("SELECT detail::text FROM audit_event WHERE type = 'invitation_added'");
    expect(JSON.stringify(rows)).not.toContain("many-");
  });

  it("with the roles that each gives, if the caller could give them", async () => {
    const [email = ""] = strangers(1);
    const lacking = await send({ emails: [email], roles: [roleId] });
    expect([lacking.status, lacking.body.detail]).toEqual([403, expect.stringContaining("roles:write")]);
    const beyond = await send({ emails: [email], roles: [roleId] }, [...INVITES, "roles:write"]);
    expect([beyond.status, await count("invitation")]).toEqual([403, 0]);
    expect(resultsOf(await send({ emails: [email], roles: [roleId] }, ADMIN_SCOPES))).toEqual(["invited"]);
    expect(await api.rows("SELECT role_ids FROM invitation")).toEqual([{ role_ids: [roleId] }]);
    const [event] = await api.rows("SELECT detail FROM audit_event WHERE type = 'invitation_added' ORDER BY id DESC");
    expect(event?.detail).toMatchObject({ roles: [roleId] });
  });

  it.each([
    ["no address", { emails: [] }, "#/emails"],
    ["more than a hundred", { emails: Array(101).fill("a@example.org") }, "#/emails"],
    ["a longer text than an address can be", { emails: ["a".repeat(255)] }, "#/emails/0"],
    ["a role that is not there", { emails: ["a@example.org"], roles: [crypto.randomUUID()] }, "#/roles/0"],
  ])("refuses %s", async (_, body, pointer) => {
    const answer = await send(body, ADMIN_SCOPES);
    expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, pointer]);
    expect(await count("invitation")).toBe(0);
  });
});

describe("C7, mail-11, mail-12: the limits of mails hold for each address", () => {
  it("what a budget has no place for is refused with a code, and nothing of it is written", async () => {
    const token = await api.tokenOf(...INVITES);
    const body = { emails: strangers(25) };
    const answer = await api.call("/invitations/many", { method: "POST", token, body });
    const results = resultsOf(answer);
    expect(results.filter((one) => one === "invited")).toHaveLength(20);
    expect(results.slice(20)).toEqual(Array(5).fill("refused: mail_budget"));
    expect(await count("invitation")).toBe(20);
  });

  it("an invitation that is not mailed takes nothing from the budget", async () => {
    const token = await api.tokenOf(...INVITES);
    const call = (emails: readonly string[]) =>
      api.call("/invitations/many", { method: "POST", token, body: { emails } });
    await call(Array(100).fill("alice@example.org"));
    await call(Array(100).fill("nobody"));
    expect(resultsOf(await call(strangers(20)))).toEqual(Array(20).fill("invited"));
  });

  it("a mailbox gets no second mail within a minute, by any spelling", async () => {
    const [email = ""] = strangers(1);
    const answer = await send({ emails: [email, email.replace("@", "+other@")] });
    expect(resultsOf(answer)).toEqual(["invited", "refused: mailbox_limit"]);
  });
});

describe("many are invited into an organization", () => {
  const path = () => `/organizations/${acme}/invitations/many`;

  it("an administrator of the organization does not learn which other addresses have accounts", async () => {
    await api.rows(
      `UPDATE end_user SET email = 'mallory@example.org', email_canonical = 'mallory@example.org',
              email_verified_at = now() WHERE id = $1`,
      [api.mallory],
    );
    const token = await tokenInOrganization(api, api.mallory, "acme");
    const emails = ["mallory@example.org", "alice@example.org"];
    const call = () => api.call(path(), { method: "POST", token, body: { emails, roles: [roleId] } });
    expect(resultsOf(await call())).toEqual(["member", "invited"]);
    expect(resultsOf(await call())).toEqual(["member", "already_invited"]);
    const found = await api.rows("SELECT role_ids FROM organization_invitation WHERE organization_id = $1", [acme]);
    expect(found).toEqual([{ role_ids: [roleId] }]);
  });

  it("and by an administrator of the deployment", async () => {
    const scopes = ["organizations:read", "organizations:write"] as const;
    expect(resultsOf(await send({ emails: strangers(2) }, scopes, path()))).toEqual(["invited", "invited"]);
  });
});
