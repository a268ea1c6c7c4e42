/** One line of an import: a person of other software, as one JSON object (JSON Lines). */
import { jsonOrUndefined } from "@countersign/guard/json";
import { displayName, isStorable, reasonOf, userClaims, username } from "@countersign/rules";
import { z } from "zod";
import { hashProblem } from "../../people/sign-in/hashes/foreign-hash.ts";
import type { RefusedLine } from "./problems.ts";

export const LONGEST_LINE = 16_384;
const MOST_APPS = 10;
const MOST_PASSKEYS = 10;

/** Base32 (RFC 4648 §6) of 80 to 640 bits, as apps show it: perhaps in small letters, with spaces and padding. */
const totpSecret = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll(/[ =]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[A-Z2-7]{16,128}$/, "is no base32 of at least 80 bits"));

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, "is no base64url");

/** A credential (WebAuthn §4): what the other software stored when it was registered. */
const passkey = z.strictObject({
  credential_id: base64url(1366), // 1023 bytes, §5.1.3
  public_key: base64url(1366).meta({ description: "COSE_Key (RFC 9052 §7)" }),
  rp_id: z.string().max(253),
  use: z.enum(["sign-in", "second-factor"]),
  sign_count: z.int().min(0).max(4_294_967_295).default(0),
  transports: z
    .array(z.enum(["usb", "nfc", "ble", "smart-card", "hybrid", "internal"]))
    .max(6)
    .default([]),
  aaguid: z.uuid().default("00000000-0000-0000-0000-000000000000"),
  backup_eligible: z.boolean().default(false),
  backed_up: z.boolean().default(false),
  name: displayName.default("Key"),
});

/** A time that a database stores. By its offset, it may be in another year than it says. */
const createdAt = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}, "is not of the years 1 to 9999");

const importedPerson = z
  .strictObject({
    external_id: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\p{Cc}]*$/u, "has control characters"),
    username,
    password_hash: z.string().max(512).optional(),
    claims: userClaims.omit({ picture: true }).default({}),
    disabled: z.boolean().default(false),
    created_at: createdAt.optional(),
    totp: z
      .array(z.strictObject({ secret: totpSecret, name: displayName.default("App") }))
      .max(MOST_APPS)
      .default([]),
    passkeys: z.array(passkey).max(MOST_PASSKEYS).default([]),
    /** By which authenticators know the person: at most 64 bytes (WebAuthn §14.6.1). */
    user_handle: base64url(86).optional(),
  })
  .refine(({ passkeys, user_handle }) => user_handle !== undefined || passkeys.every(({ use }) => use !== "sign-in"), {
    path: ["user_handle"],
    message: "is missing: a passkey for sign-in needs it",
  });

export type ImportedPerson = z.output<typeof importedPerson>;

/** What an import trusts of its source. */
export interface ImportOptions {
  /** The name of the other software, or of one of its realms. External ids are unique within it. */
  readonly source: string;
  /** Whether addresses and telephone numbers that the source calls verified count as verified here. */
  readonly trustVerified: boolean;
  /** Whether password hashes that protect badly are accepted. */
  readonly allowWeakHashes: boolean;
}

export const importSource = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, "has characters other than a-z 0-9 . _ -");

/** A line with its number in the file, which begins with 1. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** A person of a line that can be imported. */
export interface ReadLine {
  readonly line: number;
  readonly person: ImportedPerson;
}

/** Reads a line. */
export function readLine(
  { line, text }: NumberedLine,
  { allowWeakHashes }: Pick<ImportOptions, "allowWeakHashes">,
): ReadLine | RefusedLine {
  const malformed = (detail: string): RefusedLine => ({ line, problem: "malformed", detail });
  if (text.length > LONGEST_LINE) return malformed(`is longer than ${LONGEST_LINE} characters`);
  const value = parsed(text);
  if (value === undefined) return malformed("is no JSON object");
  if (!isStorable(value)) return malformed("has a character that cannot be stored");
  const { success, data: person, error } = importedPerson.safeParse(value, { reportInput: true });
  if (!success) return malformed(error.issues.slice(0, 3).map(problemOf).join("; "));

  const problem = person.password_hash === undefined ? undefined : hashProblem(person.password_hash);
  if (problem === undefined || (problem === "weak" && allowWeakHashes)) return { line, person };
  return { line, problem: `hash_${problem}`, detail: OF_HASHES[problem] };
}

export const isRefused = (read: ReadLine | RefusedLine): read is RefusedLine => "problem" in read;

const OF_HASHES = {
  unknown: "password_hash has no form that is known",
  excessive: "password_hash would take too long to check",
  weak: "password_hash protects badly",
} as const;

function parsed(text: string): object | undefined {
  const value = jsonOrUndefined(text, { longest: LONGEST_LINE });
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function problemOf(issue: z.core.$ZodIssue): string {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const within = [...path, ""].map(String).join(".");
    return `has a member that is not known: ${issue.keys
      .map((key) => within + key)
      .join(", ")
      .slice(0, 100)}`;
  }
  const place = path.map(String).join(".").slice(0, 100);
  const reason = reasonOf(issue);
  return place === "" ? reason : `${place}: ${reason}`;
}
