import { expect, it } from "vitest";
import type { Row } from "./gaps.ts";
import { drillOf } from "./record.ts";

const row = (fault: string, counts: Pick<Row, "sent" | "refused" | "unanswered" | "broken" | "without">): Row => ({
  ...{ fault, away: "redis", failedMs: 0, from: 0, to: 1, isAbrupt: false, awayMs: 1 },
  ...counts,
});

it("a drill has the sums of the faults of each name, and their longest gap", () => {
  const verdict = {
    violations: ["one"],
    sent: 30,
    failed: { "503": 3 },
    ...{ codesWithoutAnswer: 1, chainsWithoutAnswer: 2, lostByFailOver: 3, journeys: 4 },
  };
  const rows = [
    row("a", { sent: 10, refused: 1, unanswered: 0, broken: 0, without: { refresh: 1210 } }),
    row("b", { sent: 5, refused: 0, unanswered: 0, broken: 0, without: {} }),
    row("a", { sent: 10, refused: 2, unanswered: 1, broken: 1, without: { userinfo: 900 } }),
  ];
  const of = { date: "2026-11-29", command: "npm run test:chaos", machine: { cores: 2, load: 7.5 } };
  expect(drillOf(verdict, rows, of)).toEqual({
    ...{ ...of, requests: 30, failed: { "503": 3 }, violations: 1 },
    costs: { codesWithoutAnswer: 1, chainsWithoutAnswer: 2, lostByFailOver: 3, journeys: 4 },
    faults: [
      { fault: "a", times: 2, requests: 20, refused: 3, unanswered: 1, broken: 1, longestGapSeconds: 1.3 },
      { fault: "b", times: 1, requests: 5, refused: 0, unanswered: 0, broken: 0, longestGapSeconds: 0 },
    ],
  });
});
