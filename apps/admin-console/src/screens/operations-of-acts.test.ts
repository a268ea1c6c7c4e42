import { type AdminClient, OPERATIONS, type OperationId } from "@countersign/admin-client";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";
import { EVERY_SCOPE, sampleAddress, tabsIn } from "../testing/pages.ts";
import { asksAgain, operationOf } from "./operations-of-acts.ts";
import type { Act, Submission } from "./screen.ts";
import { SCREENS } from "./screens.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const FIELDS = ["value", "ids", "role", "group", "organization", "language", "email", "emails"];
/** What is typed to confirm a deletion. */
const TYPED = { name: "x", username: "x", slug: "x", client_id: ID };
const LOCKED = ' aria-describedby="asks-again"';
/** They call no operation: they change what the browser shows. */
const OF_THE_CONSOLE = [
  ...["/ hide-checklist", "/backup confirm-backup"],
  ...["/settings/configuration show-export", "/settings/configuration download"],
];

/** The first operation that an act calls and that changes something. */
async function calledBy(act: Act): Promise<OperationId | undefined> {
  const answers: Readonly<Record<string, unknown>> = answersWith("x");
  let called: OperationId | undefined;
  const api = new Proxy({} as AdminClient, {
    get: (_, id: OperationId) => async () => {
      if (OPERATIONS[id].method === "GET") return { body: answers[id], etag: '"v1"', isUnchanged: false };
      called = id;
      throw new Error("it is known");
    },
  });
  const submission = {
    ...{ api, form: new URLSearchParams({ ...Object.fromEntries(FIELDS.map((name) => [name, ID])), ...TYPED }) },
    ...{ etag: "*", once: "o", file: new Uint8Array([1]), query: new URLSearchParams(), may: () => true },
    params: { id: ID, organization: ID, group: ID, person: ID, alias: "x", known: "google" },
    ...{ issuer: "https://auth.example", languages: ["en"], pageLanguages: async () => ["en"], organization: null },
  } as unknown as Submission;
  await act.run(submission).catch(() => undefined);
  return called;
}

describe("C31: an act that asks again who the person is has a lock", () => {
  it("the operation of every act is known", async () => {
    const acts = SCREENS.flatMap(({ path, acts = {} }) =>
      Object.entries(acts).map(([name, act]) => ({ path, name, act })),
    );
    const unknown: string[] = [];
    for (const { path, name, act } of acts) {
      const called = await calledBy(act);
      if (called === undefined) unknown.push(`${path} ${name}`);
      expect.soft([path, name, operationOf(path, name)]).toEqual([path, name, called]);
    }
    expect(unknown).toEqual(OF_THE_CONSOLE);
  });

  it.each([
    ["in the danger zone", "/groups/:id", "remove"],
    ["of a form", "/groups/:id", "rename"],
  ])("the button %s says so", async (_, path, act) => {
    expect(asksAgain(path, act)).toBe(true);
    console = await startConsole({ scopes: ["roles:read", "roles:write"], answers: answersWith("x") });
    const html = await (await console.get(`${path.replace(":id", ID)}?tab=settings`)).text();
    const button = new RegExp(`<button[^>]*value="${act}"[^>]* aria-describedby="asks-again"[^>]*>[\\s\\S]*?</button>`);
    expect(button.exec(html)?.[0]).toContain('<svg class="icon');
    expect(html).toMatch(/<span id="asks-again" hidden>[^<]+</);
  });

  it("each button of each page has one exactly if its act asks again, also in rows and above them", async () => {
    console = await startConsole({ scopes: EVERY_SCOPE, answers: answersWith("x") });
    const found = new Set<string>();
    for (const { path } of SCREENS) {
      const address = sampleAddress(path);
      const html = await (await console.get(address)).text();
      const tabs = tabsIn(html).filter((tab) => tab.startsWith(`${address}?`));
      const pages = await Promise.all(tabs.map(async (tab) => (await console?.get(tab))?.text()));
      for (const button of [html, ...pages].join("").match(/<button[^>]* name="act"[^>]*>/g) ?? []) {
        const [, act = ""] = / value="([^"]*)"/.exec(button) ?? [];
        expect.soft([path, act, button.includes(LOCKED)]).toEqual([path, act, asksAgain(path, act)]);
        if (asksAgain(path, act)) found.add(`${path} ${act}`);
      }
    }
    // Of a row, and above rows that are chosen.
    expect([...found]).toEqual(
      expect.arrayContaining(["/groups/:id take-role", "/people give-roles", "/people delete"]),
    );
  });

  it("a button whose act asks nothing has none", async () => {
    expect(asksAgain("/clients/:id", "save")).toBe(false);
    console = await startConsole({ scopes: ["clients:read", "clients:write"], answers: answersWith("x") });
    expect(await (await console.get("/clients/x?tab=settings")).text()).not.toMatch(/value="save"[^>]*asks-again/);
  });
});

let console: TestConsole | undefined;
afterEach(() => console?.close());
