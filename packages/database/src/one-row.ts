/**
 * Rows that come as one column of JSON: the driver reads that in half the time of a dozen columns, each with a description
 * and a type of its own. A time in it is text, for the caller to make a Date of.
 */

/** The statement that gives the rows of a query so. */
export const asOneColumn = (query: string) => `SELECT row_to_json(r) AS "row" FROM (${query}) r`;

/** The same for a statement that changes rows and returns them; `before` holds what it stands on (`a AS (…), b AS (…)`). */
export const returnedAsOneColumn = (change: string, before?: string) =>
  `WITH ${before === undefined ? "" : `${before}, `}changed AS (${change}) SELECT row_to_json(changed) AS "row" FROM changed`;
