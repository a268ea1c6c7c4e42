import { describe, expect, it } from "vitest";
import type { Field, Page } from "./model.ts";
import { marked, refilled } from "./refill.ts";

const fields: readonly Field[] = [
  { name: "name", label: "l", type: "text", value: "before" },
  { name: "password", label: "l", type: "password" },
  { name: "scope", label: "l", type: "choices", chosen: ["a"], options: [] },
  { name: "left", label: "l", type: "text", value: "stays" },
];
const page = (...acts: readonly string[]): Page => ({
  id: "p",
  title: { key: "t" },
  sections: [
    { id: "x", title: "t" },
    ...acts.map((act) => ({ id: act, title: "t", form: { act, submit: "s", fields } })),
  ],
});
const valuesIn = (refilledPage: Page, act: string) =>
  refilledPage.sections.find(({ id }) => id === act)?.form?.fields.map(({ value, chosen }) => chosen ?? value);
const sent = (act: string) =>
  new URLSearchParams([
    ["act", act],
    ["name", "typed"],
    ["password", "secret"],
    ["scope", "b"],
  ]);

describe("a refused form", () => {
  it("has what was typed, but for passwords", () => {
    expect(valuesIn(refilled(page("save"), sent("save")), "save")).toEqual(["typed", undefined, ["b"], "stays"]);
  });

  it("is the only form that is refilled", () => {
    expect(valuesIn(refilled(page("save", "other"), sent("save")), "other")).toEqual([
      "before",
      undefined,
      ["a"],
      "stays",
    ]);
  });

  it("that its page does not have gives its values to the forms of the page", () => {
    expect(valuesIn(refilled(page("plan"), sent("apply")), "plan")).toEqual(["typed", undefined, ["b"], "stays"]);
  });
});

describe("35: a refused member", () => {
  const say = { key: "wrong.invalid" };
  const wrongIn = (names: readonly string[], act: string | null, shown: Page) => {
    const { page: after, left } = marked(shown, act, [{ names, wrong: { say } }]);
    const fields = after.sections.flatMap(({ form }) => form?.fields ?? []);
    const found = fields.flatMap(({ name, wrong = [] }) => wrong.map(({ entry }) => [name, entry]));
    return [...found, ...left.map(({ name, wrong: { entry } }) => ["left", name, entry])];
  };

  it.each<[string, readonly string[], string, Page, readonly unknown[]]>([
    ["its field", ["name"], "save", page("save"), [["name", undefined]]],
    ["the field of one of its values, from 1", ["scope", "2"], "save", page("save"), [["scope", "3"]]],
    ["the field of a value by name", ["scope", "de"], "save", page("save"), [["scope", "de"]]],
    ["a field within another member", ["claims", "name"], "save", page("save"), [["name", undefined]]],
    ["the only form, if its act has none", ["name"], "apply", page("plan"), [["name", undefined]]],
    ["no form of several", ["name"], "apply", page("plan", "other"), [["left", "name", undefined]]],
    ["no field", ["jwks", "0"], "save", page("save"), [["left", "jwks", "1"]]],
  ])("is said at %s", (_, names, act, shown, expected) => {
    expect(wrongIn(names, act, shown)).toEqual(expected);
  });
});
