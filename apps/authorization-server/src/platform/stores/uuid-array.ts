/**
 * Many ids as PostgreSQL writes an array of them. The driver makes and reads such a text element by element, which
 * takes milliseconds for thousands.
 */
export type UuidArray = `{${string}}`;

export const NO_UUIDS: UuidArray = "{}";

/** @param ids UUIDs, of which none has to be quoted */
export const uuidArray = (ids: readonly string[]): UuidArray => `{${ids.join(",")}}`;

/** The ids of an array without NULL. */
export const uuidsIn = (array: UuidArray): readonly string[] =>
  array === NO_UUIDS ? [] : array.slice(1, -1).split(",");
