import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const ALL = ["people:read", "people:write", "sessions:write"];
const start = async (scopes = ALL, answers: Readonly<Record<string, unknown>> = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("Bob <b>"), ...answers } });
};
const result = (n: number, result: string, reason: string | null = null) => ({ id: idOf(n), result, reason });

const titleIn = (html: string) => /<h1[^>]*>([^<]*)</.exec(html)?.[1]?.trim();

/** A form with several boxes checked. */
const choose = (act: string, ids: readonly string[], confirmed = false) =>
  console.post("/people", [
    ["act", act],
    ...ids.map((id) => ["ids", id] as const),
    ...(confirmed ? [["confirmed", "yes"] as const] : []),
  ]);

describe("26: three people are disabled by one confirmation", () => {
  it("which says how many, and names them", async () => {
    await start();
    const ids = [1, 2, 3].map(idOf);
    const html = await (await choose("disable", ids)).text();
    expect(html).toContain("Disable the selected users?");
    expect(html).toContain("Bob &lt;b&gt;");
    for (const id of ids) expect(html).toContain(`<input type="hidden" name="ids" value="${id}">`);
    expect(console.sent.map(({ operation }) => operation)).not.toContain("disablePeople");
  });

  it("the words are about several, or about a single one", async () => {
    await start();
    const bulk = /<form class="bulk"[\s\S]*?<\/form>/.exec(await (await console.get("/people")).text())?.[0];
    expect(bulk).toContain("Delete users");
    const [two, one] = [await choose("delete", [1, 2].map(idOf)), await choose("delete", [idOf(1)])];
    expect(titleIn(await two.text())).toBe("Delete users");
    expect(titleIn(await one.text())).toBe("Delete user");
    expect(titleIn(await (await choose("disable", [idOf(1)])).text())).toBe("Disable");
  });

  it("and one request", async () => {
    await start(ALL, { disablePeople: { items: [1, 2, 3].map((n) => result(n, "done")) } });
    const answer = await choose("disable", [1, 2, 3].map(idOf), true);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/people?done=people_disabled"]);
    expect(console.sent).toEqual([
      { operation: "disablePeople", input: expect.objectContaining({ body: { ids: [1, 2, 3].map(idOf) } }) },
    ]);
  });

  it("what was refused is shown with its reason", async () => {
    await start(ALL, { disablePeople: { items: [result(1, "done"), result(2, "refused", "the last <owner>")] } });
    const html = await (await choose("disable", [1, 2].map(idOf), true)).text();
    expect(html).toContain("the last &lt;owner&gt;");
    expect(html).toContain(`href="/people/${idOf(2)}"`);
  });

  it("25: the menu of a row sends the same act for one person", async () => {
    await start(ALL, { endSessionsOfPeople: { items: [result(1, "done")] } });
    const html = await (await console.get("/people")).text();
    for (const act of ["disable", "end-sessions", "delete"]) expect(html).toContain(`name="act" value="${act}"`);
    await console.post("/people", { act: "end-sessions", value: idOf(1), confirmed: "yes" });
    expect(console.sent.at(-1)?.input.body).toEqual({ ids: [idOf(1)] });
  });

  it("task 2: a person who was found is signed out there, and the page leads back to the text", async () => {
    await start(ALL, { endSessionsOfPeople: { items: [result(1, "done")] } });
    const html = await (await console.get("/search?q=b%26b&done=x")).text();
    expect(html).toContain('<form method="post" action="/search?q=b%26b">');
    const fields = { act: "end-sessions", value: idOf(1) };
    const confirmation = await (await console.post("/search?q=b%26b", fields)).text();
    expect(confirmation).toContain('href="/search?q=b%26b"');
    const answer = await console.post("/search?q=b%26b", { ...fields, confirmed: "yes" });
    expect(answer.headers.get("location")).toBe("/search?q=b%26b&done=one_person_signed_out");
    expect(console.sent.at(-1)?.input.body).toEqual({ ids: [idOf(1)] });
  });

  it("task 2: who may not end sessions has no menu there", async () => {
    await start(["people:read"]);
    expect(await (await console.get("/search?q=bob")).text()).not.toContain("end-sessions");
  });

  it("who may only read has neither boxes nor menus with acts", async () => {
    await start(["people:read"]);
    const html = await (await console.get("/people")).text();
    expect(html).not.toContain('name="ids"');
    expect(html).not.toContain('name="act"');
  });
});

describe("C3: a role is given to several people, and taken", () => {
  const ROLES = [...ALL, "roles:read", "roles:write"];
  const withRole = (act: string, confirmed = false) =>
    console.post("/people", [
      ["act", act],
      ["ids", idOf(1)],
      ["ids", idOf(2)],
      ["role", idOf(1)],
      ...(confirmed ? [["confirmed", "yes"] as const] : []),
    ]);

  it.each([
    ["give-roles", "giveRoleToPeople", "roles_given"],
    ["take-roles", "takeRoleFromPeople", "roles_taken"],
  ])("%s asks once, with the name of the role, and sends one request", async (act, operation, done) => {
    await start(ROLES, { [operation]: { items: [result(1, "done"), result(2, "already")] } });
    const list = await (await console.get("/people")).text();
    expect(list).toMatch(
      new RegExp(`<optgroup label="Bob &lt;b&gt;">\\s*<option value="${idOf(1)}">Bob &lt;b&gt;</option>`),
    );
    const asked = await (await withRole(act)).text();
    expect(asked).toContain("Bob &lt;b&gt; — Bob &lt;b&gt;");
    expect(asked).toContain(`<input type="hidden" name="role" value="${idOf(1)}">`);
    const answer = await withRole(act, true);
    expect(answer.headers.get("location")).toBe(`/people?done=${done}`);
    const sent = console.sent.find((one) => one.operation === operation);
    expect(sent?.input.body).toEqual({ ids: [1, 2].map(idOf), role: idOf(1) });
  });

  it("who may not give roles has no choice of them", async () => {
    await start(["people:read", "people:write", "roles:read"]);
    expect(await (await console.get("/people")).text()).not.toContain('value="give-roles"');
  });
});

describe("C3: members of an organization are acted upon at once", () => {
  const PATH = `/organizations/${idOf(1)}`;
  it.each([
    ["remove-members", "removeOrganizationMembers", { ids: [idOf(1)] }],
    ["give-roles", "giveRoleToMembers", { ids: [idOf(1)], role: idOf(2) }],
    ["take-roles", "takeRoleFromMembers", { ids: [idOf(1)], role: idOf(2) }],
  ])("%s", async (act, operation, body) => {
    const refused = [result(1, "refused", "the last <owner>")];
    await start(["organizations:read", "organizations:write"], { [operation]: { items: refused } });
    expect(await (await console.get(PATH)).text()).toContain(`value="${act}"`);
    const fields = { act, ids: idOf(1), role: idOf(2) };
    expect(await (await console.post(PATH, fields)).text()).toContain('id="confirmation"');
    const html = await (await console.post(PATH, { ...fields, confirmed: "yes" })).text();
    expect(html).toContain("the last &lt;owner&gt;");
    expect(html).toContain(`href="${PATH}/members/${idOf(1)}"`);
    const sent = console.sent.find((one) => one.operation === operation);
    expect(sent?.input).toMatchObject({ path: { organization: idOf(1) }, body });
  });
});
