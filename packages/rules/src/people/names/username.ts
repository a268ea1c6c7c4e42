/**
 * Usernames: which ones a new account may have, and when two of them are the same. The rules follow RFC 8265 §3.3
 * (UsernameCaseMapped), and Unicode UTS #39 for names that look alike.
 */
import { z } from "zod";
import { readEmailAddress } from "./email-address.ts";
import { LOOKALIKES } from "./username-lookalikes.ts";

export const LONGEST_USERNAME = 320;

/**
 * The form in which usernames are compared. Two usernames are the same if this function returns the same text for both;
 * nothing else in the project folds a username. It applies NFKC and then folds the case of each letter by itself,
 * independent of language: `İ`, `I`, `ı` and `i` are one letter, as are `ß` and `ss`. PostgreSQL's `lower()` never
 * unites letters that stay different here. Takes time linear in the length of the text.
 */
export function foldUsername(text: string): string {
  return Array.from(text.normalize("NFKC"), foldLetter).join("").normalize("NFKC").replaceAll(DOTTED_I, "i");
}

// Upper case first, to unite letters that have several small forms, such as the sigmas. Letter by letter, because the
// lower case of a whole word depends on the position of a letter in it.
const foldLetter = (letter: string) => letter.toLowerCase().toUpperCase().toLowerCase();

/** The lower case of `İ` (U+0130): `i` with a dot above. */
const DOTTED_I = /i\u0307+/g;

/**
 * The appearance of a username: the folded username, in which ASCII letters replace their lookalikes (UTS #39 §4). No
 * two new usernames may have the same appearance. ASCII characters stay as they are: `bern` and `bem` are different
 * names.
 */
export function usernameLook(text: string): string {
  const letters = Array.from(foldUsername(text).normalize("NFD"), (letter) => LOOKALIKES.get(letter) ?? letter);
  return letters.join("").normalize("NFC");
}

/**
 * The address that a username reads as, in canonical form, where that is not the folded username:
 * `alice@bücher.example` is the address `alice@xn--bcher-kva.example`. A person who types one may mean the other.
 */
export function addressInUsername(text: string): string | undefined {
  const folded = foldUsername(text);
  const canonical = (readEmailAddress(text) ?? readEmailAddress(folded))?.canonical;
  return canonical === folded ? undefined : canonical;
}

/** A username that a new account may have, in NFKC. Existing accounts keep their usernames. */
export const username = z
  .string()
  .max(LONGEST_USERNAME, { abort: true })
  .normalize("NFKC")
  .max(LONGEST_USERNAME, { abort: true })
  .superRefine((name, context) => {
    const message = usernameProblem(name);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

function usernameProblem(name: string): string | undefined {
  if (name === "") return "must not be empty";
  if (!CHARACTERS.test(name) || DISGUISED.test(name))
    return "has characters other than letters, the digits 0 to 9 and . _ + - ' # @";
  if (MISPLACED_MARK.test(name)) return "has a combining mark without a letter, or too many on one letter";

  const [local = "", domain, ...more] = name.split("@");
  if (more.length > 0) return "has more than one @";
  if (!isLocalPart(local)) return "begins or ends with a dot, or has two in a row";
  if (domain !== undefined && !isDomain(domain)) return "has an @, and no domain name after it";

  const mixed = [local, ...(domain?.split(".") ?? [])].some((part) => !isOfOneScript(part));
  return mixed ? "mixes letters of several scripts, or has one of a script that is not in common use" : undefined;
}

// A space, a control or format character is neither letter nor mark.
const CHARACTERS = /^[\p{L}\p{M}0-9._+\-'#@]+$/u;
/**
 * Invisible characters, and letters of no script that look like punctuation, such as the apostrophe U+02BC; the
 * Japanese signs are allowed.
 */
const DISGUISED = /\p{Default_Ignorable_Code_Point}|(?=\p{L})(?!\p{scx=Hira}|\p{scx=Hani})\p{Script=Common}/u;

/** UTS #39 §5.4: no writing system puts more than four marks on one letter. */
const MISPLACED_MARK = /(?<![\p{L}\p{M}])\p{M}|\p{M}{5}/u;

/** RFC 5321 §4.1.2: a dot must be between two parts. */
const isLocalPart = (local: string) => local !== "" && local.split(".").every((atom) => atom !== "");

/** RFC 1123 §2.1, with letters of any script (RFC 5890). */
const isDomain = (domain: string) =>
  domain.length <= 253 && domain.split(".").every((label) => DOMAIN_LABEL.test(label) && !label.endsWith("-"));
const DOMAIN_LABEL = /^[\p{L}0-9][\p{L}\p{M}0-9-]{0,62}$/u;

/** Digits and signs are common to all scripts, and most marks inherit the script of the letter before. */
const COMMON = /[\p{scx=Zyyy}\p{scx=Zinh}]/gu;
/**
 * Scripts in common use, UAX #31 table 5: single scripts, and the sets that one language writes together (UTS #39
 * §5.1).
 */
const SCRIPTS = [
  ...[/^\p{scx=Arab}*$/u, /^\p{scx=Armn}*$/u, /^\p{scx=Beng}*$/u, /^\p{scx=Cyrl}*$/u, /^\p{scx=Deva}*$/u],
  ...[/^\p{scx=Ethi}*$/u, /^\p{scx=Geor}*$/u, /^\p{scx=Grek}*$/u, /^\p{scx=Gujr}*$/u, /^\p{scx=Guru}*$/u],
  ...[/^\p{scx=Hebr}*$/u, /^\p{scx=Khmr}*$/u, /^\p{scx=Knda}*$/u, /^\p{scx=Laoo}*$/u, /^\p{scx=Mlym}*$/u],
  ...[/^\p{scx=Mymr}*$/u, /^\p{scx=Orya}*$/u, /^\p{scx=Sinh}*$/u, /^\p{scx=Taml}*$/u, /^\p{scx=Telu}*$/u],
  ...[/^\p{scx=Thaa}*$/u, /^\p{scx=Thai}*$/u, /^\p{scx=Tibt}*$/u],
  /^[\p{scx=Latn}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]*$/u,
  /^[\p{scx=Latn}\p{scx=Hani}\p{scx=Bopo}]*$/u,
  /^[\p{scx=Latn}\p{scx=Hani}\p{scx=Hang}]*$/u,
];

function isOfOneScript(part: string): boolean {
  const letters = part.replaceAll(COMMON, "");
  return SCRIPTS.some((script) => script.test(letters));
}
