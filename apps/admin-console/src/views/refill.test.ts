import { describe, expect, it } from "vitest";
import type { Field, Page } from "./model.ts";
import { refilled } from "./refill.ts";

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

  it("is refilled alone", () => {
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
