/** Records of CSV: RFC 4180. */

/** A spreadsheet takes a cell that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A record. Every value is quoted; one that looks like a formula gets an apostrophe before it. */
export const csvLine = (values: readonly unknown[]): string =>
  `${values
    .map(inWords)
    .map((value) => `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`)
    .join(",")}\r\n`;

const inWords = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
