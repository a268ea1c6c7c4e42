/** Usernames that people choose themselves, and the username of a person who chooses none. */
import { randomInt } from "node:crypto";
import { z } from "zod";
import { username, usernameLook } from "./username.ts";

const LONGEST = 64;

/**
 * Names that seem to speak for the service, and mailboxes with a function (RFC 2142). A person cannot choose them.
 */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abuse account accounts admin administrator anonymous api auth authorization billing contact countersign daemon " +
    "everyone guest help helpdesk hostmaster info legal login logout mailer-daemon me moderator new no-reply nobody " +
    "noc noreply null official openid operator owner password postmaster privacy register root sales security self " +
    "service settings sign-in sign-up signin signout signup staff status superuser support sysadmin system team " +
    "terms test undefined user users verify webmaster www"
  ).split(" "),
);

/**
 * A username that a person may choose: lower-case ASCII letters, digits, and dots, hyphens and underscores between
 * them. No at sign: otherwise it could pose as the address of another person. Pure ASCII leaves no letters that look
 * like others of another script.
 */
const chosenUsername = z
  .string()
  .max(LONGEST, { abort: true })
  .regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i)
  .toLowerCase()
  .refine((name) => !isReserved(name));

/** The characters of which people may choose usernames: ASCII, or letters of any one script in common use. */
export const USERNAME_CHARACTERS = ["ascii", "unicode"] as const;
export type UsernameCharacters = (typeof USERNAME_CHARACTERS)[number];

/**
 * The username that a person chose, in lower case; `undefined` if they may not have it. With `unicode`, it may have
 * letters of one script (RFC 8265 §3.3, UTS #39 §5.2), and nothing that looks like a reserved name.
 */
export function readChosenUsername(text: string, characters: UsernameCharacters): string | undefined {
  if (characters === "ascii") return chosenUsername.safeParse(text).data;
  const allowed = username.safeParse(text).data;
  const name = allowed === undefined ? undefined : username.safeParse(allowed.toLowerCase()).data;
  if (name === undefined || Array.from(name).length > LONGEST || !LETTERS_AND_SIGNS.test(name)) return undefined;
  return isReserved(usernameLook(name)) ? undefined : name;
}

/** No at sign, as above: begins with a letter or digit and ends with one, which may have marks. */
const LETTERS_AND_SIGNS = /^[\p{L}0-9][\p{L}\p{M}0-9._-]*(?<![._-])$/u;

// Signs between letters do not make another name.
const isReserved = (name: string) => RESERVED.has(name) || RESERVED.has(name.replace(/[._-]/g, ""));

/** No vowels, so that no words come about, and no characters that are easily confused. */
const LETTERS = "bcdfghjkmnpqrstvwxz23456789";
const RANDOM_LETTERS = 12;

/** A username for a person who chooses none. The person signs in with the address. */
export function randomUsername(): string {
  const letters = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `person-${letters.join("")}`;
}
