import { expect, it } from "vitest";
import type { Entry } from "./entry.ts";
import { windowsOf } from "./windows.ts";

const probe = (at: number, ok: boolean): Entry => ({ probe: "postgres", at, end: at + 10, ok });
const fault = (at: number, end: number): Entry => ({ fault: "stopped", away: "postgres", at, end });

it("a store is away until it answers again, and what it did before the fault does not count", () => {
  const before = [probe(100, false), probe(200, true)];
  const [unharmed] = windowsOf([...before, fault(1000, 2000), probe(1500, true)]);
  expect(unharmed).toMatchObject({ from: 1000, awayMs: 1000 });
  const [harmed] = windowsOf([...before, fault(1000, 2000), probe(1500, false), probe(2500, true)]);
  expect(harmed).toMatchObject({ from: 1000, awayMs: 1510 });
});
