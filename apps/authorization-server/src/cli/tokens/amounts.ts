/** Parses durations and counts as an operator writes them. */
import { InvalidArgumentError } from "commander";

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
const LONGEST_SECONDS = 365 * 86_400;
const HIGHEST_COUNT = 1_000_000;

/** `30m`, `12h` or `7d` in seconds; at least a minute, at most 365 days. */
export function parseDuration(text: string): number {
  const [, count = "", unit = ""] = /^([1-9]\d{0,6})([mhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNIT_SECONDS[unit] ?? 0);
  if (seconds > 0 && seconds <= LONGEST_SECONDS) return seconds;

  throw new InvalidArgumentError("Write it as 30m, 12h or 7d; 365d at most.");
}

/** A number from 1 to a million, or "unlimited". */
export function parseCount(text: string): number | "unlimited" {
  if (text === "unlimited") return text;
  const count = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  if (count > 0 && count <= HIGHEST_COUNT) return count;

  throw new InvalidArgumentError("Give a number from 1 to 1000000, or unlimited.");
}
