import { describe, expect, it } from "vitest";
import type { Markup } from "./markup.ts";
import { clockOf, durationIn, unbroken } from "./times.ts";

const now = new Date("2030-06-15T12:00:00Z");
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const berlin = (locale: string) => clockOf({ locale, zone: "Europe/Berlin", now, justNow: "just now" });

/** What an element shows, and its title. */
const shown = (element: Markup) => /^<time [^>]*>(.*)<\/time>$/.exec(String(element))?.[1];
const titleOf = (element: Markup) => / title="([^"]*)"/.exec(String(element))?.[1];

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
    expect(shown(berlin("en-GB").ago(new Date(now.getTime() - past)))).toBe(unbroken(words));
  });

  it("two calendar days ago is not yesterday, regardless of the hours", () => {
    const late = new Date("2030-06-15T21:00:00Z"); // 23:00 in Berlin
    const clock = clockOf({ locale: "en-GB", zone: "Europe/Berlin", now: late, justNow: "" });
    expect(shown(clock.ago(new Date("2030-06-13T22:30:00Z")))).toBe(unbroken("yesterday, 00:30"));
    expect(shown(clock.ago(new Date("2030-06-13T21:30:00Z")))).toBe(unbroken("Thu 23:30"));
  });

  it.each([
    ["de", "vor 3 Stunden"],
    ["es", "hace 3 horas"],
    ["fr", "il y a 3 heures"],
    ["zh", "3小时前"],
  ])("in %s: %s", (locale, words) => {
    expect(shown(berlin(locale).ago(new Date(now.getTime() - 3 * HOUR)))).toBe(unbroken(words));
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
    expect(String(berlin("en-GB").timeTag(new Date(now.getTime() - 3 * HOUR)))).toBe(
      '<time datetime="2030-06-15T09:00:00.000Z" title="15 Jun 2030, 11:00" data-when="relative">3 hours ago</time>',
    );
  });
});

describe("17: every element", () => {
  const at = new Date("2030-06-14T20:15:00Z");
  it.each([
    ["exact", "14 Jun 2030, 22:15", "exact", "14 Jun 2030, 22:15"],
    ["ago", "15 hours ago", "within", "14 Jun 2030, 22:15"],
    ["timeTag", "15 hours ago", "relative", "14 Jun 2030, 22:15"],
    ["date", "14 Jun 2030", "date", "14 Jun 2030, 22:15"],
    ["month", "June 2030", "month", "14 Jun 2030, 22:15"],
    ["dayTag", "Yesterday", "day", "14 Jun 2030"],
  ] as const)("%s is the whole of itself", (name, words, as, title) => {
    const text = name === "timeTag" || name === "dayTag" ? words : unbroken(words);
    expect(String(berlin("en-GB")[name](at))).toBe(
      `<time datetime="2030-06-14T20:15:00.000Z" title="${title}" data-when="${as}">${text}</time>`,
    );
  });
});

describe("16: what depends on a zone that is not known is in UTC, and says so", () => {
  const ELEMENTS = ["exact", "ago", "timeTag", "date", "dayTag"] as const;
  /** Both differ from UTC by more than the hours of a day. */
  const FAR = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  const DISTANCES = [0, 5 * 60 * SECOND, 3 * HOUR, 26 * HOUR, 3 * DAY, 40 * DAY, 400 * DAY, -3 * DAY, -400 * DAY];
  const clocks = (locale: string) =>
    [undefined, ...FAR].map((zone) => clockOf({ locale, zone, now, justNow: "just now" })) as [
      ReturnType<typeof clockOf>,
      ...ReturnType<typeof clockOf>[],
    ];

  describe.each(["en-GB", "de", "fr", "es", "zh"])("in %s", (locale) => {
    const [unknown, ...known] = clocks(locale);
    it.each(DISTANCES.map((past) => [past, new Date(now.getTime() - past)] as const))(
      "%i milliseconds ago",
      (_, at) => {
        for (const name of ELEMENTS) {
          const words = shown(unknown[name](at));
          if (known.some((clock) => shown(clock[name](at)) !== words)) expect(words, name).toContain("UTC");
          expect(titleOf(unknown[name](at)), name).toContain("UTC");
          for (const clock of known) expect(String(clock[name](at)), name).not.toContain("UTC");
        }
        expect(titleOf(unknown.month(at))).toContain("UTC");
        for (const text of [unknown.time(at), unknown.dateText(at), unknown.day(at)]) expect(text).toContain("UTC");
      },
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
