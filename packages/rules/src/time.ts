/** Times: a date in the code, whole seconds in a JWT. */

/** The time that many seconds later. */
export const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** RFC 7519 §2: a NumericDate, here always of whole seconds. */
export const numericDate = (at: Date): number => Math.floor(at.getTime() / 1000);
