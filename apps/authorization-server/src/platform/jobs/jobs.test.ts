import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type JobParts, jobsOf } from "./jobs.ts";

const DOCUMENT = join(import.meta.dirname, "..", "..", "..", "..", "..", "docs", "operations", "jobs.md");
const ROW = /^\| `([a-z-]+)` \| (\d+) (s|min|h) \| [a-z]/gm;
const SECONDS = { s: 1, min: 60, h: 3600 };

/** Nothing is run, so only what names and periods depend on is there. */
const none = { run: async () => undefined, expire: async () => undefined, disableOverfull: async () => undefined };
const parts: Partial<Record<keyof JobParts, unknown>> = {
  ...{ logoutDeliveries: none, mailDeliveries: none, webhookDeliveries: none, auditStream: none },
  ...{ config: { KEY_ENCRYPTION_KEYS: ["k"] }, database: { pool: {} } },
};

describe("docs/operations/jobs.md", () => {
  it("has each job with its period, which its alert follows", () => {
    const rows = [...readFileSync(DOCUMENT, "utf8").matchAll(ROW)];
    const told = rows.map(([, name, n, unit]) => [name, Number(n) * SECONDS[unit as keyof typeof SECONDS]]);
    expect(told).toEqual(jobsOf(parts as never).map(({ name, everySeconds }) => [name, everySeconds]));
  });
});
