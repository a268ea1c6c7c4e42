/** The pattern of LIKE for texts that contain this one, whose special characters are taken literally. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;
