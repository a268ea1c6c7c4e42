import { memoryStore, rateLimiterOn } from "@countersign/ephemeral";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { heardMail } from "../../../../testing/servers/mail.ts";
import { openLimits } from "../../../limits.ts";
import { MAIL_KINDS, type MailKind } from "../../../people/mail/kinds.ts";
import { outboxFor } from "../../api/access/mail-limit.ts";
import { OPERATIONS } from "../../api/operation-table.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import { type Api, adminResource, startApi } from "../../api/testing/api.ts";
import { tokenInOrganization } from "../../api/testing/organization-token.ts";
import { addOrganizationMember, giveOrganizationRole } from "../../organizations/organization-members.ts";
import { addOrganization } from "../../organizations/organizations.ts";
import { addPerson } from "../../people/people.ts";
import { addRole } from "../../roles/roles.ts";
import { findRoleNamed } from "../../roles/store.ts";

/** An organization has 4 mails an hour and 10 a day, each of its administrators 2 and 5, one of the deployment 20. */
const settings = { MAIL_URL: "smtp://127.0.0.1:2525", SIGN_UP: "invited", INVITATIONS_PER_HOUR: "4" };
const DETAIL = {
  member: "an administrator of an organization may mail 2 an hour and 5 a day",
  organization: "the administrators of an organization may mail 4 an hour and 10 a day",
  administrator: "an administrator may mail 20 an hour and 50 a day",
};

let api: Api;
let ids: Readonly<Record<"acme" | "beta", string>>;
/** Administrators of Acme; Mallory administers Beta, too. */
let people: readonly string[];
let now: Date;
const by = () => byOperatorAt(api.clock.now);

beforeAll(async () => {
  now = new Date("2030-01-01T12:00:00Z");
  const store = memoryStore(() => now);
  const limits = openLimits({ store, rateLimiter: rateLimiterOn(store) } as never, {
    tokenRequestsPerMinute: 600,
    pushedRequestsPerMinute: 600,
    invitationsPerHour: 4,
  });
  api = await startApi(settings, { limits });
  const role = { resource: adminResource, name: "all", scopes: ADMIN_SCOPES, inOrganizations: true };
  await addRole(api.database, role, by());
  const roleId = (await findRoleNamed(api.database, role))?.id ?? "";
  const made = async (slug: string, members: readonly string[]) => {
    const organizationId = (await addOrganization(api.database, { slug, name: slug }, by())) ?? "";
    for (const userId of members) {
      await addOrganizationMember(api.database, { organizationId, userId }, by());
      await giveOrganizationRole(api.database, { organizationId, roleId, to: { userId } }, by());
    }
    return organizationId;
  };
  people = [api.alice, api.mallory, await addCarol()];
  ids = { acme: await made("acme", people), beta: await made("beta", [api.mallory]) };
});
afterAll(() => api.close());

async function addCarol(): Promise<string> {
  const [alice] = await api.rows("SELECT password_hash FROM end_user WHERE id = $1", [api.alice]);
  const claims = { email: "carol@example.org", email_verified: true };
  const person = { username: "carol", passwordHash: String(alice?.password_hash), claims };
  return (await addPerson(api.database, person, by())) ?? "";
}

/** Each test has a day of its own. */
beforeEach(() => pass(86_400));

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const tokens = new Map<string, Promise<string>>();
/** A token of one of these people in an organization, which lives for all tests of a minute. */
function tokenIn(slug: "acme" | "beta", person = 0): Promise<string> {
  const key = `${slug} ${person}`;
  const token = tokens.get(key) ?? tokenInOrganization(api, people[person] ?? "", slug);
  tokens.set(key, token);
  return token;
}

let strangers = 0;
const stranger = () => {
  strangers += 1;
  return `stranger-${strangers}@example.org`;
};
const inviteInto = async (slug: "acme" | "beta", person = 0, email = stranger()) =>
  api.call(`/organizations/${ids[slug]}/invitations`, {
    method: "POST",
    token: await tokenIn(slug, person),
    body: { email },
  });
const invite = (token: string, email = stranger()) =>
  api.call("/invitations", { method: "POST", token, body: { email } });
const written = async () =>
  Promise.all(
    ["mail_delivery", "invitation", "organization_invitation", "audit_event"].map(async (table) => {
      const [row] = await api.rows(`SELECT count(*)::int AS count FROM ${table}`);
      return row?.count;
    }),
  );

/** Sends this many, which are answered with 201. */
async function sent(count: number, send: () => ReturnType<typeof api.call>): Promise<void> {
  for (let n = 0; n < count; n += 1) expect((await send()).status).toBe(201);
}

describe("C7, mail-12: administrators have a budget of mails to strangers", () => {
  it("an administrator of one organization is told whose budget is used up, and nothing is written", async () => {
    await sent(2, () => inviteInto("acme"));
    const before = await written();
    const { status, body, headers } = await inviteInto("acme");
    expect([status, body.type, body.detail]).toEqual([
      429,
      "urn:countersign:problem:too-many-invitations",
      DETAIL.member,
    ]);
    expect(headers.get("retry-after")).toBe("3600");
    expect(await written()).toEqual(before);
  });

  it("the administrators of one organization share its budget, and one leaves the others something", async () => {
    await sent(2, () => inviteInto("acme", 0));
    expect((await inviteInto("acme", 0)).body.detail).toBe(DETAIL.member);
    await sent(2, () => inviteInto("acme", 1));
    const last = await inviteInto("acme", 2);
    expect([last.status, last.body.detail]).toEqual([429, DETAIL.organization]);
    // Refused mails did not count for the refused sender, either.
    await sent(2, () => inviteInto("beta", 1));
    pass(3600);
    await sent(2, () => inviteInto("acme", 2));
  });

  it("a refused invitation does not count, even in an hour full of refusals", async () => {
    await sent(2, () => inviteInto("acme", 0));
    for (let n = 0; n < 20; n += 1) expect((await inviteInto("acme", 0)).status).toBe(429);
    await sent(2, () => inviteInto("acme", 1));
    pass(3600);
    await sent(2, () => inviteInto("acme", 0));
  });

  it("an act that is refused for another reason does not count", async () => {
    const token = await api.tokenOf("people:read", "people:write");
    for (let n = 0; n < 5; n += 1) {
      expect((await invite(token, "alice@example.org")).status).toBe(409);
      pass(61);
    }
    await sent(20, () => invite(token));
    expect((await invite(token)).body.detail).toBe(DETAIL.administrator);
  });

  it("a day has less than its hours", async () => {
    const token = await api.tokenOf("people:read", "people:write");
    for (const left of [20, 20, 10]) {
      await sent(left, () => invite(token));
      pass(3600);
    }
    const last = await invite(token);
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, String(86_400 - 3 * 3600)]);
  });

  it("each administrator of the deployment has one, which invitations into organizations take from", async () => {
    const scopes = ["people:read", "people:write", "organizations:read", "organizations:write"] as const;
    const [one, other] = [await api.tokenOf(...scopes), await api.tokenOf(...scopes)];
    const intoAcme = () =>
      api.call(`/organizations/${ids.acme}/invitations`, { method: "POST", token: one, body: { email: stranger() } });
    await sent(10, intoAcme);
    await sent(10, () => invite(one));
    expect((await invite(one)).body.detail).toBe(DETAIL.administrator);
    expect((await intoAcme()).body.detail).toBe(DETAIL.administrator);
    await sent(1, () => invite(other));
    // The organization has what it had.
    await sent(2, () => inviteInto("acme", 0));
  });

  it("of requests at the same time no more are answered than the budget has", async () => {
    const token = await api.tokenOf("people:read", "people:write");
    const answers = await Promise.all(Array.from({ length: 40 }, () => invite(token)));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(20);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
  });

  it("a repeated request takes one mail", async () => {
    const token = await api.tokenOf("people:read", "people:write");
    const headers = { "idempotency-key": "the-same" };
    const body = { email: stranger() };
    for (let n = 0; n < 3; n += 1)
      expect((await api.call("/invitations", { method: "POST", token, body, headers })).status).toBe(201);
    await sent(19, () => invite(token));
    expect((await invite(token)).status).toBe(429);
  });
});

describe("C7: no operation mails to strangers without the budget", () => {
  const kinds = Object.entries(MAIL_KINDS) as readonly [MailKind, { readonly isAsked: boolean }][];
  const mail = { language: "en", to: "a@example.org", parameters: {}, expiresAt: new Date(0) };

  it.each(kinds)("%s", async (kind, { isAsked }) => {
    const heard: unknown[] = [];
    const outbox = heardMail((message) => heard.push(message));
    const message = { ...mail, kind } as never;
    for (const [mailsAnyone, isSent] of [
      [undefined, !isAsked],
      ["one", true],
      ["several", true],
    ] as const) {
      const own = outboxFor({ id: "someOperation", ...(mailsAnyone && { mailsAnyone }) }, outbox);
      for (const act of [
        () => own.enqueue(undefined as never, message, new Date(0)),
        () => own.enqueueAll(undefined as never, [message], new Date(0)),
      ]) {
        heard.length = 0;
        const outcome = act().then(
          () => true,
          () => false,
        );
        expect([await outcome, heard.length]).toEqual([isSent, isSent ? 1 : 0]);
      }
    }
  });

  it("these declare that they do", () => {
    const declared = OPERATIONS.filter(({ mailsAnyone }) => mailsAnyone !== undefined).map(({ id }) => id);
    expect(declared.sort()).toEqual([
      ...["addInvitation", "addOrganizationInvitation", "invitePeople", "invitePeopleIntoOrganization"],
      ...["sendInvitationAgain", "sendInvitationsAgain", "sendOrganizationInvitationAgain"],
      ...["sendOrganizationInvitationsAgain", "sendPasswordReset"],
    ]);
  });
});
