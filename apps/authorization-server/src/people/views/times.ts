/** Times in words, in a language and in the time zone of a person. Pure: the time of now is an argument. */
import { type Markup, markup } from "./markup.ts";

/**
 * What is in UTC because the person's zone is not known says so. Each of `Markup` is a `<time>` element with the exact
 * time as its title, which a script shows in the zone of the browser.
 */
export interface Clock {
  /** A time exactly, for mails and files. It does not break within a sentence. */
  time(value: Date): string;
  /** The same as an element. */
  exact(value: Date): Markup;
  /** A time as people say it within a sentence: “5 min ago”, “yesterday, 23:15” or “26 Oct”. */
  ago(value: Date): Markup;
  /** The same by itself: “Yesterday, 23:15”. */
  timeTag(value: Date): Markup;
  /** The date of a time, such as “26 Oct 2030”. */
  date(value: Date): Markup;
  /** The same as text. */
  dateText(value: Date): string;
  /** The month of a time, such as “October 2030”. Of a month no one asks in which zone it is: its title says so. */
  month(value: Date): Markup;
  /** The day of a time, such as “Today” or “Monday 26 October”. */
  day(value: Date): string;
  /** The same as an element. */
  dayTag(value: Date): Markup;
}

export interface ClockOptions {
  /** The language, with the region whose way of writing dates it has. */
  readonly locale: string;
  /** The claim `zoneinfo` of the person; UTC without one, or with one that is not a zone. */
  readonly zone?: string | undefined;
  readonly now?: Date | undefined;
  /** The words for a time less than a minute away. */
  readonly justNow: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A time further away is a date, as a count of days says little. `ui.js` has the same bound. */
const MOST_DAYS = 60;

export function clockOf(options: ClockOptions): Clock {
  const { exact, date, month, ago, day } = wordsOf(options);
  const tag = (as: string, value: Date, words: string, title: string) =>
    markup(`<time datetime="${value.toISOString()}" title="${title}" data-when="${as}">${words}</time>`);
  return {
    time: (value) => unbroken(exact(value)),
    exact: (value) => tag("exact", value, unbroken(exact(value)), exact(value)),
    ago: (value) => tag("within", value, unbroken(ago(value)), exact(value)),
    timeTag: (value) => tag("relative", value, capital(ago(value), options.locale), exact(value)),
    date: (value) => tag("date", value, unbroken(date(value)), exact(value)),
    dateText: (value) => unbroken(date(value)),
    month: (value) => tag("month", value, unbroken(month(value)), exact(value)),
    day,
    dayTag: (value) => tag("day", value, day(value), date(value)),
  };
}

/** The words for a time. */
function wordsOf({ locale, zone, now, justNow }: ClockOptions) {
  const own = knownZone(zone);
  const format = (options: Intl.DateTimeFormatOptions) => formatIn(locale, { ...options, timeZone: own ?? "UTC" });
  const named = own === undefined ? ({ timeZoneName: "short" } as const) : {};
  const exact = format({ ...DATE, ...CLOCK_TIME, ...named });
  const clock = format({ ...CLOCK_TIME, ...named });
  const weekday = format({ weekday: "short", ...CLOCK_TIME, ...named });
  const thisYear = format({ day: "numeric", month: "short", ...named });
  const date = format({ ...DATE, ...named });
  const longDay = format({ weekday: "long", day: "numeric", month: "long" });
  const otherYear = format(DATE);
  const dayNumber = format({ year: "numeric", month: "2-digit", day: "2-digit" });
  const year = format({ year: "numeric" });
  const isDaysAgo = (value: Date, days: number, from: Date) =>
    dayNumber(value) === dayNumber(new Date(from.getTime() - days * DAY));
  const relative = (style: "short" | "long", count: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(locale, { numeric: "auto", style }).format(count, unit);

  const someDaysAgo = (value: Date, from: Date): string => {
    if (isDaysAgo(value, 1, from)) return `${relative("long", -1, "day")}, ${clock(value)}`;
    if (from.getTime() - value.getTime() < 7 * DAY) return weekday(value);
    return year(value) === year(from) ? thisYear(value) : date(value);
  };
  const dayOf = (value: Date): string => {
    const days = now && [0, 1].find((count) => isDaysAgo(value, count, now));
    if (days !== undefined) return relative("long", -days, "day");
    return now === undefined || year(value) === year(now) ? longDay(value) : otherYear(value);
  };
  return {
    ...{ exact, date, month: format({ year: "numeric", month: "long" }) },
    ago(value: Date): string {
      if (now === undefined) return exact(value);
      const past = now.getTime() - value.getTime();
      const away = Math.abs(past);
      const sign = past < 0 ? 1 : -1;
      if (away < MINUTE) return justNow;
      if (away < HOUR) return relative("short", sign * Math.floor(away / MINUTE), "minute");
      if (away < DAY) return relative("long", sign * Math.floor(away / HOUR), "hour");
      if (past >= 0) return someDaysAgo(value, now);
      return away > MOST_DAYS * DAY ? date(value) : relative("long", Math.ceil(away / DAY), "day");
    },
    day: (value: Date) => capital(dayOf(value), locale) + (own === undefined ? " · UTC" : ""),
  };
}

/** A format that is made when it is first used, as few pages use all of them. */
function formatIn(locale: string, options: Intl.DateTimeFormatOptions): (value: Date) => string {
  let held: Intl.DateTimeFormat | undefined;
  return (value) => {
    held ??= new Intl.DateTimeFormat(locale, options);
    return held.format(value);
  };
}

/** Whose clock a page shows: their time zone, and the time of now for words such as “5 min ago”. */
export type Reader = Pick<ClockOptions, "zone" | "now">;

/** The clock of each page of a language: that of its reader, or UTC. */
export function clocksIn(options: Pick<ClockOptions, "locale" | "justNow">): (reader: Reader) => Clock {
  const utc = clockOf(options);
  return ({ zone, now }) => (zone === undefined && now === undefined ? utc : clockOf({ ...options, zone, now }));
}

/** Before and behind each Chinese character within a time, where a line could break. */
const BESIDE_HAN = /(?<=.)(?=\p{Script=Han})|(?<=\p{Script=Han})(?=[^\s\p{Script=Han}])/gu;

/** With no-break spaces and word joiners, so that no line begins with the month or the hour. */
export const unbroken = (time: string): string => time.replaceAll(" ", "\u00a0").replace(BESIDE_HAN, "\u2060");

const DATE = { year: "numeric", month: "short", day: "numeric" } as const;
const CLOCK_TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** A claim may hold any text. */
function knownZone(zone: string | undefined): string | undefined {
  if (zone === undefined || zone === "") return undefined;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}

const capital = (text: string, locale: string) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

/** A span in the largest unit that it has whole, such as “10 minutes”. */
export function durationIn(locale: string, milliseconds: number): string {
  const [unit, length] = UNITS.find(([, one]) => milliseconds >= one) ?? (["minute", MINUTE] as const);
  const count = Math.max(1, Math.round(milliseconds / length));
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
