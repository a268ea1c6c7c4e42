/** What a way in is: a row of the table in ways-in.ts. */
import type { Factor } from "@countersign/rules";
import type { Query } from "../../platform/stores/transaction.ts";

/** The acts that end ways in. */
export type EndingAct =
  /** The person takes a change of their address back, which another person made. */
  | "address-undone"
  /** An administrator resets the factors. */
  | "factors-reset"
  /** The person sets a password by a link in a mail. */
  | "password-reset"
  /** The person changes their password, and stays signed in elsewhere. */
  | "password-changed"
  /** The person changes or removes their password, and is signed out elsewhere. */
  | "password-changed-everywhere"
  /** The person signs out elsewhere. */
  | "signed-out-elsewhere"
  /** An operator or administrator signs the person out everywhere. */
  | "signed-out"
  /** An operator sets a password; or the account is disabled, waits for its deletion, or is erased. */
  | "access-ended";

/** What an act ends of a way: all, what was added since a time, or nothing. */
type Ends = Readonly<Record<EndingAct, "all" | "since" | "nothing">>;

export interface Ending {
  readonly act: EndingAct;
  readonly userId: string;
  readonly at: Date;
  /** Older ways in stay; undefined if none stays. */
  readonly since: Date | undefined;
  /** When the change of the address was made that is taken back. */
  readonly undone?: Date | undefined;
  /** The session in which the person acts. It stays. */
  readonly sessionId?: string | undefined;
}

export interface WayIn {
  /** Its name in the audit log. The text is `account.way.<name>`. */
  readonly name: string;
  /** The tables where it is kept. */
  readonly tables: readonly string[];
  /** The factors that a person proves by it. */
  readonly factors: readonly Factor[];
  /** The name of the page of the account where the person sees and ends it. */
  readonly page: string;
  /** Selects `created_at` of each that is open for the person `$1` at the time `$2`. */
  readonly open: string;
  /** The sections of the export about the person `$1`. Every column is named, so that no secret is in them. */
  readonly exported: Readonly<Record<string, string>>;
  readonly ends: Ends;
  /** Ends it, in the transaction of an act that locked the person, and returns how many ended. */
  readonly end: (query: Query, ending: Ending) => Promise<number>;
}

export const NOTHING: Ends = {
  "address-undone": "nothing",
  "factors-reset": "nothing",
  "password-reset": "nothing",
  "password-changed": "nothing",
  "password-changed-everywhere": "nothing",
  "signed-out-elsewhere": "nothing",
  "signed-out": "nothing",
  "access-ended": "nothing",
};

/** Of what a person registers. It stays with a new password, and with an account that is disabled. */
export const REGISTERED: Ends = { ...NOTHING, "address-undone": "since", "factors-reset": "all" };

/** Of what a browser or a mail carries. */
export const CARRIED: Ends = {
  "address-undone": "all",
  "factors-reset": "all",
  "password-reset": "all",
  "password-changed": "all",
  "password-changed-everywhere": "all",
  "signed-out-elsewhere": "all",
  "signed-out": "all",
  "access-ended": "all",
};

interface Rows {
  readonly table: string;
  /** Which rows of the table; every one by default. */
  readonly where?: string;
  /** Which of them are open at the time `$2`; every one by default. */
  readonly isOpen?: string;
  /** The section of the export, and its columns. */
  readonly section: string;
  readonly columns: string;
}

/** A way that is rows of a table, with `user_id` and `created_at`. */
export const rowsOf = ({ table, where = "true", isOpen = "true", section, columns }: Rows) => ({
  tables: [table],
  open: `SELECT created_at FROM ${table} WHERE user_id = $1 AND ${where} AND ${isOpen}`,
  exported: { [section]: `SELECT ${columns} FROM ${table} WHERE user_id = $1 AND ${where} ORDER BY created_at` },
  end: async (query: Query, { userId, since }: Pick<Ending, "userId" | "since">): Promise<number> => {
    const text = `DELETE FROM ${table} WHERE user_id = $1 AND ${where} AND created_at >= COALESCE($2, created_at)`;
    return (await query(`${text} RETURNING user_id`, [userId, since ?? null])).length;
  },
});
