import { describe, expect, it } from "vitest";
import { expiringMap } from "./expiring-map.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

describe("an expiring map", () => {
  it("forgets an entry at the instant it expires", () => {
    const map = expiringMap<number>({ limit: 10, ttlSeconds: 60 });
    map.put("a", 1, noon);
    expect([map.get("a", later(59)), map.get("a", later(60))]).toEqual([1, undefined]);
  });

  it("drops the oldest beyond its limit", () => {
    const map = expiringMap<number>({ limit: 2, ttlSeconds: 60 });
    for (const key of ["a", "b", "c"]) map.put(key, 1, noon);
    expect([map.get("a", noon), map.get("b", noon), map.get("c", noon), map.size()]).toEqual([undefined, 1, 1, 2]);
  });

  it("renews what is put again, and frees what expired when something new comes", () => {
    const map = expiringMap<number>({ limit: 10, ttlSeconds: 60 });
    map.put("a", 1, noon);
    map.put("b", 1, noon);
    map.put("a", 2, later(50));
    map.put("c", 3, later(70));
    expect([map.get("a", later(70)), map.size()]).toEqual([2, 2]);
  });
});
