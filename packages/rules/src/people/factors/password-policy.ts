/**
 * Which passwords a person may choose: NIST SP 800-63B-4 §3.1.1.2 and OWASP ASVS 6.2. There are no rules about
 * composition. A password that was accepted before stays valid for signing in.
 */
import type { TextSet } from "./bloom-filter.ts";

/** The shortest password, in code points, where a password is enough to sign in. */
export const SHORTEST_PASSWORD = 15;
/** The shortest password, in code points, where every sign-in needs a second factor. */
export const SHORTEST_PASSWORD_WITH_SECOND_FACTOR = 8;
/** The longest password, in bytes of UTF-8. Nothing is cut off. */
export const LONGEST_PASSWORD_BYTES = 1024;

/** The reason why a password is refused. */
export type PasswordProblem =
  /** It has fewer characters than the policy demands. */
  | "too_short"
  /** It has more bytes than are hashed. */
  | "too_long"
  /** It has control characters, or is not well-formed Unicode. */
  | "malformed"
  /** It consists of the name of the person, of this service or of a client, with few other characters. */
  | "personal"
  /** It is on a list of passwords that attackers try. */
  | "common";

/** What a person is called. Every member may be absent. */
export interface NamesOfPerson {
  readonly username?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly given_name?: string | null | undefined;
  readonly family_name?: string | null | undefined;
  readonly middle_name?: string | null | undefined;
  readonly nickname?: string | null | undefined;
  readonly preferred_username?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** The names of a person that may not be a password. Other members of the argument are not read. */
export function namesOf(person: NamesOfPerson): readonly string[] {
  const { username, name, given_name, family_name, middle_name, nickname, preferred_username, email } = person;
  const names = [username, name, given_name, family_name, middle_name, nickname, preferred_username, email];
  return names.filter((one) => typeof one === "string");
}

export interface PasswordPolicy {
  /** The smallest number of code points. */
  readonly shortest: number;
  /** Known passwords, in the form that `foldPassword` returns. */
  readonly common: TextSet;
}

/**
 * The form in which passwords are compared with lists and names. It is never hashed: people sign in with exactly what
 * they typed.
 */
export const foldPassword = (password: string) => visiblePassword(password.normalize("NFKC")).toLowerCase();

/**
 * A password without what cannot be seen: spaces around it, and characters for formats, such as a zero-width space.
 * Adding only these does not make another password of a known one.
 */
export const visiblePassword = (password: string) => password.replaceAll(/\p{Cf}/gu, "").trim();

/**
 * The reason why a person may not choose this password; `undefined` if they may. The length comes first, so a long text
 * costs nothing more.
 *
 * @param context names of the person, the issuer and the client, in any notation: a username, an email address, a host
 */
export function assessPassword(
  password: string,
  context: readonly string[],
  { shortest, common }: PasswordPolicy,
): PasswordProblem | undefined {
  if (password.length > LONGEST_PASSWORD_BYTES || Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES)
    return "too_long";
  if (!password.isWellFormed() || CONTROL.test(password)) return "malformed";
  if (Array.from(password).length < shortest) return "too_short";

  const folded = foldPassword(password);
  if (isPersonal(folded, context)) return "personal";
  return common.has(folded) ? "common" : undefined;
}

const CONTROL = /\p{Cc}/u;

const PRODUCT = "countersign";
/** Shorter parts of a name are not looked for: they also occur by chance. */
const SHORTEST_WORD = 3;
const LONGEST_CONTEXT = 320;
/** A password needs more characters than this that are not words of its context. */
const MOST_BESIDE = 4;

// OWASP ASVS 6.1.2 and 6.2.11: the words of the context are removed, also repeated and combined. Too little remains.
function isPersonal(folded: string, context: readonly string[]): boolean {
  let rest = folded;
  for (const word of wordsOf(context)) rest = rest.replaceAll(word, "");
  return rest !== folded && Array.from(rest).length <= MOST_BESIDE;
}

/** The longest first: `example` would leave something of `example.com`. */
function wordsOf(context: readonly string[]): readonly string[] {
  const texts = [PRODUCT, ...context].map((text) => foldPassword(text.slice(0, LONGEST_CONTEXT)));
  const words = texts.flatMap((text) => [text, text.replaceAll(" ", ""), ...text.split(NOT_IN_WORDS)]);
  return [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length);
}

const NOT_IN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
