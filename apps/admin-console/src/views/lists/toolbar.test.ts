import { describe, expect, it } from "vitest";
import type { Field } from "../model.ts";
import { toolbarOf } from "./toolbar.ts";

const search: Field = { name: "q", label: "people.q", type: "search", value: "mil" };
const status: Field = {
  ...{ name: "status", label: "status", type: "choice", value: "disabled" },
  options: [
    { value: "", label: "status.any" },
    { value: "disabled", label: "status.disabled" },
  ],
};
const day: Field = { name: "created_after", label: "people.created_after", type: "date", value: undefined };
const HERE = "/people?q=mil&status=disabled&cursor=x&done=saved";
const chipsOf = (...fields: Field[]) => toolbarOf({ filter: { fields } }, HERE)?.chips ?? [];

describe("24: a filter that is set is a chip that removes it", () => {
  it("leads to the first page of the list without it", () => {
    const [chip] = chipsOf(search, status);
    expect([chip?.isOn, chip?.without]).toEqual([true, "/people?q=mil"]);
  });

  it("says its value in words", () => {
    const words = (key: string) => `<${key}>`;
    const shown = chipsOf(status, { ...day, value: "2030-01-02" }, { ...status, value: "other" });
    expect(
      shown.map((chip) =>
        chip.shown(
          words,
          () => true,
          (one) => `day ${one}`,
        ),
      ),
    ).toEqual(["<status.disabled>", "day 2030-01-02", "other"]);
  });

  it("one that is not set is open to be set", () => {
    expect(chipsOf(search, day).map(({ isOn }) => isOn)).toEqual([false]);
  });

  it.each([
    ["a search", [search], true],
    ["a filter", [status], true],
    ["nothing", [{ ...search, value: undefined }, day], false],
  ])("with %s the list is filtered, or not", (_, fields, isFiltered) => {
    expect(toolbarOf({ filter: { fields } }, HERE)?.isFiltered).toBe(isFiltered);
  });

  it.each([
    ["that is empty", day, 0, false],
    ["that is empty because of a filter", status, 0, true],
    ["that has one", day, 1, true],
  ])("a list %s can be searched, or not", (_, field, count, isThere) => {
    const toolbar = toolbarOf({ filter: { fields: [field] }, total: { count, is_more: false } }, HERE);
    expect(toolbar !== undefined).toBe(isThere);
  });

  it("a page without a filter has no toolbar", () => {
    expect(toolbarOf({}, HERE)).toBeUndefined();
  });
});
