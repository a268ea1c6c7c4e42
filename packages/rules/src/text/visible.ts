/** Texts that people read: the one rule for names, and the one for what people write about themselves. */
import { z } from "zod";

// Control and direction characters could disguise a name. A name could also consist only of fillers that show nothing
// (Unicode does not class U+2800 as one).
const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]*$/u;

/** What is wrong with a text that has characters of another kind. */
export const UNSEEN = "has characters that cannot be seen";

/** Whether every character of a text is visible. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** A text that people read, in which every character is visible. */
export const visibleText = (max: number) => z.string().trim().min(1).max(max).regex(VISIBLE, UNSEEN);

/** The name of something that an administrator, an operator, a directory or a client names. */
export const displayName = visibleText(100);

/** A note beside a record; it may be empty. */
export const visibleNote = z.string().max(200).regex(VISIBLE, UNSEEN);

// Control characters, line and paragraph separators, and embeddings, overrides and isolates (UAX #9 §2). The joiners
// and marks that some scripts need are not among them.
const MISLEADING = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/** Whether a text turns around what stands beside it, or has more than one line. The names of people never do. */
export const isMisleading = (text: string): boolean => MISLEADING.test(text);
