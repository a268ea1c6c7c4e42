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

  it("who may only read has neither boxes nor menus with acts", async () => {
    await start(["people:read"]);
    const html = await (await console.get("/people")).text();
    expect(html).not.toContain('name="ids"');
    expect(html).not.toContain('name="act"');
  });
});
