/** The pattern of LIKE for texts that contain this one, whose special characters are taken literally. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** The same of a part that may be left out. */
export const patternOf = (part: string | undefined): string | null => (part === undefined ? null : containing(part));
