/** The code as HTML; undefined for a language that has no colors here. */
export const highlighted: (text: string, language: string) => string | undefined;
