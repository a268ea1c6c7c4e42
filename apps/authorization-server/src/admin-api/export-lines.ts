/** Lines of an exported audit trail. */

type Event = Readonly<Record<string, unknown>>;

/** RFC 8259, one object a line. */
export const jsonLine = (event: Event): string => `${JSON.stringify(event)}\n`;

/** A spreadsheet takes a cell that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A record of RFC 4180. Every value is quoted; one that looks like a formula gets an apostrophe before it. */
export const csvLine = (values: readonly string[]): string =>
  `${values.map((value) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`).join(",")}\r\n`;

export const csvEvent = (event: Event): string => csvLine(Object.values(event).map(inWords));

const inWords = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
