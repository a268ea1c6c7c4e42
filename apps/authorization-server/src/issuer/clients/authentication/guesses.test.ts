import { invalidClient } from "@countersign/rules";
import { expect, it } from "vitest";
import { limitGuesses } from "./guesses.ts";

it("dos-01: a client_id that is too long is counted, but stored only in part", async () => {
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

  const limited = () => Promise.reject(new Error("no one is over a limit"));
  await expect(limitGuesses(claim, { limits, limited }, fails)).rejects.toMatchObject({ code: "invalid_client" });
  expect(keys).toHaveLength(2);
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(300);
});

it("architecture §4.6: the first attempt over the limit is audited, and later ones are not verified", async () => {
  let failures = 0;
  const limit = {
    waitSeconds: () => (failures > 2 ? 60 : 0),
    fail: async () => {
      failures += 1;
      return failures > 2 ? 60 : 0;
    },
  };
  const never = { waitSeconds: () => 0, fail: async () => 0 };
  const told: string[] = [];
  const guessing = {
    limits: { clientFailuresPerSource: never, clientFailuresPerClientAndSource: limit },
    limited: async () => void told.push("limited"),
  };
  let tried = 0;
  const fails = () => {
    tried += 1;
    return Promise.reject(invalidClient("wrong secret"));
  };
  const answers: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 5; attempt++)
    await limitGuesses({ clientId: "webClient", source: "192.0.2.7" }, guessing, fails).catch((err) =>
      answers.push(err.code),
    );

  expect([tried, told]).toEqual([3, ["limited"]]);
  expect(answers.slice(0, 2)).toEqual(["invalid_client", "invalid_client"]);
  expect(new Set(answers.slice(2)).has("invalid_client")).toBe(false);
});
