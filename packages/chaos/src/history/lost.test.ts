/** What may be lost, and what must not be. */
import { describe, expect, it } from "vitest";
import { check } from "./check.ts";
import type { Entry, Struck } from "./entry.ts";
import { asked, away, probes, stopped } from "./made.ts";

describe("decision 194: when a standby takes over that lags", () => {
  const losing: Struck = { ...stopped, losesFrom: 8_000, losesTo: 12_000 };
  const invalid = { status: 400, error: "invalid_grant" };
  const begun = (at: number) => asked("exchange", at, { shown: "code6", given: ["token0", "access0"] });
  /** So many rotations, the first of which is answered at 8.1 s. */
  const rotations = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      asked("refresh", 8_090 + 100 * n, { shown: `token${n}`, given: [`token${n + 1}`, `access${n + 1}`] }),
    );
  const shown = (count: number) => asked("refresh", 20_000, { shown: `token${count}`, ...invalid });
  const judged = (...history: readonly Entry[]) => check([...probes, losing, ...history]);

  it.each([1, 3, 8])("a chain goes on whose last %i rotations are lost", (count) => {
    const refused = judged(begun(7_000), ...rotations(count), shown(count));
    expect(refused.violations).toEqual([expect.stringContaining(`refresh at 20.0 s does not know token${count}`)]);
    expect(refused.lostByFailOver).toBe(0);
  });

  it("an access token of such a chain is known", () => {
    const access = asked("userinfo", 20_000, { shown: "access3", status: 401, honoured: false });
    expect(judged(begun(7_000), ...rotations(3), access).violations).toHaveLength(1);
  });

  it.each<[string, readonly Entry[]]>([
    ["of which more than eight rotations are lost", [begun(7_000), ...rotations(9), shown(9)]],
    ["that began in the lost time", [begun(8_010), ...rotations(3), shown(3)]],
  ])("a chain may end %s", (_, history) => {
    expect(judged(...history)).toMatchObject({ violations: [], lostByFailOver: 1 });
  });

  it("nothing may be lost that was answered after it took over", () => {
    const made = (at: number) => [
      asked("registration", at, { status: 201, given: ["client3"] }),
      asked("registration-read", 20_000, { shown: "client3", status: 401 }),
    ];
    expect(judged(...made(11_000)).violations).toEqual([]);
    expect(judged(...made(12_100)).violations).toEqual([expect.stringContaining("does not know client3")]);
  });
});

describe("a public client", () => {
  const given = asked("exchange", 9_000, { by: "public", shown: "code5", given: ["refresh5", "access5"] });
  const late = asked("refresh", 41_000, { by: "public", shown: "refresh5", status: 400, error: "invalid_grant" });
  const failedAt = (at: number, end = at + 10) =>
    asked("refresh", at, { end, by: "public", shown: "refresh5", ...away });
  const waits: Struck = { ...stopped, isDoneLater: true };
  const failed = failedAt(9_990, 10_500);

  it.each<[string, readonly Entry[]]>([
    ["to a request that was under way when the store stopped", [stopped, failed]],
    ["to a change that was done later", [waits, failedAt(11_000)]],
  ])("may have to begin again if it had no answer for half a minute %s, and this is counted", (_, fault) => {
    const history = [...probes, ...fault, given, late];
    expect(check(history)).toMatchObject({ violations: [], chainsWithoutAnswer: 1 });
  });

  it("decision 139: may not if what it sent came too late to be done", () => {
    expect(check([...probes, stopped, given, failedAt(11_000), late])).toMatchObject({
      violations: [expect.stringContaining("does not know refresh5")],
      chainsWithoutAnswer: 0,
    });
  });

  it("may not if each request of its was answered", () => {
    expect(check([...[...probes, stopped], given, late])).toMatchObject({
      violations: [expect.stringContaining("does not know refresh5")],
      chainsWithoutAnswer: 0,
    });
  });
});
