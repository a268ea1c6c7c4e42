import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const ALL = ["people:read", "people:write", "organizations:read", "organizations:write", "roles:read", "roles:write"];
const item = (email: string, result: string, code: string | null = null) => ({
  ...{ email, result, id: null, code, reason: code },
});
const start = async (items: readonly object[], scopes = ALL) => {
  const answers = { invitePeople: { items }, invitePeopleIntoOrganization: { items } };
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...answers } });
};
const send = (fields: Readonly<Record<string, string>>, path = "/people/invite") =>
  console.post(path, { act: "invite", language: "de", ...fields });

describe("C16: many people are invited by one form", () => {
  it("with one request for all addresses, and a role", async () => {
    await start([item("a@x.example", "invited"), item("b@x.example", "invited")]);
    const answer = await send({ emails: "Ann <a@x.example>, b@x.example", roles: ID });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/people/invitations?done=people_invited"]);
    const body = { emails: ["a@x.example", "b@x.example"], language: "de", lifetime: 604_800, roles: [ID] };
    expect(console.sent.find(({ operation }) => operation === "invitePeople")?.input).toMatchObject({ body });
  });

  it("which says what came of each address, and offers those again that were refused", async () => {
    await start([
      item("a@x.example", "invited"),
      item("b@x.example", "already_invited"),
      item("<c@x.example", "refused", "mail_budget"),
    ]);
    const answer = await send({ emails: "a@x.example\nb@x.example\n<c@x.example", roles: ID });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    for (const text of ["Invited", "Already invited", "The limit of invitations per hour or day is reached."]) {
      expect(html).toContain(text);
    }
    expect(html).toMatch(/<textarea id="invite-emails"[^>]*>&lt;c@x\.example<\/textarea>/);
    expect(html).toContain(`name="roles" value="${ID}" checked>`);
  });

  it("into an organization that is chosen", async () => {
    await start([item("a@x.example", "invited")]);
    const answer = await send({ emails: "a@x.example", organization: ID });
    expect(answer.headers.get("location")).toBe(`/organizations/${ID}?done=one_person_invited`);
    const sent = console.sent.find(({ operation }) => operation === "invitePeopleIntoOrganization");
    expect(sent?.input).toMatchObject({ path: { organization: ID }, body: { emails: ["a@x.example"] } });
  });

  it("and by the administrator of one organization, into theirs", async () => {
    await start([item("a@x.example", "member")], ["organizations:read", "organizations:write"]);
    const html = await (await send({ emails: "a@x.example" }, `/organizations/${ID}/invite`)).text();
    expect(html).toContain("Already a member");
    expect(html).not.toContain("Try the refused addresses again");
  });

  it("with several roles, and a link that is valid as long as is chosen", async () => {
    await start([item("a@x.example", "invited")]);
    const sent = [
      ["emails", "a@x.example"],
      ["roles", ID],
      ["roles", "r2"],
      ["days", "30"],
    ] as const;
    await console.post("/people/invite", [["act", "invite"], ...sent]);
    const { body } = console.sent.find(({ operation }) => operation === "invitePeople")?.input ?? {};
    expect(body).toMatchObject({ lifetime: 2_592_000, roles: [ID, "r2"] });
  });

  it("who may not give roles, or write organizations, has no such choice", async () => {
    await start([], ["people:read", "people:write"]);
    const html = await (await console.get("/people/invite")).text();
    expect(html).toContain('name="emails"');
    for (const name of ["roles", "organization"]) expect(html).not.toContain(`name="${name}"`);
  });
});
