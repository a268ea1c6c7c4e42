/** The parameter `max_age`: OIDC Core §3.1.2.1. */

/** An age of more than a year cannot be meant. */
export const MAX_AGE_LIMIT_SECONDS = 366 * 24 * 60 * 60;
