/** Times in words, in a language and in the time zone of a person. Pure: the time of now is an argument. */

export interface Clock {
  /** A time exactly. It names the zone only if that is not the person's own. It does not break within a sentence. */
  time(value: Date): string;
  /** A time as people say it. It does not break within a sentence: “5 min ago”, “yesterday, 23:15” or “26 Oct”. */
  ago(value: Date): string;
  /** The day of a time, such as “Today” or “Monday, 26 October”. */
  day(value: Date): string;
  /** The same by itself, as a `<time>` element with the exact time as its title. A script shows the browser's zone. */
  timeTag(value: Date): string;
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

export function clockOf({ locale, zone, now, justNow }: ClockOptions): Clock {
  const own = knownZone(zone);
  const timeZone = own ?? "UTC";
  const format = (options: Intl.DateTimeFormatOptions) => {
    let held: Intl.DateTimeFormat | undefined;
    return (value: Date) => {
      held ??= new Intl.DateTimeFormat(locale, { ...options, timeZone });
      return held.format(value);
    };
  };
  const exact = format({ ...DATE, ...CLOCK_TIME, ...(own === undefined && { timeZoneName: "short" }) });
  const clock = format(CLOCK_TIME);
  const weekday = format({ weekday: "short", ...CLOCK_TIME });
  const thisYear = format({ day: "numeric", month: "short" });
  const otherYear = format(DATE);
  const longDay = format({ weekday: "long", day: "numeric", month: "long" });
  const dayNumber = format({ year: "numeric", month: "2-digit", day: "2-digit" });
  const year = format({ year: "numeric" });
  const isDaysAgo = (value: Date, days: number, from: Date) =>
    dayNumber(value) === dayNumber(new Date(from.getTime() - days * DAY));
  const relative = (style: "short" | "long", count: number, unit: Intl.RelativeTimeFormatUnit) =>
    new Intl.RelativeTimeFormat(locale, { numeric: "auto", style }).format(count, unit);

  const someDaysAgo = (value: Date, from: Date): string => {
    if (isDaysAgo(value, 1, from)) return `${relative("long", -1, "day")}, ${clock(value)}`;
    if (from.getTime() - value.getTime() < 7 * DAY) return weekday(value);
    return year(value) === year(from) ? thisYear(value) : otherYear(value);
  };
  const ago = (value: Date): string => {
    if (now === undefined) return exact(value);
    const past = now.getTime() - value.getTime();
    const away = Math.abs(past);
    const sign = past < 0 ? 1 : -1;
    if (away < MINUTE) return justNow;
    if (away < HOUR) return relative("short", sign * Math.floor(away / MINUTE), "minute");
    if (away < DAY) return relative("long", sign * Math.floor(away / HOUR), "hour");
    if (past >= 0) return someDaysAgo(value, now);
    return away > MOST_DAYS * DAY ? otherYear(value) : relative("long", Math.ceil(away / DAY), "day");
  };
  return {
    time: (value) => unbroken(exact(value)),
    ago: (value) => unbroken(ago(value)),
    day(value) {
      const days = now && [0, 1].find((count) => isDaysAgo(value, count, now));
      if (days !== undefined) return capital(relative("long", -days, "day"), locale);
      return capital(now === undefined || year(value) === year(now) ? longDay(value) : otherYear(value), locale);
    },
    timeTag: (value) =>
      `<time datetime="${value.toISOString()}" title="${exact(value)}" data-when="relative">` +
      `${capital(ago(value), locale)}</time>`,
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
