import { describe, expect, it } from "vitest";
import { clockIn } from "./clock.ts";

const AT = "2030-01-01T22:30:00.000Z";

describe("16: times are in the zone of the person who reads them", () => {
  it.each([
    ["Asia/Tokyo", "2 Jan 2030, 07:30", "2 Jan 2030"],
    ["America/New_York", "1 Jan 2030, 17:30", "1 Jan 2030"],
    [undefined, "1 Jan 2030, 22:30 UTC", "1 Jan 2030, UTC"],
    ["", "1 Jan 2030, 22:30 UTC", "1 Jan 2030, UTC"],
    ["Nowhere/At all", "1 Jan 2030, 22:30 UTC", "1 Jan 2030, UTC"],
  ])("%s", (zone, time, day) => {
    const clock = clockIn("en-GB", zone);
    expect([clock.time(AT), clock.day(AT)]).toEqual([time, day]);
  });

  it("a day by itself is the same in every zone", () => {
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
      expect(clockIn("en-GB", zone).day("2030-01-01")).toBe("1 Jan 2030");
  });
});
