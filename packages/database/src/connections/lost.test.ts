import { DatabaseError } from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renewing } from "./lost.ts";

const unanswered = new Error("Query read timeout");
const readOnly = Object.assign(new DatabaseError("cannot execute UPDATE", 1, "error"), { code: "25006" });
const ANSWER_TIMEOUT_MS = 8000;

describe("connections are replaced after an error of a statement that was sent over them", () => {
  let renewals: number;
  let failed: (err: unknown) => void;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    renewals = 0;
    failed = renewing(() => {
      renewals += 1;
    }, ANSWER_TIMEOUT_MS);
  });
  afterEach(() => vi.useRealTimers());

  const times = (err: unknown, everyMs: number, forMs: number) => {
    for (let at = 0; at < forMs; at += everyMs) {
      failed(err);
      vi.advanceTimersByTime(everyMs);
    }
    return renewals;
  };

  it("once for all statements that were sent before the replacement and have no answer yet", () => {
    expect(times(unanswered, 500, ANSWER_TIMEOUT_MS)).toBe(1);
    failed(unanswered);
    expect(renewals).toBe(2);
  });

  it("at most once a second for a read-only server", () => {
    expect(times(readOnly, 250, 3000)).toBe(3);
  });

  it("not after any other error", () => {
    expect(times(new Error("Connection terminated"), 1000, 20_000)).toBe(0);
  });
});
