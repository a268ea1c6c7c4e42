import { describe, expect, it } from "vitest";
import { ageOn } from "./age.ts";

const on = (day: string) => new Date(`${day}T12:00:00Z`);

describe("the age of a person", () => {
  it.each([
    ["2010-06-15", "2026-06-14", 15],
    ["2010-06-15", "2026-06-15", 16],
    ["2010-06-15", "2026-12-31", 16],
    ["2010-06-15", "2026-01-01", 15],
    ["2012-02-29", "2028-02-28", 15],
    ["2012-02-29", "2028-02-29", 16],
    ["2012-02-29", "2027-02-28", 14],
    ["2012-02-29", "2027-03-01", 15],
    ["2026-06-15", "2026-06-15", 0],
    ["1900-01-01", "2026-06-15", 126],
    ["2026-06-16", "2026-06-15", undefined],
    ["2030-01-01", "2026-06-15", undefined],
    ["2011-02-29", "2026-06-15", undefined],
    ["2011-13-01", "2026-06-15", undefined],
    ["2011-00-10", "2026-06-15", undefined],
    ["15.06.2010", "2026-06-15", undefined],
    ["2010-06-15\n", "2026-06-15", undefined],
    ["", "2026-06-15", undefined],
  ])("of a birth on %s is, on %s, %s", (birth, day, age) => expect(ageOn(birth, on(day))).toBe(age));

  // OIDC Core §5.1: the year 0000 says that it was left out.
  it.each(["0000-01-01", "0001-01-01", "1800-01-01", "1899-12-31"])("C9: of a birth on %s is not known", (birth) =>
    expect(ageOn(birth, on("2026-06-15"))).toBeUndefined(),
  );
});
