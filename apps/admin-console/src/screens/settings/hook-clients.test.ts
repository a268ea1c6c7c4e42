import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole, unbroken } from "../../testing/console.ts";

let console: TestConsole;
afterEach(() => console.close());

const HOOK = "/settings/hooks/00000000-0000-4000-8000-000000000001";
const ALL = ["settings:read", "settings:write", "clients:read"];
const { readHook: hook, listClients, ...others } = answersWith("x") as Readonly<Record<string, object>>;
const [item] = (listClients as { readonly items: readonly object[] }).items;
const start = async (scopes = ALL, kind = "claims") => {
  const items = ["shop", "desk"].map((id) => ({ ...item, client_id: id, client_name: `The ${id}` }));
  const answers = { ...others, readHook: { ...hook, kind, clients: ["shop"] }, listClients: { items } };
  console = await startConsole({ scopes, answers });
};
const changed = () => console.sent.find(({ operation }) => operation === "changeHook")?.input;

describe("C21: the applications of a hook are chosen from those who match", () => {
  it("the form of a hook does not ask for IDs", async () => {
    await start();
    for (const path of ["/settings/hooks/new", HOOK])
      expect(await unbroken(console.get(path))).not.toContain('name="clients"');
  });

  it("a part of the page has those that it has, and leads to more", async () => {
    await start();
    const html = await unbroken(console.get(`${HOOK}?tab=clients`));
    expect(html).toMatch(/id="clients-table"[\s\S]*value="remove-client"/);
    expect(html).toContain(`href="${HOOK}/clients"`);
  });

  it("of a hook that has none, the way to the first one is primary", async () => {
    console = await startConsole({
      scopes: ALL,
      answers: { ...others, readHook: { ...hook, kind: "claims", clients: [] } },
    });
    expect(await unbroken(console.get(`${HOOK}?tab=clients`))).toContain('class="button primary" id="add-clients"');
  });

  it("who may not change hooks sees them only; a hook of another kind has none", async () => {
    await start(["settings:read", "clients:read"]);
    expect(await unbroken(console.get(`${HOOK}?tab=clients`))).not.toMatch(/remove-client|add-clients/);
    await console.close();
    await start(ALL, "sign-in");
    expect(await unbroken(console.get(HOOK))).not.toContain("?tab=clients");
  });

  it("those who match are found by a part of a name; those that it has are not offered again", async () => {
    await start();
    const html = await unbroken(console.get(`${HOOK}/clients?q=th`));
    expect(console.sent.find(({ operation }) => operation === "listClients")?.input.query).toMatchObject({ q: "th" });
    expect([...html.matchAll(/name="ids" value="([^"]*)"/g)].map(([, id]) => id)).toEqual(["desk"]);
    expect(html).toContain("data-follows-search");
  });

  it("those who are chosen are added to those that it has", async () => {
    await start();
    const added = await console.post(`${HOOK}/clients`, [
      ["act", "add"],
      ["ids", "desk"],
      ["ids", "shop"],
    ]);
    expect(changed()).toMatchObject({ body: { clients: ["shop", "desk"] }, ifMatch: '"v1"' });
    expect(added.headers.get("location")).toBe(`${HOOK}?tab=clients&done=saved`);
  });

  it("one is removed, and the others stay", async () => {
    await start();
    await console.post(`${HOOK}?tab=clients`, { act: "remove-client", value: "shop" });
    expect(changed()).toMatchObject({ body: { clients: [] } });
  });
});
