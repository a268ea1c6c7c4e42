/** Times in words, in the time zone of the person who reads them. A script shows them in that of the browser. */

export interface Clock {
  /** A time exactly. Without a zone of the person it says that it is in UTC. */
  readonly time: (at: string) => string;
  /** The same of the day of a time, or a day by itself (RFC 3339 §5.6 `full-date`), which no zone moves. */
  readonly day: (at: string) => string;
}

const DATE = { year: "numeric", month: "short", day: "numeric" } as const;
const TIME = { ...DATE, hour: "2-digit", minute: "2-digit" } as const;

/** @param zone the claim `zoneinfo` of the person, which may be any text */
export function clockIn(region: string, zone: string | undefined): Clock {
  const own = knownZone(zone);
  const zoned: Intl.DateTimeFormatOptions = {
    timeZone: own ?? "UTC",
    ...(own === undefined && { timeZoneName: "short" }),
  };
  const format = (options: Intl.DateTimeFormatOptions) => {
    const held = new Intl.DateTimeFormat(region, options);
    return (at: string) => held.format(new Date(at));
  };
  const [calendar, day] = [format({ ...DATE, timeZone: "UTC" }), format({ ...DATE, ...zoned })];
  return {
    time: format({ ...TIME, ...zoned }),
    day: (at) => (at.length === "2030-01-01".length ? calendar(at) : day(at)),
  };
}

/** The name of a zone; `undefined` for what is none. */
export function knownZone(zone: string | undefined): string | undefined {
  if (zone === undefined || zone === "") return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
