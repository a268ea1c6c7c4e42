import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const LISTS = [
  ["/people", "listPeople", "people:read", "people.csv"],
  ["/clients", "listClients", "clients:read", "clients.csv"],
  ["/organizations", "listOrganizations", "organizations:read", "organizations.csv"],
] as const;

/** Lists of one page, with this text in every place that people fill in. */
function onePage(text: string) {
  const { listPeople, listClients, listOrganizations, ...others } = answersWith(text);
  const last = ({ items }: { readonly items: readonly unknown[] }) => ({ items });
  const lists = { listClients: last(listClients), listOrganizations: last(listOrganizations) };
  return { ...others, ...lists, listPeople: last(listPeople) };
}
const PERSON = { ...(onePage("Ada").listPeople.items[0] as object) };

const fileOf = async (path: string) => (await console.get(path)).text();
const asked = (operation: string) => console.sent.filter((one) => one.operation === operation);

describe("newcomer F13: a list as a file", () => {
  it.each(LISTS)("%s leads to it", async (path, _, needs, name) => {
    console = await startConsole({ scopes: [needs], answers: onePage("Ada") });
    const [, href = ""] = /id="export-csv" href="([^"]+)"/.exec(await fileOf(path)) ?? [];
    const answer = await console.get(href.replaceAll("&amp;", "&"));
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [head = "", row = "", ...more] = (await answer.text()).split("\r\n");
    expect([head.split(",").length > 5, row.split(",").length, more]).toEqual([true, head.split(",").length, [""]]);
    expect(row).toContain('"Ada"');
  });

  it.each(LISTS)("%s needs the right of the list, and a session", async (path, operation) => {
    console = await startConsole({ scopes: ["audit:read"], answers: onePage("Ada") });
    expect((await console.get(`${path}/export`)).status).toBe(403);
    expect((await console.get(`${path}/export`, {})).headers.get("location")).toContain("auth.example");
    expect(asked(operation)).toEqual([]);
  });

  it("has the filter of the page, and begins with its first page", async () => {
    console = await startConsole({ scopes: ["people:read"], answers: onePage("Ada") });
    const html = await fileOf("/people?q=ad&status=enabled&cursor=x&sort=");
    expect(html).toContain('href="/people/export?format=csv&amp;q=ad&amp;status=enabled"');
    await fileOf("/people/export?format=csv&q=ad&status=enabled");
    expect(asked("listPeople").at(-1)?.input).toEqual({ query: { q: "ad", status: "enabled", limit: 200 } });
  });

  it("has every page of the list", async () => {
    const listPeople = ({ query }: { query: { cursor?: string } }) =>
      query.cursor === undefined
        ? { items: [{ ...PERSON, username: "first" }], next_cursor: "c2" }
        : { items: [{ ...PERSON, username: query.cursor }] };
    console = await startConsole({ scopes: ["people:read"], answers: { ...onePage("Ada"), listPeople } });
    const rows = (await fileOf("/people/export")).split("\r\n").map((row) => row.split(",")[1]);
    expect(rows).toEqual(['"username"', '"first"', '"c2"', undefined]);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])(
    "takes %j for text, and not for a formula",
    async (name) => {
      console = await startConsole({ scopes: ["clients:read"], answers: onePage(name) });
      const file = await fileOf("/clients/export");
      expect(file).toContain(`"'${name}"`);
      expect(file).not.toContain(`"${name}"`);
    },
  );

  it("quotes what would end a cell", async () => {
    console = await startConsole({ scopes: ["clients:read"], answers: onePage('a"b,c\nd') });
    expect(await fileOf("/clients/export")).toContain('"a""b,c\nd"');
  });

  it("ends after 20,000 rows, and says so", async () => {
    const page = { items: Array(8000).fill(PERSON), next_cursor: "on" };
    console = await startConsole({ scopes: ["people:read"], answers: { ...onePage("Ada"), listPeople: page } });
    const rows = (await fileOf("/people/export")).split("\r\n");
    expect([rows.length, rows.at(-2)]).toEqual([20_003, expect.stringMatching(/^"The list goes on: [^"]+"$/)]);
    expect(asked("listPeople")).toHaveLength(3);
  });

  it("of nothing has its head", async () => {
    console = await startConsole({ scopes: ["people:read"], answers: { listPeople: { items: [] } } });
    expect(await fileOf("/people/export")).toMatch(/^"id","username",[^\r]+\r\n$/);
  });

  it("that the API refuses is a page, and one that breaks off is not a whole file", async () => {
    let calls = 0;
    const listPeople = () => {
      calls += 1;
      return calls === 2 ? { items: [PERSON], next_cursor: "c2" } : problem(503);
    };
    console = await startConsole({ scopes: ["people:read"], answers: { listPeople } });
    const refused = await console.get("/people/export");
    expect([refused.status >= 500, refused.headers.get("content-type")]).toEqual([true, "text/html; charset=utf-8"]);
    await expect(fileOf("/people/export")).rejects.toThrow();
  });
});
