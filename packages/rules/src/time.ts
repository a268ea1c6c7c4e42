/** Times: those of the code are dates, those of a JWT are whole seconds. */

/** The time so many seconds later. */
export const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** RFC 7519 §2: a NumericDate, here always of whole seconds. */
export const numericDate = (at: Date): number => Math.floor(at.getTime() / 1000);
