import { describe, expect, it, vi } from "vitest";
import { passesOnce } from "./first-pass.ts";

const LIMIT_MS = 300;

describe("what a service needs before it listens", () => {
  it("is waited for until it is there", async () => {
    const check = vi.fn().mockRejectedValueOnce(new Error("not yet")).mockRejectedValueOnce(new Error("not yet"));
    await expect(passesOnce(check.mockResolvedValue(undefined))).resolves.toBe(true);
    expect(check).toHaveBeenCalledTimes(3);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("away"))],
    ["does not answer", () => new Promise<never>(() => {})],
  ])("is waited for no longer than the limit if it %s", async (_, answer) => {
    const check = vi.fn(answer);
    const began = performance.now();
    await expect(passesOnce(check, LIMIT_MS)).resolves.toBe(false);
    expect(performance.now() - began).toBeGreaterThan(LIMIT_MS - 50);

    const asked = check.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
    expect(check).toHaveBeenCalledTimes(asked);
  });
});
