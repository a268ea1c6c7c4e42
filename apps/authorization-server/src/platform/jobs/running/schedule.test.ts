import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { schedule } from "./schedule.ts";

const log = { error: vi.fn(), debug: vi.fn() };
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe("jobs run on their schedule", () => {
  it("repeatedly, the first time after one interval", async () => {
    const run = vi.fn(async () => {});
    const running = schedule([{ name: "a", everySeconds: 60, run }], log);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(120_001);
    expect(run).toHaveBeenCalledTimes(3);
    await running.stop();
  });

  it("a failure is logged, and the job runs again after the next interval", async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(1);
    const running = schedule([{ name: "a", everySeconds: 1, run }], log);
    await vi.advanceTimersByTimeAsync(2000);
    expect(run).toHaveBeenCalledTimes(2);
    expect(log.error).toHaveBeenCalledWith({ job: "a", err: expect.any(Error) }, "job failed");
    await running.stop();
  });

  it("each is due by its own period: after its last success, or after the start if none succeeded", async () => {
    vi.setSystemTime(0);
    const run = vi.fn(async () => {}).mockRejectedValueOnce(new Error("away"));
    const hourly = { name: "hourly", everySeconds: 3600, run: async () => {} };
    const running = schedule([{ name: "a", everySeconds: 60, run }, hourly], log);
    const due = async () => {
      const measure = running.measures.find(({ name }) => name === "job_due_timestamp_seconds");
      return Object.fromEntries((await measure?.read())?.map(({ labels, value }) => [labels.job, value]) ?? []);
    };
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await due()).toEqual({ a: 780, hourly: 11_400 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await due()).toEqual({ a: 120 + 780, hourly: 11_400 });
    await running.stop();
  });

  it("O11: a job that goes on to fail is logged once a minute, and at once when it fails again later", async () => {
    const run = vi.fn(async () => Promise.reject(new Error("away")));
    const running = schedule([{ name: "a", everySeconds: 1, run }], log);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([run.mock.calls.length, log.error.mock.calls.length]).toEqual([60, 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(log.error).toHaveBeenLastCalledWith({ job: "a", err: expect.any(Error), inARow: 60 }, "job failed");

    run.mockResolvedValueOnce(undefined as never);
    await vi.advanceTimersByTimeAsync(2000);
    expect(log.error).toHaveBeenCalledTimes(3);
    expect(log.error).toHaveBeenLastCalledWith({ job: "a", err: expect.any(Error) }, "job failed");
    await running.stop();
  });

  it("a job never runs twice at the same time, and stopping waits for a running one", async () => {
    let finish = () => {};
    const run = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const running = schedule([{ name: "a", everySeconds: 1, run }], log);
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);

    let stopped = false;
    const stopping = running.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(run).toHaveBeenCalledTimes(1);
  });
});
