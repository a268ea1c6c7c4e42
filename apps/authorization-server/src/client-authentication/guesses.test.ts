import { invalidClient } from "@countersign/rules";
import { expect, it } from "vitest";
import { limitGuesses } from "./guesses.ts";

it("dos-01: a name that is longer than that of any client is counted, and not remembered to its end", async () => {
  const keys: string[] = [];
  const limit = {
    waitSeconds: () => 0,
    async fail(key: string) {
      keys.push(key);
      return 0;
    },
  };
  const limits = { clientFailuresPerSource: limit, clientFailuresPerClientAndSource: limit };
  const fails = () => Promise.reject(invalidClient("unknown client"));
  const claim = { clientId: "x".repeat(12_000), source: "192.0.2.7" };

  await expect(limitGuesses(claim, limits, fails)).rejects.toMatchObject({ code: "invalid_client" });
  expect(keys).toHaveLength(2);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(300);
});
