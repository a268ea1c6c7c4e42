import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ID = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";
const [ACCESS, ORGANIZATIONS] = [`/people/${ID}?tab=access`, `/people/${ID}?tab=organizations`];
const WRITING = ["people:read", "roles:write", "organizations:write"];

type Parts = Readonly<Record<string, unknown>>;
const start = async (scopes: readonly string[] = WRITING, change: (parts: Parts) => Parts = (parts) => parts) => {
  const answers = answersWith("Acme <b>");
  const readPerson = { ...answers.readPerson, included: change(answers.readPerson.included) };
  console = await startConsole({ scopes, answers: { ...answers, readPerson } });
};
const pageAt = async (path: string) => (await console.get(path)).text();
const sent = () => console.sent.filter(({ operation }) => operation !== "readPerson");
const none = { items: [] };

describe("C13: the groups of a person", () => {
  it("are links, and the others are a choice", async () => {
    const known = [ID, OTHER].map((id) => ({ id, name: "Support", members: 1, managed_by: null }));
    await start(WRITING, (parts) => ({ ...parts, known_groups: { items: known } }));
    const html = await pageAt(ACCESS);
    expect(html).toContain(`<a href="/groups/${ID}"><bdi>Acme &lt;b&gt;</bdi></a>`);
    expect(html).toContain('name="act" value="join-group"');
    const [choice = ""] = /<select [^>]*name="group"[\s\S]*?<\/select>/.exec(html) ?? [];
    expect(choice.match(/value="[^"]+"/g)).toEqual([`value="${OTHER}"`]);
  });

  it("a person joins one and leaves one", async () => {
    await start();
    const joined = await console.post(ACCESS, { act: "join-group", group: OTHER });
    const left = await console.post(ACCESS, { act: "leave-group", value: ID });
    expect([joined, left].map(({ headers }) => headers.get("location"))).toEqual([
      `${ACCESS}&done=joined_group`,
      `${ACCESS}&done=member_removed`,
    ]);
    expect(sent()).toEqual([
      { operation: "addMember", input: { path: { id: OTHER, person: ID } } },
      { operation: "removeMember", input: { path: { id: ID, person: ID } } },
    ]);
  });

  it("who is in none is told what groups are for; where there is none, the way to the first one is there", async () => {
    await start(WRITING, (parts) => ({ ...parts, groups: none, known_groups: none }));
    expect(await pageAt(ACCESS)).toMatch(/<h3>No groups<\/h3>[\s\S]*?<a class="button[^>]*href="\/groups"/);
    await console.close();
    await start(WRITING, (parts) => ({ ...parts, groups: none }));
    expect(await pageAt(ACCESS)).toMatch(/<h3>No groups<\/h3>(?![\s\S]*?<a class="button[^>]*href="\/groups")/);
  });

  it("where there are more groups than the choice has, the list of all is a link", async () => {
    await start(WRITING, ({ known_groups: known, ...parts }) => ({
      ...parts,
      known_groups: { ...(known as object), next_cursor: "c" },
    }));
    expect(await pageAt(ACCESS)).toMatch(/<a [^>]*href="\/groups"[^>]*>All groups/);
  });
});

describe("what happened to a person", () => {
  it("names the applications; who may not know them sees the id", async () => {
    await start(["people:read", "audit:read", "clients:read"]);
    const html = await pageAt(`/people/${ID}?tab=activity`);
    expect(html).toMatch(/<a href="\/clients\/[^"]+"><bdi>Acme &lt;b&gt;<\/bdi><\/a>/);
    await console.close();
    await start(["people:read", "audit:read"]);
    expect(await pageAt(`/people/${ID}?tab=activity`)).not.toContain('href="/clients/');
  });
});

describe("C13: the organizations of a person", () => {
  it("have a part of the page, with their number, the groups there, and a way to the roles there", async () => {
    await start();
    const html = await pageAt(ORGANIZATIONS);
    expect(html).toContain(`href="${ORGANIZATIONS}"`);
    expect(html).toContain(`href="/organizations/${ID}"`);
    expect(html).toContain(`href="/organizations/${ID}/members/${ID}"`);
    expect(html).toContain('<bdi class="tag">Acme &lt;b&gt;</bdi>');
    expect(html).toContain(`<option value="${OTHER}"`);
  });

  it("a person joins one; the page asks before they leave one", async () => {
    await start();
    await console.post(ORGANIZATIONS, { act: "join-organization", organization: OTHER });
    const asking = await console.post(ORGANIZATIONS, { act: "leave-organization", value: ID });
    expect(await asking.text()).toContain("The user loses all roles and groups of this organization.");
    expect(sent().map(({ operation }) => operation)).toEqual(["addOrganizationMember"]);
    const left = await console.post(ORGANIZATIONS, { act: "leave-organization", value: ID, confirmed: "yes" });
    expect(left.headers.get("location")).toBe(`${ORGANIZATIONS}&done=left_organization`);
    expect(sent().map(({ input }) => input.path)).toEqual([
      { organization: OTHER, person: ID },
      { organization: ID, person: ID },
    ]);
  });

  it("the page asks only for the choice that it shows", async () => {
    await start();
    for (const path of [`/people/${ID}`, ACCESS, ORGANIZATIONS]) await pageAt(path);
    const known = console.sent.map(({ input }) => input.query.include.match(/known_\w+/g));
    expect(known).toEqual([null, ["known_roles", "known_groups"], ["known_organizations"]]);
  });

  it("who may only read has no buttons, and who may not read them no part", async () => {
    await start(["people:read"]);
    for (const path of [ACCESS, ORGANIZATIONS]) expect(await pageAt(path)).not.toMatch(/value="(?:join|leave)-/);
    await console.close();
    await start(["people:read"], ({ groups, organizations, ...parts }) => parts);
    expect(await pageAt(`/people/${ID}`)).not.toContain("tab=organizations");
    expect(await pageAt(ACCESS)).not.toContain('id="groups"');
  });
});
