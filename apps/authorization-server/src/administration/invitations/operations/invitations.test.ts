import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { findRoleNamed } from "../../roles/store.ts";

let api: Api;
/** Programs: one that may invite, and one that may also give roles of people. */
let people: string;
let granting: string;
beforeAll(async () => {
  api = await startApi({ SIGN_UP: "invited", MAIL_URL: "smtp://127.0.0.1:2525" });
});
afterAll(() => api.close());
beforeEach(async () => {
  // The tokens of the test before are old by now.
  people = await api.tokenOf("people:read", "people:write");
  granting = await api.tokenOf("people:read", "people:write", "roles:read", "roles:write", "audit:read");
  await api.rows("DELETE FROM invitation");
  await api.rows("DELETE FROM role_assignment");
});

const roleId = async (name: string) => (await findRoleNamed(api.database, { resource: adminResource, name }))?.id;
const invite = (email: string, token = people) => api.call("/invitations", { method: "POST", token, body: { email } });
const change = async (method: string, id: string, role: string, token = granting) =>
  (await api.call(`/invitations/${id}/roles/${await roleId(role)}`, { method, token })).status;
const open = async () => (await api.call("/invitations", { token: people })).body.items;

/** Accepts the invitation in the last mail, and creates the account. */
async function accept(): Promise<void> {
  const link = (await api.mails()).at(-1)?.parameters.link ?? "";
  const browser = openBrowser(api.origin);
  const page = await browser.follow(await browser.get(link));
  const details = await browser.follow(await browser.submit(page, "/invitation", {}));
  await browser.submit(details, "/sign-up/details", { "new-password": "mossy lantern over seven rivers" });
}

describe("mail-11: invitations of one address are bounded", () => {
  it("429, and no mail", async () => {
    const before = (await api.mails()).length;
    expect((await invite("flooded@example.org")).status).toBe(201);
    const again = await invite("Flooded+1@example.org");
    expect([again.status, Number(again.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await api.mails()).toHaveLength(before + 1);
  });
});

describe("ad.4: invitations", () => {
  it("are mailed, listed without their link, and withdrawn", async () => {
    const { status, body, headers } = await invite("Iris@Example.org");
    expect([status, headers.get("location")]).toEqual([201, `/admin/api/v1/invitations/${body.id}`]);
    expect(body).toEqual({ id: body.id, email: "Iris@example.org", roles: [], ...body });
    expect(await open()).toEqual([body]);
    const link = (await api.mails()).at(-1)?.parameters.link ?? "";
    expect(JSON.stringify(await open())).not.toContain(link.split("token=")[1]);

    expect((await api.call(`/invitations/${body.id}`, { method: "DELETE", token: people })).status).toBe(204);
    expect((await api.call(`/invitations/${body.id}`, { token: people })).status).toBe(404);
    const browser = openBrowser(api.origin);
    expect((await browser.follow(await browser.get(link))).body).toContain("has expired");
  });

  it.each([
    ["no address", "iris", 400],
    ["a list of addresses", "a@x.example,b@y.example", 400],
    ["an address with a header", "a@x.example\r\nBcc: b@y.example", 400],
    ["the address of an account", "alice@example.org", 409],
  ])("refuse %s", async (_, email, status) => {
    expect((await invite(email)).status).toBe(status);
    expect(await open()).toEqual([]);
  });

  it.each([
    ["#/language", { language: "\0" }],
    ["#/language", { language: "\ud800" }],
    ["#/a\0", { "a\0": 1 }],
  ])("%s in a body is no text", async (pointer, member) => {
    const body = { email: "nul@example.org", ...member };
    const answer = await api.call("/invitations", { method: "POST", token: people, body });
    expect([answer.status, answer.body.type]).toEqual([400, "urn:countersign:problem:invalid-request"]);
    const detail = "has a NUL or half a character";
    expect(answer.body.errors).toEqual([{ pointer, detail, code: "unseen_characters" }]);
  });

  it.each(["GET", "DELETE"])("%s of an invitation that does not exist is 404", async (method) => {
    for (const id of [randomUUID(), "x"]) {
      expect((await api.call(`/invitations/${id}`, { method, token: people })).status).toBe(404);
    }
  });

  it("come in pages, by address", async () => {
    for (const name of ["c", "a", "b"]) await invite(`${name}@example.org`);
    const first = await api.call("/invitations?limit=2", { token: people });
    const next = new URLSearchParams({ limit: "2", cursor: first.body.next_cursor });
    const second = await api.call(`/invitations?${next}`, { token: people });
    const addresses = [...first.body.items, ...second.body.items].map(({ email }) => email);
    expect(addresses).toEqual(["a@example.org", "b@example.org", "c@example.org"]);
  });
});

describe("role-05: no one invites into a role beyond their own", () => {
  it("a role that gives more than the caller has", async () => {
    const { body } = await invite("joan@example.org");
    expect(await change("PUT", body.id, "owner")).toBe(403);
    expect(await change("PUT", body.id, "auditor", people)).toBe(403);
    expect((await open())[0].roles).toEqual([]);
  });

  it("signup-11: the role comes with the account, once it is accepted", async () => {
    const { body } = await invite("kim@example.org");
    expect(await change("PUT", body.id, "auditor")).toBe(204);
    expect(await change("PUT", body.id, "auditor")).toBe(204);
    await accept();
    const held = await api.rows(
      "SELECT r.name FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN end_user u ON u.id = a.user_id " +
        "WHERE u.email_canonical = 'kim@example.org'",
    );
    expect(held).toEqual([{ name: "auditor" }]);
    const { body: audit } = await api.call("/audit?type=role_assigned", { token: granting });
    expect(audit.items[0].detail).toMatchObject({ name: "auditor", by: "invitation" });
  });

  it("a role that was taken back, or deleted, does not come", async () => {
    const { body } = await invite("lee@example.org");
    await api.rows("INSERT INTO role (id, resource, name, scopes, created_at) VALUES ($1, $2, 'brief', '{}', now())", [
      randomUUID(),
      adminResource,
    ]);
    await change("PUT", body.id, "brief");
    await change("PUT", body.id, "auditor");
    expect(await change("DELETE", body.id, "auditor")).toBe(204);
    expect(await change("DELETE", body.id, "auditor")).toBe(404);
    await api.rows("DELETE FROM role WHERE name = 'brief'");
    await accept();
    expect(await api.rows("SELECT FROM role_assignment")).toEqual([]);
  });

  it("a new invitation of the address has no roles of the one before", async () => {
    const { body } = await invite("max@example.org");
    await change("PUT", body.id, "auditor");
    api.pass(60);
    expect((await invite("max@example.org", granting)).status).toBe(201);
    expect((await open())[0].roles).toEqual([]);
  });
});

describe("A18, C12, role-05: an invitation is changed only by a caller who could give its roles", () => {
  const withdraw = async (id: string, token: string) =>
    (await api.call(`/invitations/${id}`, { method: "DELETE", token })).status;
  const all = () => api.tokenOf(...ADMIN_SCOPES);

  it("a caller who may not give roles withdraws and replaces none that has one, be it a low one", async () => {
    const { body } = await invite("nora@example.org");
    await change("PUT", body.id, "auditor");
    api.pass(60);
    expect(await withdraw(body.id, people)).toBe(403);
    expect((await invite("nora@example.org")).status).toBe(403);
    expect((await open())[0]).toMatchObject({ id: body.id, roles: [await roleId("auditor")] });
    expect(await withdraw(body.id, granting)).toBe(204);
  });

  it("a caller who may give roles does not withdraw, replace or change one that has a higher one", async () => {
    const { body } = await invite("olga@example.org");
    expect(await change("PUT", body.id, "auditor")).toBe(204);
    expect(await change("PUT", body.id, "owner", await all())).toBe(204);
    api.pass(60);
    expect(await withdraw(body.id, granting)).toBe(403);
    expect((await invite("olga@example.org", granting)).status).toBe(403);
    expect(await change("PUT", body.id, "people")).toBe(403);
    expect(await change("DELETE", body.id, "auditor")).toBe(403);
    expect((await open())[0].roles).toHaveLength(2);
    expect(await withdraw(body.id, await all())).toBe(204);
  });

  it("a role that comes at the same time as the withdrawal is seen, or comes too late", async () => {
    const owner = await all();
    for (let round = 0; round < 4; round += 1) {
      const { body } = await invite(`pia${round}@example.org`);
      const [given, gone] = await Promise.all([change("PUT", body.id, "owner", owner), withdraw(body.id, people)]);
      expect([`${given} ${gone}`]).toEqual([expect.stringMatching(/^(?:204 403|40[49] 204)$/)]);
    }
  });

  it("an expired invitation is replaced, also if it gave a higher role", async () => {
    const { body } = await invite("rita@example.org");
    await change("PUT", body.id, "owner", await all());
    api.pass(31 * 86_400);
    expect((await invite("rita@example.org", await api.tokenOf("people:write"))).status).toBe(201);
  });
});

describe("C2: who gave a role must be able to give it when it is accepted", () => {
  const rolesOf = async (email: string) =>
    (
      await api.rows(
        "SELECT r.name FROM role_assignment a JOIN role r ON r.id = a.role_id JOIN end_user u ON u.id = a.user_id " +
          "WHERE u.email_canonical = $1 ORDER BY 1",
        [email],
      )
    ).map(({ name }) => name);
  const withheld = () =>
    api.rows("SELECT detail FROM audit_event WHERE type = 'invited_role_withheld' ORDER BY id DESC LIMIT 1");

  it.each([
    [
      "no longer has the scope of the role",
      "UPDATE client SET scopes = array_remove(scopes, 'audit:read') WHERE id = $1",
    ],
    ["may give no roles any more", "UPDATE client SET scopes = array_remove(scopes, 'roles:write') WHERE id = $1"],
    ["is disabled", "UPDATE client SET disabled_at = now() WHERE id = $1"],
    ["is gone", "DELETE FROM client WHERE id = $1"],
  ])("a program that %s", async (name, ends) => {
    const email = `${name.replaceAll(/\W/g, "")}@example.org`;
    const giving = await api.programOf("people:write", "roles:write", "audit:read");
    const { body } = await invite(email);
    expect(await change("PUT", body.id, "auditor", await api.tokenFor(giving))).toBe(204);
    expect(await change("PUT", body.id, "people", await api.tokenOf(...ADMIN_SCOPES))).toBe(204);
    await api.rows(ends, [giving.id]);
    await accept();
    expect(await rolesOf(email)).toEqual(["people"]);
    expect(await withheld()).toMatchObject([{ detail: { name: "auditor", invitation: body.id } }]);
  });

  it("and who invited must be able to invite: otherwise the link is void", async () => {
    const inviting = await api.programOf("people:write");
    await invite("sara@example.org", await api.tokenFor(inviting));
    await api.rows("UPDATE client SET disabled_at = now() WHERE id = $1", [inviting.id]);
    const link = (await api.mails()).at(-1)?.parameters.link ?? "";
    const browser = openBrowser(api.origin);
    expect((await browser.follow(await browser.get(link))).body).toContain("has expired");
    expect(await api.rows("SELECT FROM end_user WHERE email_canonical = 'sara@example.org'")).toEqual([]);
  });

  it("also if that ends while the person is on the last page, and the audit log says why", async () => {
    const inviting = await api.programOf("people:write");
    const { body } = await invite("tess@example.org", await api.tokenFor(inviting));
    const link = (await api.mails()).at(-1)?.parameters.link ?? "";
    const browser = openBrowser(api.origin);
    const page = await browser.follow(await browser.get(link));
    const details = await browser.follow(await browser.submit(page, "/invitation", {}));
    await api.rows("UPDATE client SET disabled_at = now() WHERE id = $1", [inviting.id]);
    const done = await browser.submit(details, "/sign-up/details", {
      "new-password": "mossy lantern over seven rivers",
    });
    expect([done.status, done.body.includes("has expired")]).toEqual([422, true]);
    const [event] = await api.rows("SELECT type, actor, detail FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(event).toMatchObject({ type: "invitation_withdrawn", detail: { invitation: body.id, reason: "maker" } });
  });
});

describe("an invitation that no one could accept", () => {
  it("is refused where sign-up is closed", async () => {
    const closed = await startApi();
    const token = await closed.tokenOf("people:write");
    const answer = await closed.call("/invitations", { method: "POST", token, body: { email: "a@example.org" } });
    expect(answer.status).toBe(409);
    await closed.close();
  });
});
