import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type Health, type HealthOptions, openHealth } from "./health.ts";
import { openRoutes, recordingLogger, type Served } from "./test-http.ts";

let served: Served;
afterEach(() => served.close());

async function ask(path: string, options: HealthOptions, stopping = false) {
  const health = openHealth(options);
  if (stopping) health.withdraw();
  served = await openRoutes(health.paths, { log: recordingLogger().logger });
  const response = await fetch(served.origin + path);
  return { status: response.status, cache: response.headers.get("cache-control"), body: await response.json() };
}

const fails = async () => {
  throw new Error("connect ECONNREFUSED 10.0.0.5");
};

describe("liveness", () => {
  it("checks no dependency, and not whether the service stops", async () => {
    expect(await ask("/health/live", { checks: { database: fails } }, true)).toMatchObject({ status: 200 });
  });
});

describe("readiness", () => {
  it("is reported when all checks pass, and never cached", async () => {
    const answer = await ask("/health/ready", { checks: { database: async () => {}, store: async () => {} } });
    expect(answer).toEqual({ status: 200, cache: "no-store", body: { status: "ready" } });
  });

  it("names the checks that fail, and writes the reason only to the log", async () => {
    const { logger, lines } = recordingLogger();
    const answer = await ask("/health/ready", { checks: { database: fails, store: async () => {} }, logger });
    expect(answer).toMatchObject({ status: 503, body: { status: "unavailable", failing: ["database"] } });
    expect(JSON.stringify(answer)).not.toContain("ECONNREFUSED");
    expect(lines).toMatchObject([{ check: "database", err: { message: "connect ECONNREFUSED 10.0.0.5" } }]);
  });

  it("O2: is never reported for a service that waits for its start, also when all checks pass", async () => {
    const answer = await ask("/health/ready", { checks: { schema: async () => {} }, isWaiting: true });
    expect(answer).toMatchObject({ status: 503, body: { status: "unavailable", failing: [] } });
  });

  it("O2: has metrics that say so, too", async () => {
    const health = openHealth({ checks: { schema: async () => {} }, isWaiting: true });
    expect(await measured(health)).toMatchObject({ service_ready: [0], service_check_failing: [0] });
  });

  it("O4: stays while something fails that all replicas share and that has worked, and says what", async () => {
    let works = true;
    const { logger, lines } = recordingLogger();
    const store = () => (works ? Promise.resolve() : fails());
    const health = openHealth({ checks: { keys: async () => {} }, shared: { store }, logger });
    served = await openRoutes(health.paths, { log: logger });
    const ready = async () => {
      const response = await fetch(`${served.origin}/health/ready`);
      return [response.status, await response.json()];
    };
    expect(await ready()).toEqual([200, { status: "ready" }]);
    works = false;
    await pause(1100);
    expect(await ready()).toEqual([200, { status: "ready", degraded: ["store"] }]);
    const { service_check_age_seconds: ages, ...others } = await measured(health);
    expect(others).toEqual({ service_ready: [1], service_check_failing: [0, 1] });
    // What fails is older than what passed now, by the pause.
    expect(ages[1] - ages[0]).toBeGreaterThan(1);
    await pause(1100);
    await ready();
    works = true;
    await pause(1100);
    expect(await ready()).toEqual([200, { status: "ready" }]);
    // The failure is told once, and its end.
    expect(lines.filter(({ check }) => check === "store")).toMatchObject([
      { level: "warn", msg: "degraded", err: { message: "connect ECONNREFUSED 10.0.0.5" } },
      { level: "info", msg: "works again" },
    ]);
  });

  const measured = async ({ measures }: Health) => {
    const read = measures.map(async (one) => [one.name, (await one.read()).map(({ value }) => value)]);
    return Object.fromEntries(await Promise.all(read));
  };

  it("O4: does not begin before everything that is shared has worked once", async () => {
    const answer = await ask("/health/ready", { checks: {}, shared: { store: fails } });
    expect(answer).toMatchObject({ status: 503, body: { status: "unavailable", failing: ["store"] } });
  });

  it("has no age of a check that never passed", async () => {
    const health = openHealth({ checks: { works: async () => {} }, shared: { store: fails } });
    expect((await measured(health)).service_check_age_seconds).toEqual([expect.any(Number)]);
  });

  it("treats a check that throws as failed", async () => {
    const throws = () => {
      throw new Error("broken");
    };
    expect(await ask("/health/ready", { checks: { throws } })).toMatchObject({ status: 503 });
  });

  it("waits for each check no longer than its limit", async () => {
    const answer = await ask("/health/ready", { checks: { hangs: () => new Promise(() => {}) }, limitMs: 50 });
    expect(answer).toMatchObject({ status: 503, body: { failing: ["hangs"] } });
  });

  it("ends while the service stops", async () => {
    const answer = await ask("/health/ready", { checks: {} }, true);
    expect(answer).toMatchObject({ status: 503, body: { status: "stopping" } });
  });

  it("dos-44: runs the checks once for all requests within a second", async () => {
    let looks = 0;
    const check = async () => {
      looks++;
      await pause(100);
    };
    await ask("/health/ready", { checks: { check } });
    const again = () => Promise.all(Array.from({ length: 20 }, () => fetch(`${served.origin}/health/ready`)));
    await again();
    expect(looks).toBe(1);
    await pause(1100);
    await again();
    expect(looks).toBe(2);
  });
});
