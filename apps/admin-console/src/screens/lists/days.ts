/** Filters by a day: one of the person's time zone, in which lists show times, or of UTC if that is not known. */
import { knownZone } from "../../views/clock.ts";
import type { Field } from "../../views/model.ts";
import type { Visit } from "../screen.ts";
import { asked } from "./list.ts";

type Asking = Pick<Visit, "query" | "zone">;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MILLISECONDS = 86_400_000;
const UTC = "UTC";

/** A day of the query (RFC 3339 §5.6 `full-date`); `undefined` if it is none. */
function dayAsked(visit: Asking, name: string): string | undefined {
  const day = asked(visit, name);
  return day !== undefined && isDay(day) ? day : undefined;
}

/** Whether it is a day of the calendar whose year, and that of the days beside it, is written in four digits. */
const isDay = (day: string): boolean =>
  DAY.test(day) &&
  day > FIRST &&
  day < LAST &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(Date.parse(day)).toISOString().startsWith(day);

const [FIRST, LAST] = ["1000-01-02", "9999-12-30"];

/** The instant with which the day of a filter begins. */
export function startAsked(visit: Asking, name: string): string | undefined {
  const day = dayAsked(visit, name);
  return day && startOfDay(day, visit.zone);
}

/** The instant with which the day of a filter is over. */
export function endAsked(visit: Asking, name: string): string | undefined {
  const day = dayAsked(visit, name);
  return day && endOfDay(day, visit.zone);
}

/** The field of a filter by a day, which says in which zone the day is. */
export const dayField = (visit: Asking, label: string): Field => {
  const name = label.split(".").at(-1) ?? label;
  return {
    ...{ name, label, type: "date", value: dayAsked(visit, name) },
    ...{ hint: "list.day.hint", hintValues: { zone: knownZone(visit.zone) ?? UTC } },
  };
};

/** The instant with which a day begins, which is not midnight where clocks are put forward then. */
export function startOfDay(day: string, zone: string | undefined): string {
  const wallClock = wallClockIn(knownZone(zone) ?? UTC);
  const midnight = Date.parse(day);
  // What a zone is ahead of UTC changes at most once within these two days.
  const instants = [-DAY_MILLISECONDS, DAY_MILLISECONDS].map((away) => {
    const near = midnight + away;
    return midnight - (Date.parse(`${wallClock(near)}Z`) - near);
  });
  const within = instants.filter((instant) => wallClock(instant).startsWith(day));
  return new Date(Math.min(...(within.length > 0 ? within : instants))).toISOString();
}

/** The instant with which a day is over. */
export const endOfDay = (day: string, zone?: string): string =>
  startOfDay(new Date(Date.parse(day) + DAY_MILLISECONDS).toISOString().slice(0, DAY_LENGTH), zone);

const DAY_LENGTH = "2030-01-01".length;

/** What a clock shows in a zone, such as `2030-01-01T23:30:00`. */
function wallClockIn(timeZone: string): (instant: number) => string {
  // Swedish writes times in the order of RFC 3339.
  const format = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium", timeZone });
  return (instant) => format.format(instant).replace(" ", "T");
}
