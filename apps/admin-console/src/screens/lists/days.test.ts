import { describe, expect, it } from "vitest";
import { dayField, endAsked, endOfDay, startAsked, startOfDay } from "./days.ts";

describe("a day of a filter begins and ends in the zone of the person", () => {
  it.each([
    ["UTC", undefined, "2030-01-02", "2030-01-02T00:00:00.000Z", "2030-01-03T00:00:00.000Z"],
    ["UTC without a zone", "Nowhere/At all", "2030-01-02", "2030-01-02T00:00:00.000Z", "2030-01-03T00:00:00.000Z"],
    ["ahead of UTC", "Asia/Kathmandu", "2030-01-02", "2030-01-01T18:15:00.000Z", "2030-01-02T18:15:00.000Z"],
    ["behind UTC", "America/New_York", "2030-01-02", "2030-01-02T05:00:00.000Z", "2030-01-03T05:00:00.000Z"],
    ["of 23 hours", "Europe/Berlin", "2025-03-30", "2025-03-29T23:00:00.000Z", "2025-03-30T22:00:00.000Z"],
    ["of 25 hours", "Europe/Berlin", "2025-10-26", "2025-10-25T22:00:00.000Z", "2025-10-26T23:00:00.000Z"],
    ["without its midnight", "America/Santiago", "2025-09-07", "2025-09-07T04:00:00.000Z", "2025-09-08T03:00:00.000Z"],
    ["with two midnights", "America/Havana", "2025-11-02", "2025-11-02T04:00:00.000Z", "2025-11-03T05:00:00.000Z"],
  ])("%s", (_, zone, day, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([start, end]);
  });

  it("as the address of the list has it, which is the same in every zone", () => {
    const query = new URLSearchParams("since=2030-01-02&until=2030-01-02&created_after=2030-02-40");
    const visit = { query, zone: "Asia/Tokyo" };
    expect(startAsked(visit, "since")).toBe("2030-01-01T15:00:00.000Z");
    expect(endAsked(visit, "until")).toBe("2030-01-02T15:00:00.000Z");
    expect([startAsked(visit, "created_after"), endAsked(visit, "none")]).toEqual([undefined, undefined]);
    expect(dayField(visit, "audit.since")).toMatchObject({ name: "since", value: "2030-01-02" });
  });
});

it.each(["0001-01-01", "0202-01-01", "9999-12-31", "2030-02-31", "2030-1-1", "x"])(
  "%s is no day of a filter",
  (day) => {
    const visit = { query: new URLSearchParams({ until: day }), zone: "America/New_York" };
    expect([startAsked(visit, "until"), endAsked(visit, "until")]).toEqual([undefined, undefined]);
  },
);

it.each(["1000-01-03", "9999-12-29"])("%s is one in every zone", (day) => {
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
    const visit = { query: new URLSearchParams({ until: day }), zone };
    expect(Number.isNaN(Date.parse(endAsked(visit, "until") ?? ""))).toBe(false);
  }
});

describe("16: the field of a day says in which zone it is", () => {
  it.each([
    ["Asia/Tokyo", "Asia/Tokyo"],
    [undefined, "UTC"],
    ["Nowhere/At all", "UTC"],
  ])("%s", (zone, said) => {
    const field = dayField({ query: new URLSearchParams(), zone }, "people.created_after");
    expect(field).toMatchObject({ hint: "list.day.hint", hintValues: { zone: said } });
  });
});
