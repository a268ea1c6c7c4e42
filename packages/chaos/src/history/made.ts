/** Entries of the histories that tests make: PostgreSQL is killed at 10 s. */
import type { Asked, Probe, Struck } from "./entry.ts";

export const asked = (kind: Asked["kind"], at: number, more: Partial<Asked> = {}): Asked => ({
  ...{ kind, at, end: at + 10, status: 200 },
  ...more,
});
export const probe = (at: number, ok = true): Probe => ({ probe: "postgres", at, end: at + 5, ok });
export const stopped: Struck = { fault: "PostgreSQL is killed", away: "postgres", at: 10_000, end: 15_000 };
export const probes = [probe(9_000), probe(11_000, false), probe(15_100)];
export const away = { status: 503, error: "temporarily_unavailable", retryAfter: true };
