import { expect, it } from "vitest";
import type { Asked } from "./entry.ts";
import { hasBegun } from "./silence.ts";

it("a run has begun when each client has refreshed its tokens", () => {
  const refresh: Asked = { kind: "refresh", at: 0, end: 10, status: 200 };
  const all: readonly Asked[] = [
    refresh,
    { ...refresh, by: "public" },
    { ...refresh, by: "certificate" },
    { ...refresh, by: "key" },
  ];
  expect(hasBegun(all)).toBe(true);
  for (const one of all) {
    expect(hasBegun(all.filter((other) => other !== one))).toBe(false);
    expect(hasBegun(all.map((other) => (other === one ? { ...one, status: 503 } : other)))).toBe(false);
    expect(hasBegun(all.map((other) => (other === one ? { ...one, kind: "userinfo" } : other)))).toBe(false);
  }
});
