import { createMetrics } from "@countersign/service";
import { describe, expect, it } from "vitest";
import { mailMeasures } from "./mail-measures.ts";

const now = new Date("2030-01-01T12:00:00Z");
const counts = () => [{ kind: "reset-link", result: "deferred" as const, count: 3 }];
const deliveries = (oldest?: Date) => ({ counts, queue: async () => ({ length: oldest ? 7 : 0, oldest }) });
const shown = async (from: ReturnType<typeof deliveries>) =>
  (
    await (
      await createMetrics(
        "test",
        mailMeasures(from, () => now),
      )
    ).registry.metrics()
  )
    .split("\n")
    .filter((line) => line.startsWith("mail_"));

describe("the metrics of mail", () => {
  it("are results by kind of mail, and how long and how old the queue is", async () => {
    expect(await shown(deliveries(new Date("2030-01-01T11:58:30Z")))).toEqual([
      'mail_results_total{kind="reset-link",result="deferred",service="test"} 3',
      'mail_queue_length{service="test"} 7',
      'mail_queue_age_seconds{service="test"} 90',
    ]);
  });

  it("are the same when they are read twice", async () => {
    const { registry } = await createMetrics(
      "test",
      mailMeasures(deliveries(), () => now),
    );
    await registry.metrics();
    expect(await registry.metrics()).toContain(
      'mail_results_total{kind="reset-link",result="deferred",service="test"} 3',
    );
  });

  it("are left out while the database does not answer, and the others are served", async () => {
    const away = { counts, queue: () => Promise.reject(new Error("away")) };
    const lines = await shown(away as never);
    expect(lines).toEqual(['mail_results_total{kind="reset-link",result="deferred",service="test"} 3']);
  });
});
