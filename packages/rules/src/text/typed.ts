/**
 * What a person typed on a keyboard for Chinese or Japanese: its full-width letters, digits and spaces are read as the
 * ASCII ones (Unicode NFKC). The caller has bounded its length.
 */
export const halfWidth = (typed: string): string => typed.normalize("NFKC");
