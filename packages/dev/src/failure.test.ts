import { describe, expect, it } from "vitest";
import { explainWrite, failure, isFailure } from "./failure.ts";

describe("a refused write", () => {
  it.each([
    ["EACCES", "No permission to write /there: make it yours"],
    ["EPERM", "No permission to write /there: make it yours"],
    ["EROFS", "/there is on a read-only file system"],
    ["ENOSPC", "The disk of /there is full"],
  ])("with %s becomes one sentence that says what to do", (code, sentence) => {
    const explained = explainWrite(Object.assign(new Error("write"), { code }), "/there");
    expect([isFailure(explained), String(explained)]).toEqual([true, expect.stringContaining(sentence)]);
  });

  it("passes through when it is something else", () => {
    const defect = new TypeError("a defect");
    expect([explainWrite(defect, "/there"), isFailure(defect)]).toEqual([defect, false]);
  });
});

describe("an expected failure", () => {
  it("keeps its cause for debugging", () => {
    const cause = new Error("below");
    expect(failure("above", cause).cause).toBe(cause);
  });
});
