/** Why lines of an import are refused. */
/** Why a line was refused. */
export const PROBLEMS = [
  "malformed",
  "hash_unknown",
  "hash_excessive",
  "hash_weak",
  "repeated",
  "taken",
  "retired",
  "username_differs",
  "administrator",
  "passkey",
  "failed",
] as const;
export type ImportProblem = (typeof PROBLEMS)[number];

export interface RefusedLine {
  readonly line: number;
  readonly problem: ImportProblem;
  /** For people; it repeats nothing of the line but the names of members. */
  readonly detail: string;
}

/** A refusal of a line that could be read. */
export const refusal = (
  line: number,
  problem: Exclude<ImportProblem, "malformed" | `hash_${string}`>,
): RefusedLine => ({
  line,
  problem,
  detail: DETAILS[problem],
});

const DETAILS = {
  repeated: "a line before has the same external_id",
  taken: "the username, one that looks like it, or the verified email address, is taken",
  retired: "the username was that of an account that was erased",
  username_differs: "the account of this external_id has another username; an import changes none",
  passkey: "a passkey is of another RP ID, has a key of no algorithm that is supported, or is known already",
  failed: "the line could not be written to the database; the log of the service says why",
  administrator: "the account has a role of administration; an import changes none",
} as const;
