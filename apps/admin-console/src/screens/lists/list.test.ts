import { ApiProblem } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith, emptied } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";
import { sampleAddress } from "../../testing/pages.ts";
import { SCREENS } from "../screens.ts";

let console: TestConsole;
afterEach(() => console.close());

const scopes = SCREENS.flatMap(({ needs }) => needs ?? []);

/** The answers of a deployment, where every list has a page before this one and a page after it. */
const withPages = Object.fromEntries(
  Object.entries(answersWith("x")).map(([operation, answer]) => [
    operation,
    operation.startsWith("list") ? { ...(answer as object), previous_cursor: "before", next_cursor: "after" } : answer,
  ]),
);

const ofPage = (html: string) =>
  [...html.matchAll(/<a class="button small" id="(previous|next)"[^>]*href="([^"]+)"/g)].map(([, name, href = ""]) => {
    const { pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"), "http://console.example");
    return [name, pathname, searchParams.get("cursor"), searchParams.get("q"), searchParams.get("done")];
  });

const PAGED = [
  ...["/people", "/people/invitations", "/imports", "/imports/:id", "/groups", "/groups/:id", "/groups/:id/add"],
  ...["/organizations/:organization/groups/:group", "/organizations/:organization/groups/:group/add"],
  ...["/organizations", "/organizations/:organization", "/organizations/:organization/add"],
  ...["/clients", "/sessions", "/audit", "/settings/mails"],
  ...["/settings/exchange-policies", "/settings/hooks", "/settings/hooks/:id/clients"],
  ...["/settings/trusted-issuers", "/settings/webhooks"],
  ...["/settings/webhooks/:id", "/settings/blocked-addresses", "/roles", "/settings", "/roles/:id/add"],
];

it("23: every list leads to the page before and to the page after, with the same filter", async () => {
  console = await startConsole({ scopes, answers: withPages });
  const found: string[] = [];
  for (const screen of SCREENS) {
    const address = sampleAddress(screen.path);
    const html = await (await console.get(`${address}?q=part&cursor=here&done=saved`)).text();
    const pages = ofPage(html);
    if (pages.length === 0) continue;
    found.push(screen.path);
    expect(pages).toEqual([
      ["previous", address, "before", "part", null],
      ["next", address, "after", "part", null],
    ]);
  }
  expect(found).toEqual(PAGED);
});

describe("4.5: the pager says from which to which item is shown, of how many", () => {
  const SIZE = 25;
  const item = (answersWith("x").listPeople.items as readonly object[])[0];
  /** What the page says, and where its links lead. */
  const pager = async (address: string, { count = SIZE, total = 60, isMore = false, cursors = {} } = {}) => {
    const items = Array.from({ length: count }, (_, index) => ({ ...item, id: `00000000-0000-4000-8000-${index}` }));
    const listPeople = { items, total: { count: total, is_more: isMore }, ...cursors };
    console = await startConsole({ scopes, answers: { ...answersWith("x"), listPeople } });
    const html = await (await console.get(address)).text();
    const links = [...html.matchAll(/id="(?:previous|next)"[^>]*href="([^"]+)"/g)].map(([, href = ""]) =>
      new URL(href.replaceAll("&amp;", "&"), "http://console.example").searchParams.get("from"),
    );
    return [/<nav class="foot pager"[^>]*>\s*<span>([^<]*)</.exec(html)?.[1], ...links];
  };
  const AFTER = { next_cursor: "n" };
  const BETWEEN = { ...AFTER, previous_cursor: "p" };
  const BEFORE = { previous_cursor: "p" };

  it.each([
    ["the first page", "/people", { cursors: AFTER }, ["1–25 of 60", "26"]],
    ["the second", "/people?cursor=c&from=26", { cursors: BETWEEN }, ["26–50 of 60", "1", "51"]],
    ["the last", "/people?cursor=c&from=51", { count: 10, cursors: BEFORE }, ["51–60 of 60", "26"]],
    ["the only one", "/people", { count: 3, total: 3 }, ["1–3 of 3"]],
    [
      "of very many",
      "/people?cursor=c&from=10001",
      { total: 10_000, isMore: true, cursors: BETWEEN },
      ["10,001–10,025 of 10,000+", "9976", "10026"],
    ],
  ] as const)("%s", async (_, address, shown, expected) => {
    expect(await pager(address, shown)).toEqual(expected);
  });

  it.each([
    ["a link of before", "/people?cursor=c", BETWEEN, [null, null]],
    ["a number past the total", "/people?cursor=c&from=51", BETWEEN, ["26", "76"]],
    ["a last page that ends elsewhere", "/people?cursor=c&from=2", BEFORE, [null]],
    ["no number", "/people?cursor=c&from=-1", BETWEEN, [null, null]],
  ] as const)("what does not agree is not said: %s", async (_, address, cursors, links) => {
    expect(await pager(address, { cursors })).toEqual(["25 of 60 shown", ...links]);
  });
});

it("4.5: a list is as long as is chosen, and stays so on its other pages and with another filter", async () => {
  console = await startConsole({ scopes, answers: withPages });
  const html = await (await console.get("/people?q=part&cursor=here&size=50")).text();
  const asked = console.sent.findLast(({ operation }) => operation === "listPeople")?.input.query;
  expect(asked).toMatchObject({ limit: 50, cursor: "here" });
  const [, sizes = ""] = /<span class="sizes"[\s\S]*?<\/span>([\s\S]*?)<\/span>/.exec(html) ?? [];
  expect([...sizes.matchAll(/href="([^"]+)"( aria-current="true")?>(\d+)</g)].map(([, ...found]) => found)).toEqual([
    ["/people?q=part", undefined, "25"],
    ["/people?q=part&amp;size=50", ' aria-current="true"', "50"],
    ["/people?q=part&amp;size=100", undefined, "100"],
  ]);
  expect(ofPage(html)[1]?.[2]).toBe("after");
  expect(html).toMatch(/id="next"[^>]*href="[^"]*size=50/);
  expect(html).toContain('<input type="hidden" name="size" value="50">');
});

it.each(["", "?size=24", "?size=1000", "?size=x"])("4.5: usually it has 25 on a page: %s", async (query) => {
  console = await startConsole({ scopes, answers: withPages });
  await console.get(`/groups${query}`);
  expect(console.sent.findLast(({ operation }) => operation === "listGroups")?.input.query.limit).toBe(25);
});

it("4.5: a list of at most one page of the usual size has no choice of sizes", async () => {
  const { next_cursor: _, ...onePage } = answersWith("x").listPeople as { readonly next_cursor?: string };
  console = await startConsole({ scopes, answers: { ...answersWith("x"), listPeople: onePage } });
  expect(await (await console.get("/people")).text()).not.toContain('class="sizes"');
});

const refused = (pointer: string) => {
  const errors = [{ pointer, detail: "is not a cursor of this list with this filter", code: "invalid" as const }];
  return new ApiProblem({ type: "urn:countersign:problem:invalid-request", title: "No", status: 400, errors }, null);
};
/** The answers of a deployment that takes no cursor of before. */
const withoutCursors = Object.fromEntries(
  Object.entries(answersWith("x")).map(([operation, answer]) => [
    operation,
    ({ query }: { query?: { cursor?: string } } = {}) => {
      if (query?.cursor !== undefined) throw refused("#/query/cursor");
      return answer;
    },
  ]),
);

it.each(PAGED)("a cursor that the API does not take leads to the first page: %s", async (path) => {
  console = await startConsole({ scopes, answers: withoutCursors });
  const address = sampleAddress(path);
  const answer = await console.get(`${address}?q=part&cursor=old&size=50`);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${address}?q=part&size=50`]);
});

it.each([
  ["/people?q=ada", "#/query/cursor"],
  ["/people?cursor=good&q=ada", "#/query/q"],
])("and nothing else does: %s, refused at %s", async (address, pointer) => {
  const listPeople = () => {
    throw refused(pointer);
  };
  console = await startConsole({ scopes, answers: { ...answersWith("x"), listPeople } });
  expect((await console.get(address)).status).toBe(400);
});

/** Lists of few things, and lists that are searched by something other than a part of a name. */
const NOT_BY_NAME = [
  ...["/settings/providers", "/settings/terms", "/settings/keys", "/imports"],
  ...["/sessions", "/audit", "/settings/mails"],
];
const PLACES = SCREENS.filter(({ place }) => place !== undefined).map(({ path }) => path);
const SEARCHED = [...PLACES, "/people/invitations"].filter((path) => !NOT_BY_NAME.includes(path));
const hasTable = (html: string) => html.includes('id="list"');

describe("4.5: every list of things with names has a search, a total and two states without rows", () => {
  it("asks the API for a part of a name, which stays in the field", async () => {
    console = await startConsole({ scopes, answers: withPages });
    const lists: string[] = [];
    for (const path of SEARCHED) {
      const html = await (await console.get(`${path}?q=part`)).text();
      if (!hasTable(html)) continue;
      lists.push(path);
      expect
        .soft([path, html])
        .toEqual([path, expect.stringMatching(/<input type="search" id="q" name="q" value="part"/)]);
      const asked = console.sent.findLast(({ input }) => input?.query?.q === "part");
      expect.soft([path, asked?.input.query]).toEqual([path, { q: "part", limit: 25, with_total: "yes" }]);
      console.sent.length = 0;
    }
    expect(lists).toEqual(expect.arrayContaining(["/roles", "/settings", "/settings/webhooks", "/clients", "/groups"]));
  });

  it("without rows: an empty list has no search, and one without a match leads back", async () => {
    console = await startConsole({ scopes, answers: emptied(answersWith("x")) });
    for (const path of SEARCHED) {
      const html = await (await console.get(path)).text();
      if (!hasTable(html)) continue;
      expect.soft([path, html]).toEqual([path, expect.not.stringContaining('class="toolbar"')]);
      const none = await (await console.get(`${path}?q=none`)).text();
      const way = [`<h3>No matches</h3>`, `<p><a href="${path}">Clear filters</a></p>`, `id="clear" href="${path}"`];
      for (const part of way) expect.soft([path, none]).toEqual([path, expect.stringContaining(part)]);
    }
  });
});

it("applications are in the order that is asked for, which a filter keeps", async () => {
  console = await startConsole({ scopes, answers: answersWith("x") });
  const html = await (await console.get("/clients?q=a&sort=-created_at")).text();
  const asked = console.sent.findLast(({ operation }) => operation === "listClients")?.input.query;
  expect(asked).toMatchObject({ q: "a", sort: "-created_at" });
  expect(html).toMatch(/<th scope="col" aria-sort="descending"><a href="\/clients\?q=a&amp;sort=-created_at">Created/);
  expect(html).toMatch(/<a href="\/clients\?q=a&amp;sort=client_name">/);
  expect(html).toContain('<input type="hidden" name="sort" value="-created_at">');
});
