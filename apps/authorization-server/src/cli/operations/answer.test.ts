import { describe, expect, it } from "vitest";
import { reportOf } from "./answer.ts";

const line = "shelves act";

describe("a command prints what the operation answers", () => {
  it("one thing: with --json all of it, and its members for people", () => {
    const report = reportOf({ body: { name: "A", scopes: ["a", "b"], managed_by: null } }, { line }, {});
    expect(report).toEqual({
      json: { name: "A", scopes: ["a", "b"], managed_by: null },
      text: "name    A\nscopes  a b",
    });
  });

  it("a list: with --json its items, and the columns for people", () => {
    const items = [{ id: "1", name: "A", is_open: true, tags: ["x", "y"], gone_at: null }];
    const columns = ["name", "is_open", "tags", "gone_at"];
    expect(reportOf({ body: { items } }, { line, columns }, {})).toEqual({
      json: items,
      text: "name  is open  tags  gone at\nA     yes      x y",
    });
    expect(reportOf({ body: { items: [] } }, { line, columns, empty: "None." }, {})).toEqual({
      json: [],
      text: "None.",
    });
  });

  it("nothing: what was typed, what was done, and a sentence", () => {
    const says = ({ name }: Readonly<Record<string, unknown>>) => `${name} is gone.`;
    expect(reportOf({ body: undefined }, { line, done: "removed", says }, { name: "A" })).toEqual({
      json: { name: "A", removed: true },
      text: "A is gone.",
    });
  });
});
