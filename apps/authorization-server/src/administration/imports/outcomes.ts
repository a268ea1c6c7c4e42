/** What an import says of each line, for a report. It names members and no value of them but the external id. */
import type { ImportOptions, ReadLine } from "./line.ts";
import type { ImportProblem, RefusedLine } from "./problems.ts";

/** A line that was imported, and what of it the account did not get. */
export interface ImportedLine {
  readonly read: ReadLine;
  readonly result: "added" | "changed" | "unchanged";
  /** The columns that changed; of a new account, none. */
  readonly changed: readonly string[];
  /** What the account has here already, and keeps. */
  readonly kept: readonly ("password_hash" | "email")[];
}

/** What became of a person, for programs and for people. */
export interface PersonOutcome {
  /** The line of the file of `users import`; absent for a person who is not in that file. */
  readonly line?: number;
  /** None of a line that could not be read. */
  readonly external_id?: string;
  readonly result: string;
  /** The members that came along. */
  readonly taken: readonly string[];
  /** What is different here, and how. */
  readonly changed: readonly string[];
  /** What did not come along, and what to do. */
  readonly not_taken: readonly string[];
}

export interface LineOutcome extends PersonOutcome {
  readonly line: number;
  readonly result: ImportedLine["result"] | "refused";
  readonly problem?: ImportProblem;
}

type Options = Pick<ImportOptions, "trustVerified">;

/** The outcomes of a batch, in the order of its lines. */
export function outcomesOf(
  { imported, refused }: { readonly imported: readonly ImportedLine[]; readonly refused: readonly RefusedLine[] },
  options: Options,
): readonly LineOutcome[] {
  const refusals = refused.map(({ line, problem, detail }): LineOutcome => {
    return { line, result: "refused", taken: [], changed: [], not_taken: [`the user: ${detail}`], problem };
  });
  return [...imported.map((one) => outcomeOf(one, options)), ...refusals].sort((one, other) => one.line - other.line);
}

function outcomeOf(imported: ImportedLine, options: Options): LineOutcome {
  const { read, result } = imported;
  const { line, person } = read;
  return {
    line,
    external_id: person.external_id,
    result,
    ...(result === "added" ? ofNew(person, options) : ofKnown(imported, options)),
  };
}

type Person = ReadLine["person"];

const PASSWORD = "password";
const NO_PASSWORD = "password: the line has none; users send-enrolment-link sends the user a link to set one";

const ofNew = (person: Person, options: Options) => ({
  taken: [
    "username",
    ...(person.password_hash === undefined ? [] : [PASSWORD]),
    ...Object.keys(person.claims),
    ...onlyOfNew(person),
  ],
  changed: [
    ...(isForeign(person) ? ["password: the first sign-in replaces its hash by one of this service"] : []),
    ...unproved(person, options),
  ],
  not_taken: person.password_hash === undefined ? [NO_PASSWORD] : [],
});

const isForeign = ({ password_hash: hash }: Person) => hash !== undefined && !hash.startsWith("$argon2id$");

/** Members that only a new account gets. */
const onlyOfNew = ({ totp, passkeys, disabled, created_at }: Person): readonly string[] => [
  ...(totp.length === 0 ? [] : ["totp"]),
  ...(passkeys.length === 0 ? [] : ["passkeys"]),
  ...(disabled ? ["disabled"] : []),
  ...(created_at === undefined ? [] : ["created_at"]),
];

const VERIFIED = ["email_verified", "phone_number_verified"] as const;
const unproved = ({ claims }: Person, { trustVerified }: Options): readonly string[] =>
  VERIFIED.filter((name) => claims[name] === true && !trustVerified).map(
    (name) => `${name}: is false here; --trust-verified keeps what the file says`,
  );

const KEPT = {
  password_hash: "password: the user signed in here, or has another one here, which stays",
  email: "email: the address that was verified here stays",
} as const;

function ofKnown({ read: { person }, changed, kept }: ImportedLine, options: Options) {
  const names = changed.filter((name) => name !== "email_canonical");
  return {
    taken: names.map((name) => (name === "password_hash" ? PASSWORD : name)),
    changed: unproved(person, options),
    not_taken: [
      ...kept.map((name) => KEPT[name]),
      ...onlyOfNew(person)
        .filter((name) => name !== "created_at")
        .map((name) => `${name}: only a new account gets it`),
    ],
  };
}
