import { describe, expect, it } from "vitest";
import { clockOf, durationIn, unbroken } from "./times.ts";

const now = new Date("2030-06-15T12:00:00Z");
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const berlin = (locale: string) => clockOf({ locale, zone: "Europe/Berlin", now, justNow: "just now" });

describe("times as people say them", () => {
  it.each([
    ["less than a minute ago", 59 * SECOND, "just now"],
    ["minutes ago", 5 * 60 * SECOND, "5 min ago"],
    ["hours ago", 3 * HOUR, "3 hours ago"],
    ["the calendar day before", 26 * HOUR, "yesterday, 12:00"],
    ["within a week", 3 * DAY, "Wed 14:00"],
    ["this year", 40 * DAY, "6 May"],
    ["an earlier year", 200 * DAY, "27 Nov 2029"],
    ["minutes ahead", -5 * 60 * SECOND, "in 5 min"],
    ["days ahead", -5.5 * DAY, "in 6 days"],
    ["months ahead", -300 * DAY, "11 Apr 2031"],
  ])("%s", (_, past, words) => {
    expect(berlin("en-GB").ago(new Date(now.getTime() - past))).toBe(unbroken(words));
  });

  it("two calendar days ago is not yesterday, regardless of the hours", () => {
    const late = new Date("2030-06-15T21:00:00Z"); // 23:00 in Berlin
    const clock = clockOf({ locale: "en-GB", zone: "Europe/Berlin", now: late, justNow: "" });
    expect(clock.ago(new Date("2030-06-13T22:30:00Z"))).toBe(unbroken("yesterday, 00:30"));
    expect(clock.ago(new Date("2030-06-13T21:30:00Z"))).toBe(unbroken("Thu 23:30"));
  });

  it.each([
    ["de", "vor 3 Stunden"],
    ["es", "hace 3 horas"],
    ["fr", "il y a 3 heures"],
    ["zh", "3小时前"],
  ])("in %s: %s", (locale, words) => {
    expect(berlin(locale).ago(new Date(now.getTime() - 3 * HOUR))).toBe(unbroken(words));
  });

  it.each([
    [0, "Today"],
    [1, "Yesterday"],
    [3, "Wednesday 12 June"],
    [200, "27 Nov 2029"],
  ])("the day %i days ago: %s", (days, words) => {
    expect(berlin("en-GB").day(new Date(now.getTime() - days * DAY))).toBe(words);
  });
});

describe("the exact time", () => {
  it("does not break in Chinese, which has no spaces", () => {
    expect(berlin("zh").time(now)).toBe("2030\u2060年\u20606\u2060月\u206015\u2060日\u00a014:00");
  });

  it("is that of the person's zone, without its name", () => {
    expect(berlin("en-GB").time(now)).toBe("15\u00a0Jun\u00a02030,\u00a014:00");
  });

  it.each([[undefined], [""], ["Middle/Earth"]])("is UTC, and says so, for the zone %j", (zone) => {
    expect(clockOf({ locale: "en-GB", zone, justNow: "" }).time(now)).toBe(unbroken("15 Jun 2030, 12:00 UTC"));
  });

  it("is the title of the element, with a form for programs", () => {
    expect(berlin("en-GB").timeTag(new Date(now.getTime() - 3 * HOUR))).toBe(
      '<time datetime="2030-06-15T09:00:00.000Z" title="15 Jun 2030, 11:00" data-when="relative">3 hours ago</time>',
    );
  });
});

it.each([
  [30 * SECOND, "1 minute"],
  [600 * SECOND, "10 minutes"],
  [HOUR, "1 hour"],
  [7 * DAY, "7 days"],
])("a span of %i milliseconds: %s", (span, words) => {
  expect(durationIn("en-GB", span)).toBe(words);
});
