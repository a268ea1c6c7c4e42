import { describe, expect, it } from "vitest";
import { isStoreUnavailable, reach, storeUnavailable } from "./unavailable.ts";

describe("a call to a store", () => {
  it("returns the answer of the store", async () => {
    expect(await reach(async () => "answer")).toBe("answer");
  });

  it("turns every failure into one error, and keeps its cause for the log", async () => {
    const cause = new Error("connection refused");
    const error = await reach(() => Promise.reject(cause)).catch((thrown: unknown) => thrown);
    expect(isStoreUnavailable(error)).toBe(true);
    expect(error).toMatchObject({ message: "the short-lived store cannot be reached", cause });
  });

  it("treats a missing answer as a failure", async () => {
    const error = await reach(() => new Promise(() => {}), 20).catch((thrown: unknown) => thrown);
    expect(isStoreUnavailable(error)).toBe(true);
  });

  it.each([
    undefined,
    "store_unavailable",
    { code: "store_unavailable" },
    new Error("store_unavailable"),
    new RangeError(),
  ])("does not treat another error as a failure of the store: %s", (other) => {
    expect(isStoreUnavailable(other)).toBe(false);
    expect(isStoreUnavailable(storeUnavailable(other))).toBe(true);
  });
});
