import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { tokenInOrganization } from "../../api/testing/organization-token.ts";
import { addOrganizationMember, giveOrganizationRole } from "../../organizations/organization-members.ts";
import { addRole } from "../../roles/roles.ts";
import { findRoleNamed } from "../../roles/store.ts";

const SEVEN_DAYS = 7 * 86_400;

let api: Api;
/** A program that may invite, and one that may also give every role. */
let people: string;
let owner: string;
let acme: string;
let roleId: string;
beforeAll(async () => {
  api = await startApi({ SIGN_UP: "invited", MAIL_URL: "smtp://127.0.0.1:2525", INVITATIONS_PER_HOUR: "4" });
  const role = { resource: adminResource, name: "all", scopes: ADMIN_SCOPES, inOrganizations: true };
  await addRole(api.database, role, byOperatorAt(api.clock.now));
  roleId = (await findRoleNamed(api.database, role))?.id ?? "";
});
afterAll(() => api.close());
beforeEach(async () => {
  // The tokens of the test before are old by now.
  people = await api.tokenOf("people:read", "people:write");
  owner = await api.tokenOf(...ADMIN_SCOPES);
  await api.rows("DELETE FROM organization");
  await api.rows("DELETE FROM invitation");
  acme = (await post("/organizations", { slug: "acme", name: "Acme" }, owner)).body.id;
});

const post = (path: string, body: object = {}, token = people) => api.call(path, { method: "POST", token, body });
const lastLink = async () => (await api.mails()).at(-1)?.parameters.link ?? "";
const opens = async (link: string) => {
  const browser = openBrowser(api.origin);
  return !(await browser.follow(await browser.get(link))).body.includes("has expired");
};
const accepted = async (browser: Browser, link: string) =>
  browser.follow(await browser.submit(await browser.follow(await browser.get(link)), "/invitation", {}));
const create = (browser: Browser, page: Answer) =>
  browser.submit(page, "/sign-up/details", { "new-password": "mossy lantern over seven rivers" });
const accounts = async (email: string) =>
  (await api.rows("SELECT FROM end_user WHERE email_canonical = $1", [email])).length;
const secondsLeft = ({ expires_at: until }: { expires_at: string }) =>
  Math.round((Date.parse(until) - api.clock.now.getTime()) / 1000);

/** The two kinds of invitation, each with where it is. */
const PLACES = ["a deployment", "an organization"] as const;
const listOf = (place: string) => (place === "a deployment" ? "/invitations" : `/organizations/${acme}/invitations`);
const eventOf = (place: string) =>
  place === "a deployment" ? "invitation_sent_again" : "organization_invitation_sent_again";

describe.each(PLACES)("C16: an invitation of %s is sent again", (place) => {
  const invited = async (email: string) => (await post(listOf(place), { email }, owner)).body;

  it("with a new link, and its time starts again; the link before no longer works", async () => {
    const first = await invited("again@example.org");
    const before = await lastLink();
    api.pass(120);
    expect(await opens(before)).toBe(true);
    const { status, body } = await post(`${listOf(place)}/${first.id}/send-again`, {}, owner);
    expect([status, body.id, body.email, secondsLeft(body)]).toEqual([200, first.id, "again@example.org", SEVEN_DAYS]);
    const after = await lastLink();
    expect([after === before, await opens(before), await opens(after)]).toEqual([false, false, true]);
    const events = await api.rows("SELECT detail FROM audit_event WHERE type = $1 ORDER BY id DESC LIMIT 1", [
      eventOf(place),
    ]);
    expect(events[0]?.detail).toMatchObject({ invitation: first.id });
    expect(JSON.stringify(events)).not.toContain("again@");
  });

  it("signup-12: and creates no account where the link before was opened already", async () => {
    const email = `late-${PLACES.indexOf(place)}@example.org`;
    const { id } = await invited(email);
    const browser = openBrowser(api.origin);
    const details = await accepted(browser, await lastLink());
    api.pass(60);
    expect((await post(`${listOf(place)}/${id}/send-again`, {}, owner)).status).toBe(200);
    const late = await create(browser, details);
    expect([late.status, late.body.includes("has expired"), await accounts(email)]).toEqual([422, true, 0]);
    const again = openBrowser(api.origin);
    expect((await create(again, await accepted(again, await lastLink()))).status).toBe(303);
    expect(await accounts(email)).toBe(1);
  });

  it("in a chosen language, for a chosen time", async () => {
    const { id } = await invited("french@example.org");
    api.pass(60);
    const { body } = await post(`${listOf(place)}/${id}/send-again`, { language: "fr", lifetime: 7200 }, owner);
    expect([secondsLeft(body), (await api.mails()).at(-1)?.language]).toEqual([7200, "fr"]);
  });

  it("mail-11: not twice within a minute, and not where it expired or is gone", async () => {
    const { id } = await invited("often@example.org");
    const mails = (await api.mails()).length;
    expect((await post(`${listOf(place)}/${id}/send-again`, {}, owner)).status).toBe(429);
    expect(await api.mails()).toHaveLength(mails);
    for (const other of [randomUUID(), "x"]) {
      expect((await post(`${listOf(place)}/${other}/send-again`, {}, owner)).status).toBe(404);
    }
    api.pass(SEVEN_DAYS);
    owner = await api.tokenOf(...ADMIN_SCOPES);
    expect((await post(`${listOf(place)}/${id}/send-again`, {}, owner)).status).toBe(404);
  });

  it("several at once, each with its result", async () => {
    const ids = [(await invited("one@example.org")).id, (await invited("two@example.org")).id];
    api.pass(60);
    const mails = (await api.mails()).length;
    const { body } = await post(`${listOf(place)}/send-again`, { ids: [...ids, randomUUID()] }, owner);
    expect(body.items.map(({ result }: { result: string }) => result)).toEqual(["done", "done", "refused"]);
    const sent = (await api.mails()).slice(mails);
    expect(sent.map(({ to }) => to).sort()).toEqual(["one@example.org", "two@example.org"]);

    const withdrawn = await post(`${listOf(place)}/withdraw`, { ids }, owner);
    expect(withdrawn.body.items.map(({ result }: { result: string }) => result)).toEqual(["done", "done"]);
    expect((await api.call(listOf(place), { token: owner })).body.items).toEqual([]);
  });

  it("C7, mail-12: each mail is taken from the budget of the caller", async () => {
    const ids = [];
    for (let n = 0; n < 12; n += 1) ids.push((await invited(`many-${n}@example.org`)).id);
    api.pass(60);
    const { body } = await post(`${listOf(place)}/send-again`, { ids }, owner);
    const results = body.items.map(({ result }: { result: string }) => result);
    expect(results).toEqual([...Array(8).fill("done"), ...Array(4).fill("refused")]);
    expect((await post(`${listOf(place)}/${ids[11]}/send-again`, {}, owner)).status).toBe(429);
  });

  it("says who invited: from now on, who sent it again", async () => {
    const { id, invited_by: before } = await invited("maker@example.org");
    expect(before).toMatchObject({ actor: "client" });
    api.pass(60);
    const other = await api.tokenOf(...ADMIN_SCOPES);
    const { invited_by: now } = (await post(`${listOf(place)}/${id}/send-again`, {}, other)).body;
    expect(now.actor).toBe("client");
    if (place === "a deployment") expect(now.actor_id).not.toBe(before.actor_id);
    else expect([before.actor_id, now.actor_id]).toEqual([null, null]);
  });
});

describe("A18, role-05: an invitation is sent again only by a caller who could give its roles", () => {
  it("one of the deployment", async () => {
    const { id } = (await post("/invitations", { email: "chief@example.org" })).body;
    await api.call(`/invitations/${id}/roles/${roleId}`, { method: "PUT", token: owner });
    api.pass(60);
    expect((await post(`/invitations/${id}/send-again`)).status).toBe(403);
    // Nothing was mailed, so the mailbox may get one at once.
    const { body } = await post(`/invitations/${id}/send-again`, {}, owner);
    expect(body.roles).toEqual([roleId]);
  });

  it("one into an organization", async () => {
    const email = "chief@example.org";
    const { id } = (await post(listOf("an organization"), { email, roles: [roleId] }, owner)).body;
    api.pass(60);
    const lower = await api.tokenOf("organizations:read", "organizations:write");
    expect((await post(`/organizations/${acme}/invitations/${id}/send-again`, {}, lower)).status).toBe(403);
    expect((await post(`/organizations/${acme}/invitations/${id}/send-again`, {}, owner)).status).toBe(200);
  });

  it("what the deployment put on the invitation to create an account stays there", async () => {
    const { id } = (await post(listOf("an organization"), { email: "both@example.org" }, owner)).body;
    const [signUp] = (await api.call("/invitations", { token: owner })).body.items;
    await api.call(`/invitations/${signUp.id}/roles/${roleId}`, { method: "PUT", token: owner });
    api.pass(60);
    expect((await post(`/organizations/${acme}/invitations/${id}/send-again`, {}, owner)).status).toBe(200);
    const [{ roles }] = (await api.call("/invitations", { token: owner })).body.items;
    expect([roles, await opens(await lastLink())]).toEqual([[roleId], true]);
  });

  it("but goes where who sends the invitation could not give it, and the new link works", async () => {
    const by = byOperatorAt(api.clock.now);
    await addOrganizationMember(api.database, { organizationId: acme, userId: api.mallory }, by);
    await giveOrganizationRole(api.database, { organizationId: acme, roleId, to: { userId: api.mallory } }, by);
    const { id } = (await post(listOf("an organization"), { email: "apart@example.org" }, owner)).body;
    const senders = [
      await tokenInOrganization(api, api.mallory, "acme"),
      await api.tokenOf("organizations:read", "organizations:write"),
    ];
    for (const sender of senders) {
      owner = await api.tokenOf(...ADMIN_SCOPES);
      const [signUp] = (await api.call("/invitations", { token: owner })).body.items;
      await api.call(`/invitations/${signUp.id}/roles/${roleId}`, { method: "PUT", token: owner });
      api.pass(60);
      expect((await post(`/organizations/${acme}/invitations/${id}/send-again`, {}, sender)).status).toBe(200);
      const [{ roles, ...renewed }] = (await api.call("/invitations", { token: owner })).body.items;
      expect([roles, secondsLeft(renewed), await opens(await lastLink())]).toEqual([[], SEVEN_DAYS, true]);
    }
  });

  it("not one from a log whose role someone has", async () => {
    const { id } = (await post("/invitations", { email: "first@example.org" })).body;
    await api.rows("UPDATE invitation SET delivery = 'logged', role_ids = ARRAY[$1::uuid] WHERE id = $2", [roleId, id]);
    api.pass(60);
    const before = (await api.mails()).length;
    await api.rows(
      "INSERT INTO role_assignment (id, role_id, user_id, created_at) VALUES (gen_random_uuid(), $1, $2, now())",
      [roleId, api.alice],
    );
    expect((await post(`/invitations/${id}/send-again`, {}, owner)).status).toBe(404);
    expect(await api.mails()).toHaveLength(before);
    await api.rows("DELETE FROM role_assignment WHERE role_id = $1 AND user_id = $2", [roleId, api.alice]);
  });
});

describe("the deployment does not send again", () => {
  it("an invitation for an address that has an account by now", async () => {
    const { id } = (await post("/invitations", { email: "soon@example.org" })).body;
    await api.rows("UPDATE end_user SET email = $2, email_canonical = $2, email_verified_at = now() WHERE id = $1", [
      api.mallory,
      "soon@example.org",
    ]);
    api.pass(60);
    expect((await post(`/invitations/${id}/send-again`)).status).toBe(409);
  });

  it("what an organization sent", async () => {
    await post(listOf("an organization"), { email: "theirs@example.org" }, owner);
    const [{ id }] = (await api.call("/invitations", { token: people })).body.items;
    api.pass(60);
    const { status, body } = await post(`/invitations/${id}/send-again`);
    expect([status, body.detail]).toEqual([409, expect.stringContaining("an organization sent this invitation")]);
  });
});

it("an administrator of an organization learns who invited only of its own", async () => {
  const by = byOperatorAt(api.clock.now);
  await addOrganizationMember(api.database, { organizationId: acme, userId: api.alice }, by);
  await giveOrganizationRole(api.database, { organizationId: acme, roleId, to: { userId: api.alice } }, by);
  await post(listOf("an organization"), { email: "of-deployment@example.org" }, owner);
  const token = await tokenInOrganization(api, api.alice, "acme");
  await post(listOf("an organization"), { email: "own@example.org" }, token);
  const { body } = await api.call(listOf("an organization"), { token });
  expect(body.items.map(({ invited_by }: { invited_by: object }) => invited_by)).toEqual([
    { actor: "client", actor_id: null },
    { actor: "administrator", actor_id: api.alice },
  ]);
});
