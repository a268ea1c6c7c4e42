/** Text that PostgreSQL cannot hold: a NUL, half of a surrogate pair, or what is not of the type of its column. */

// character_not_in_repertoire, invalid_text_representation, untranslatable_character
const SQLSTATE: ReadonlySet<unknown> = new Set(["22021", "22P02", "22P05"]);

/** Whether a statement failed because of a text in its parameters. */
export const isUnstorable = (err: unknown): boolean => err instanceof Error && "code" in err && SQLSTATE.has(err.code);
