import { describe, expect, it } from "vitest";
import { limitMeasure, warnOfMissingLimits } from "./limit-measures.ts";
import { recordingLogger } from "./test-http.ts";

const away = async () => Promise.reject(new Error("away"));

describe("O10: limits of the database that are missing", () => {
  it("are named in one line with the way out, and counted", async () => {
    const { logger, lines } = recordingLogger();
    const missing = async () => ["statement_timeout"];
    await warnOfMissingLimits(missing, logger);
    expect(lines).toMatchObject([{ level: "warn", missing: ["statement_timeout"] }]);
    expect(lines[0]?.msg).toContain("run countersign prepare");
    expect(await limitMeasure(missing).read()).toEqual([{ labels: {}, value: 1 }]);
  });

  it("have no line if there are none, or if the database does not answer", async () => {
    const { logger, lines } = recordingLogger();
    await warnOfMissingLimits(async () => [], logger);
    await warnOfMissingLimits(away, logger);
    expect(lines).toEqual([]);
  });
});
