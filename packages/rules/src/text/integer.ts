/**
 * Whether a text is a whole number in decimal digits. `Number` would take `0x10`, `1e2` and an empty text, too: what
 * one program writes as one number, another one reads as a different one.
 */
export const isDecimal = (text: string): boolean => /^-?\d{1,15}$/.test(text);

/** The number in a text; not a number if it has another form. */
export const decimalOf = (text: string): number => (isDecimal(text) ? Number(text) : Number.NaN);
