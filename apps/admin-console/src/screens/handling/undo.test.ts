import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { problem, startConsole, type TestConsole, unchanged } from "../../testing/console.ts";
import { SCREENS } from "../screens.ts";
import { PAIRS } from "./undo.ts";

let console: TestConsole;
afterEach(() => console.close());

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const scopes = [...new Set(SCREENS.flatMap(({ acts = {} }) => Object.values(acts).map(({ needs }) => needs)))];
const ALL = [...scopes, ...scopes.map((scope) => scope.replace(":write", ":read"))];
const [ONE, TWO] = [idOf(1), idOf(2)];

interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: { readonly ids?: readonly string[]; readonly role?: string };
}

/** What operations set (true) and unset, as an API that remembers: `of` is what each is about. */
const SETS: readonly (readonly [operation: RegExp, kind: string, isSet: boolean])[] = [
  [/^disable(Person|People)$/, "disabled person", true],
  [/^enable(Person|People)$/, "disabled person", false],
  [/^disableClients?$/, "disabled client", true],
  [/^enableClients?$/, "disabled client", false],
  [/^giveRoleTo/, "role", true],
  [/^takeRoleFrom/, "role", false],
  [/^add(OrganizationGroup)?Members$/, "member", true],
  [/^remove(OrganizationGroup)?Member$/, "member", false],
];

/** @param held what is set before */
function remembering(held: Set<string>) {
  const upon = (kind: string, isSet: boolean) => (input: Input) => {
    const { role, person, ...place } = { ...input.path };
    const about = input.body?.ids ?? [person ?? place.id ?? ""];
    const rest = [role ?? input.body?.role ?? "", place.organization ?? "", place.group ?? ""];
    const items = about.map((id) => {
      const key = [kind, id, ...rest].join(" ");
      const result = held.has(key) === isSet ? "already" : "done";
      if (isSet) held.add(key);
      else held.delete(key);
      return { id, result, reason: null };
    });
    return items.every(({ result }) => result === "already") ? unchanged({ items }) : { items };
  };
  const names = [
    ...["disablePerson", "enablePerson", "disablePeople", "enablePeople", "disableClient", "enableClient"],
    ...["disableClients", "enableClients", "giveRoleToPerson", "takeRoleFromPerson", "giveRoleToInvitation"],
    ...["takeRoleFromInvitation", "giveRoleToGroup", "takeRoleFromGroup", "giveRoleToOrganizationGroup"],
    ...["takeRoleFromOrganizationGroup", "giveRoleToMember", "takeRoleFromMember", "giveRoleToPeople"],
    ...["takeRoleFromPeople", "giveRoleToMembers", "takeRoleFromMembers", "addMembers", "removeMember"],
    ...["addOrganizationGroupMembers", "removeOrganizationGroupMember"],
  ];
  return Object.fromEntries(
    names.map((name) => {
      const [, kind = "", isSet = false] = SETS.find(([operation]) => operation.test(name)) ?? [];
      return [name, upon(kind, isSet)];
    }),
  );
}

const start = async (held: Set<string>, changes: object = {}) => {
  const { readPerson, ...plain } = answersWith("Bob");
  const person = { ...readPerson, deletion_due_at: null };
  console = await startConsole({
    scopes: ALL,
    answers: { ...plain, readPerson: person, ...remembering(held), ...changes },
  });
};
const addressOf = (path: string) => path.replace(/:\w+/g, ONE);

/** The form in the message of a page. */
function undoIn(html: string) {
  const [, action = "", form = ""] =
    /id="done"[\s\S]*?<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/.exec(html) ?? [];
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const [, act = ""] = /name="act" value="([^"]+)"/.exec(form) ?? [];
  return action === "" ? undefined : { action, act, fields: [...fields, ["act", act] as const] };
}

/** Sends the form as the browser does, and the one that asks, if there is one; the page that it leads to. */
async function done(path: string, fields: readonly (readonly [string, string])[]): Promise<string> {
  const first = await console.post(path, fields);
  const answer = first.status === 200 ? await console.post(path, [...fields, ["confirmed", "yes"]]) : first;
  expect(answer.status).toBe(303);
  return (await console.get(answer.headers.get("location") ?? "")).text();
}

/** What is sent: an act upon one names only what it is about. */
const fieldsFor = (pair: (typeof PAIRS)[number], ids = [ONE, TWO]) => [
  ["act", pair.act] as const,
  ...(pair.about === undefined ? [] : [[pair.about[0], ONE] as const]),
  ...(pair.ofChosen === undefined ? [] : (pair.ofChosen === "one" ? [TWO] : ids).map((id) => ["ids", id] as const)),
];

describe("C33: what was done is taken back from the message about it", () => {
  const pairs = PAIRS.map((pair) => [`${pair.at} ${pair.act}`, pair] as const);

  it.each(pairs)("%s: the opposite is a declared act of the same right", async (_, pair) => {
    await start(new Set());
    const screen = SCREENS.find(({ path }) => path === pair.at);
    const [here, there] = pair.elsewhere ?? ["", ""];
    const other = SCREENS.find(({ path }) => path === `${pair.at.slice(0, pair.at.length - here.length)}${there}`);
    expect(screen?.acts?.[pair.act]?.needs).toEqual(expect.any(String));
    expect(other?.acts?.[pair.opposite]?.needs).toBe(screen?.acts?.[pair.act]?.needs);
  });

  it.each(pairs)("%s: restores what was", async (_, pair) => {
    // The act changes something: what it would set is not set, or it is set already.
    const held = new Set<string>();
    await start(held);
    const opposite = PAIRS.find(({ at, act }) => at === pair.at && act === pair.opposite);
    const isSetting = /^(disable|give-roles?|add)$/.test(pair.act);
    if (!isSetting) await prepare(pair, opposite);
    const before = [...held].sort();
    const html = await done(addressOf(pair.at), fieldsFor(pair));
    expect([...held].sort()).not.toEqual(before);
    const undo = undoIn(html);
    expect(undo?.act).toBe(pair.opposite);
    await done(undo?.action ?? "", undo?.fields ?? []);
    expect([...held].sort()).toEqual(before);
  });

  /** Sets what the act takes away. */
  async function prepare(pair: (typeof PAIRS)[number], opposite: (typeof PAIRS)[number] | undefined) {
    if (opposite !== undefined) await done(addressOf(pair.at), fieldsFor(opposite));
    else
      await done(addressOf(`${pair.at}/add`), [
        ["act", "add"],
        ["ids", ONE],
      ]);
  }

  it("of several, only for those whose state changed", async () => {
    const held = new Set([`disabled person ${TWO}   `]);
    await start(held);
    const undo = undoIn(
      await done("/people", [
        ["act", "disable"],
        ["ids", ONE],
        ["ids", TWO],
      ]),
    );
    expect(undo?.fields.filter(([name]) => name === "ids")).toEqual([["ids", ONE]]);
    await done("/people", undo?.fields ?? []);
    expect([...held]).toEqual([`disabled person ${TWO}   `]);
  });

  it.each(pairs.filter(([, { act, ofChosen }]) => ofChosen !== "one" && !/^(take-role|remove-member)$/.test(act)))(
    "%s: not if everything was so before",
    async (_, pair) => {
      const held = new Set<string>();
      await start(held);
      const address = addressOf(pair.at);
      if (pair.act === "enable" || pair.act === "take-roles")
        await done(address, fieldsFor({ ...pair, act: pair.opposite }));
      await done(address, fieldsFor(pair));
      const before = [...held].sort();
      expect(undoIn(await done(address, fieldsFor(pair)))).toBeUndefined();
      expect([...held].sort()).toEqual(before);
    },
  );

  it("not if nothing changed, nor for an account whose deletion waited, nor for acts without an opposite", async () => {
    const due = { ...answersWith("Bob").readPerson, deletion_due_at: "2030-01-05T10:00:00.000Z" };
    await start(new Set([`disabled client ${ONE}   `]), { readPerson: due });
    expect(
      undoIn(
        await done("/clients", [
          ["act", "disable"],
          ["ids", ONE],
        ]),
      ),
    ).toBeUndefined();
    expect(undoIn(await done(`/people/${ONE}`, [["act", "enable"]]))).toBeUndefined();
    expect(
      undoIn(
        await done("/people", [
          ["act", "delete"],
          ["ids", ONE],
        ]),
      ),
    ).toBeUndefined();
    const add = [
      ["act", "add"],
      ["ids", ONE],
      ["ids", TWO],
    ] as const;
    expect(undoIn(await done(`/groups/${ONE}/add`, add))).toBeUndefined();
  });

  it("until another page is opened, and only beside the message", async () => {
    await start(new Set());
    const shown = `/people/${ONE}?done=disabled`;
    await done(`/people/${ONE}`, [["act", "disable"]]);
    expect(undoIn(await (await console.get(shown)).text())?.act).toBe("enable");
    expect(await (await console.get(`/people/${ONE}`)).text()).not.toContain('id="undo"');
    await console.get("/people");
    expect(undoIn(await (await console.get(shown)).text())).toBeUndefined();
  });

  it("with the token of its page, and the sign-in that the act needs", async () => {
    await start(new Set());
    const undo = undoIn(
      await done(`/people/${ONE}`, [
        ["act", "give-role"],
        ["role", TWO],
      ]),
    );
    const foreign = undo?.fields.map(([name, value]) => [name, name === "csrf" ? "x" : value] as const) ?? [];
    expect((await console.post(undo?.action ?? "", foreign)).status).toBe(403);
    await console.close();
    const challenge = 'Bearer error="insufficient_user_authentication", max_age="900"';
    await start(new Set(), { takeRoleFromPerson: problem(401, challenge) });
    const again = undoIn(
      await done(`/people/${ONE}`, [
        ["act", "give-role"],
        ["role", TWO],
      ]),
    );
    const answer = await console.post(again?.action ?? "", again?.fields ?? []);
    expect(answer.headers.get("location")).toMatch(/^https:\/\/auth\.example\/authorize/);
  });

  it.each([
    ["one", `/people/${ONE}`, [["act", "disable"]], "enablePerson"],
    [
      "many",
      "/people",
      [
        ["act", "disable"],
        ["ids", ONE],
      ],
      "enablePeople",
    ],
  ] as const)("of a user whose deletion was decided since, nothing: %s", async (_, path, fields, enables) => {
    let due: string | null = null;
    const { readPerson } = answersWith("Bob");
    await start(new Set(), { readPerson: () => ({ ...readPerson, deletion_due_at: due }) });
    const undo = undoIn(await done(path, fields));
    due = "2030-02-01T00:00:00.000Z";
    const answer = await console.post(undo?.action ?? "", undo?.fields ?? []);
    expect([answer.status, await answer.text()]).toEqual([412, expect.stringContaining("Someone else changed it")]);
    expect(console.sent.map(({ operation }) => operation)).not.toContain(enables);
  });
});
