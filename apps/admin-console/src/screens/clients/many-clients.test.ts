import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const ALL = ["clients:read", "clients:write"];
const start = async (scopes = ALL, answers: Readonly<Record<string, unknown>> = {}) => {
  console = await startConsole({ scopes, answers: { ...answersWith("x"), ...answers } });
};
const named = ({ path: { id } }: { readonly path: { readonly id: string } }) => {
  if (id === "gone") throw problem(404);
  return { ...answersWith("x").readClient, client_id: id, client_name: `Shop <${id}>` };
};

/** The page that asks before applications are disabled. */
const asking = async (ids: readonly string[]) => {
  const chosen = ids.map((id) => ["ids", id] as const);
  return (await console.post("/clients", [["act", "disable"], ...chosen])).text();
};
const factsIn = (html: string) =>
  [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(([, label, value = ""]) => [
    label,
    value.replace(/\s*<[^>]+>\s*/g, " ").trim(),
  ]);

describe("4.5: before applications are disabled, a page names them", () => {
  it("by their names, the first five, and says how many more", async () => {
    await start(ALL, { readClient: named });
    expect(factsIn(await asking(["a", "b", "c", "d", "e", "f", "g"]))).toEqual([
      ["Selected", "7"],
      ["Applications", expect.stringMatching(/^(?:Shop &lt;[a-e]&gt;\s*){5}$/)],
      ["Others", "and 2 more"],
    ]);
  });

  it("one that is gone by its ID", async () => {
    await start(ALL, { readClient: named });
    expect(factsIn(await asking(["a", "gone"]))[1]?.[1]).toMatch(/^Shop &lt;a&gt;\s+gone$/);
  });

  it("what was refused is named, too", async () => {
    const items = [{ id: "a", result: "refused", reason: "declared elsewhere" }];
    await start(ALL, { readClient: named, disableClients: { items } });
    const answer = await console.post("/clients", [
      ["act", "disable"],
      ["ids", "a"],
      ["confirmed", "yes"],
    ] as const);
    expect(await answer.text()).toContain('<a href="/clients/a"><bdi>Shop &lt;a&gt;</bdi></a>');
  });
});

describe("4.5: the menu of an application in the list", () => {
  const [listed] = answersWith("x").listClients.items as readonly object[];
  const menuOf = async (members: object, scopes = ALL) => {
    await start(scopes, { listClients: { items: [{ ...listed, client_id: "a", ...members }] } });
    const [menu = ""] = /<details class="menu" name="menu">[\s\S]*?<\/details>/.exec(
      /<tbody>[\s\S]*/.exec(await (await console.get("/clients")).text())?.[0] ?? "",
    ) ?? [""];
    return [...menu.matchAll(/name="act" value="(\w+)"/g)].map(([, act]) => act);
  };

  it.each([
    ["disables it", { status: "enabled", managed_by: null }, ["disable"]],
    ["enables it again", { status: "disabled", managed_by: null }, ["enable"]],
    ["does neither if a configuration declares it", { status: "enabled", managed_by: "main" }, []],
  ])("%s", async (_, members, acts) => {
    expect(await menuOf(members)).toEqual(acts);
  });

  it("does neither for who only reads", async () => {
    expect(await menuOf({ status: "enabled", managed_by: null }, ["clients:read"])).toEqual([]);
  });

  it("asks about the one", async () => {
    await start();
    const html = await (
      await console.post("/clients", [
        ["act", "disable"],
        ["value", "a"],
      ] as const)
    ).text();
    expect(html).toContain('<input type="hidden" name="value" value="a">');
    expect(console.sent.map(({ operation }) => operation)).not.toContain("disableClients");
  });
});
