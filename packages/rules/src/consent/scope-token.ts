/** The text of scopes: RFC 6749 §3.3. */

/** RFC 6749 §3.3: scope tokens with one space between them. */
export const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+(?: [\x21\x23-\x5B\x5D-\x7E]+)*$/;

/** What a scope must be, in the words of an error. They name no sign that an error description may not have. */
export const SCOPE_EXPECTED =
  "must be names in ASCII, without quotation marks and backslashes, with one space between them";

/** One scope token. */
export const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/;
