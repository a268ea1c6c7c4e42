import { describe, expect, it } from "vitest";
import type { Cell } from "../cells.ts";
import { columnsShown, furtherColumns, isRoomy, isWithoutStops } from "./columns.ts";

const table = (...rows: readonly (readonly Cell[])[]) => ({
  ...{ id: "x", columns: ["name", "owner", "scopes"] },
  rows: rows.map((cells) => ({ cells })),
});

describe("18: a column has something in it", () => {
  it("one in which each row has a dash is left out", () => {
    const [owner, scopes] = [{ lock: null }, { tags: [] }];
    expect(columnsShown(table([{ text: "a" }, owner, { tags: ["b"] }], [{ text: "c" }, owner, scopes]))).toEqual([
      0, 2,
    ]);
    expect(columnsShown(table([{ text: "a" }, owner, scopes]))).toEqual([0]);
  });

  it("a time that never was is something, and so is none in numbers", () => {
    expect(columnsShown(table([{ text: "a" }, { at: null }, { count: 0 }]))).toEqual([0, 1, 2]);
  });

  it("what the rows are about stays, and so does a column that can be sorted by", () => {
    const shown = table([{ text: null }, { lock: null }, { text: null, kind: "audit.actor.client" }]);
    expect(columnsShown(shown)).toEqual([0, 2]);
    expect(columnsShown({ ...shown, sorts: { owner: { href: "?order=owner" } } })).toEqual([0, 1, 2]);
  });
});

it("a column of a few words in each row is one that needs room", () => {
  const shown = table([{ text: "a" }, { words: ["people.way.password"], empty: "none" }, { tags: ["b"] }]);
  expect([0, 1, 2].map((index) => isRoomy(shown, index))).toEqual([false, true, false]);
});

describe("4.5: on phones a row has its name, its state and two facts", () => {
  const state: Cell = { badge: "status.enabled", tone: "good" };
  const fact: Cell = { count: 1 };
  const further = (first: Cell) => {
    const shown = { ...table([first, fact, state, fact, fact, fact]), columns: ["a", "b", "c", "d", "e", "f"] };
    return [...furtherColumns(shown, columnsShown(shown))];
  };

  it("the others are on the page that it leads to", () => {
    expect(further({ named: "a", href: "/people/a", look: "person" })).toEqual([4, 5]);
  });

  it("and are in the row if it leads to none", () => {
    expect(further({ text: "a" })).toEqual([]);
  });

  it("and if it leads to something else, such as the user of a session", () => {
    const first: Cell = { text: "a", href: "/people/a" };
    const shown = { ...table([first, fact, fact, fact, fact]), columns: ["a", "b", "c", "d", "e"] };
    expect([...furtherColumns(shown, columnsShown(shown))]).toEqual([3, 4]);
    expect([...furtherColumns({ ...shown, leadsElsewhere: true }, columnsShown(shown))]).toEqual([]);
  });
});

it.each<[string, Cell, boolean]>([
  ["text", { text: "a" }, true],
  ["a link", { named: "a", href: "/people/a", look: "person" }, false],
])("a table of %s can be scrolled by the keyboard", (_, cell, isFocused) => {
  expect(isWithoutStops(table([cell]))).toBe(isFocused);
});
