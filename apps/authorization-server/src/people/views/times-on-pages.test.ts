import { describe, expect, it } from "vitest";
import type { Pages } from "./pages.ts";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

const pages = openViews({ overrides: undefined, basePath: "" }).in(["en"]);
/** A mail is not a page: nothing in it can show another zone, and its times name theirs. */
const shown = SAMPLES.filter(({ page }) => !page.startsWith("mail")).map(({ page, render }) => ({
  page,
  html: render(pages),
}));

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*";
const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:[a-z]*day)?";
/** What looks like a time, or like the distance of one. */
const TIME = new RegExp(
  [
    "\\b\\d{1,2}:\\d\\d\\b",
    "\\b\\d{4}-\\d\\d-\\d\\d",
    `\\b\\d{1,2} ${MONTH}\\b`,
    `\\b${MONTH} \\d`,
    `\\b${DAY}\\b`,
    "\\b(?:yesterday|today|tomorrow|ago|just now)\\b",
    "\\bin \\d+ (?:sec|min|hour|day|week|month|year)",
  ].join("|"),
  "gi",
);

/** Elements whose text is not a time that we show, and why. */
const EXCEPT = [
  // The file of the codes, which is a text.
  /<pre id="codes-text" hidden>[\s\S]*?<\/pre>/g,
  // How long someone waits.
  /(?:Try again|ask for a new one) in\s\d+\smin\./g,
  // A claim of a trial, as the application reads it, with the time in UTC in the form of RFC 3339.
  /<code>\d+ \([\dT:-]+Z\)<\/code>/g,
];

/** The times in the text of a page that no `<time>` holds. */
function plainTimes(html: string): readonly string[] {
  const text = [/<script[\s\S]*?<\/script>/g, /<time [^>]*>[^<]*<\/time>/g, ...EXCEPT]
    .reduce((rest, part) => rest.replace(part, " "), html)
    .replace(/<[^>]*>/g, "\n")
    .replace(/\u00a0|&nbsp;/g, " ")
    .replaceAll("\u2060", "");
  return [...text.matchAll(TIME)].map(([found]) => found);
}

describe("17: every time on a page is an element with the exact time", () => {
  it.each(["yesterday, 23:15", "2 hours ago", "in 5 min", "Mon 23:15", "26 Oct", "26 October 2030", "2030-10-26"])(
    "“%s” as text would be noticed",
    (text) => {
      expect(plainTimes(`<p>Last used ${text}.</p>`)).not.toEqual([]);
      expect(plainTimes(`<p>Last used <time datetime="" title="">${text}</time>.</p>`)).toEqual([]);
    },
  );

  it.each(shown.map(({ page, html }) => [page, html] as const))("%s has no time as text", (_, html) => {
    expect(plainTimes(html)).toEqual([]);
  });

  it.each([
    "accountActivity",
    "accountApplication",
    "accountApplications",
    "accountConnections",
    "accountDelete",
    "accountDeleted",
    "accountOrganizations",
    "accountOverview",
    "accountPasskeys",
    "accountPrivacy",
    "accountSecondFactors",
    "accountSecurity",
    "accountSessions",
    "deviceConfirm",
    "enrolRecoveryCodes",
  ] satisfies (keyof Pages)[])("%s has times", (name) => {
    expect(shown.filter(({ page, html }) => page === name && html.includes("<time ")).length).toBeGreaterThan(0);
  });
});
