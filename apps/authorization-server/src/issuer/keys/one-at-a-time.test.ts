import { describe, expect, it } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

/** Work that ends when the test says so. */
function heldWork() {
  const runs: { resolve: () => void; reject: (err: Error) => void }[] = [];
  const run = oneAtATime(() => new Promise<void>((resolve, reject) => void runs.push({ resolve, reject })));
  return { runs, run };
}

describe("a task that runs once at a time", () => {
  it("does not start again before it ended, so no earlier run ends later", async () => {
    const { runs, run } = heldWork();
    const first = run();
    await expect.poll(() => runs.length).toBe(1);
    const second = run();
    await Promise.resolve();
    expect(runs).toHaveLength(1);

    runs[0]?.resolve();
    await first;
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.resolve();
    await second;
  });

  it("runs once for all calls during a run, after that run", async () => {
    const { runs, run } = heldWork();
    const first = run();
    await expect.poll(() => runs.length).toBe(1);
    const others = [run(), run(), run()];
    runs[0]?.resolve();
    await first;
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.resolve();
    await Promise.all(others);
    expect(runs).toHaveLength(2);
  });

  it("reports a failure to the callers of that run, and can run again", async () => {
    const { runs, run } = heldWork();
    const first = run();
    await expect.poll(() => runs.length).toBe(1);
    const second = run();
    runs[0]?.reject(new Error("away"));
    await expect(first).rejects.toThrow("away");
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.resolve();
    await second;
  });
});
