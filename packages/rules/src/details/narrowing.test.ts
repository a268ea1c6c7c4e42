import { describe, expect, it } from "vitest";
import type { Detail, DetailsType } from "./details-type.ts";
import type { JsonObject } from "./json.ts";
import { narrowedDetails } from "./narrowing.ts";

const api = "https://api.example";
const type: DetailsType = {
  type: "files",
  resources: [api],
  narrowable: ["actions"],
  whole: false,
  remembered: false,
  withoutPerson: [],
  isValid: () => true,
};
const files = (actions: JsonObject["actions"], changes: JsonObject = {}): JsonObject => ({
  type: "files",
  actions: actions ?? null,
  ...changes,
});
const narrowed = (granted: readonly JsonObject[], asked: readonly JsonObject[]) =>
  narrowedDetails(
    { [api]: granted },
    api,
    asked.map((value): Detail => ({ type, value, resources: [api] })),
  );

describe("RFC 9396 §6.1: fewer details for one token", () => {
  it("are all that were granted for the resource server, if none are named", () => {
    expect(narrowedDetails({ [api]: [files(["a"])] }, api, undefined)).toEqual([files(["a"])]);
    expect(narrowedDetails({ [api]: [files(["a"])] }, "https://other.example", undefined)).toEqual([]);
    expect(narrowedDetails(null, api, undefined)).toEqual([]);
  });

  it.each<[string, readonly JsonObject[], readonly JsonObject[]]>([
    ["one of two objects", [files(["a"]), files(["b"])], [files(["b"])]],
    ["a shorter array", [files(["a", "b"])], [files(["b"])]],
    [
      "an equal object and a shorter one, in any order",
      [files(["a"]), files(["a", "b"])],
      [files(["a"]), files(["a"])],
    ],
    ["a shorter one before an equal one", [files(["a", "b"]), files(["a"])], [files(["b"]), files(["a"])]],
  ])("may be %s", (_, granted, asked) => {
    expect(narrowed(granted, asked)).toEqual(asked);
  });

  it.each<[string, readonly JsonObject[], readonly JsonObject[]]>([
    ["a longer array", [files(["a"])], [files(["a", "b"])]],
    ["an empty array, which may mean everything", [files(["a"])], [files([])]],
    ["no such member, which may mean everything", [files(["a"])], [{ type: "files" }]],
    ["a further member", [files(["a"])], [files(["a"], { more: 1 })]],
    ["a shorter array in another member", [files(["a"], { paths: ["x", "y"] })], [files(["a"], { paths: ["x"] })]],
    ["an object twice that was granted once", [files(["a"])], [files(["a"]), files(["a"])]],
    ["rarx-02: an entry twice that was granted once", [files(["a", "b"])], [files(["a", "a"])]],
    ["a text in place of an array", [files(["a"])], [files("a")]],
    ["anything where nothing was granted", [], [files(["a"])]],
  ])("may not be %s", (_, granted, asked) => {
    expect(() => narrowed(granted, asked)).toThrow(expect.objectContaining({ code: "invalid_authorization_details" }));
  });
});
