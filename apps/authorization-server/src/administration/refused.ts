/**
 * Why an act is refused. An act returns its value or throws this, and changes nothing. Each way to call an act has one
 * table from it to its own form: administration/api/problem.ts, administration/api/scim/requests.ts,
 * cli/command/refusal.ts and administration/configuration/refusal.ts.
 */
import { isUniqueViolation } from "@countersign/database";

/** One member of what was asked for that is wrong. */
interface WrongMember {
  readonly member: string;
  readonly detail: string;
}

export type Refusal =
  | { readonly kind: "missing"; readonly what: string; readonly name?: string | undefined }
  /** Another one has what identifies it, `name`. */
  | { readonly kind: "taken"; readonly what: string; readonly why: string; readonly name?: string | undefined }
  | { readonly kind: "limit"; readonly what: string; readonly most: number }
  /** Its present state does not allow the act. */
  | { readonly kind: "unfit"; readonly why: string }
  /** The deployment would have no owner any more. */
  | { readonly kind: "last-owner" }
  /** The actor may not do this to it. */
  | { readonly kind: "not-yours"; readonly why: string }
  | { readonly kind: "malformed"; readonly what: string; readonly members: readonly WrongMember[] };

export class Refused extends Error {
  override readonly name = "Refused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(sentenceOf(refusal));
    this.refusal = refusal;
  }
}

export const missing = (what: string, name?: string): Refused => new Refused({ kind: "missing", what, name });

export const malformed = (what: string, member: string, detail: string): Refused =>
  new Refused({ kind: "malformed", what, members: [{ member, detail }] });

/** Whether an error is a refusal of this kind. */
export const isRefused = <K extends Refusal["kind"]>(
  err: unknown,
  kind: K,
): err is Refused & { readonly refusal: Extract<Refusal, { kind: K }> } =>
  err instanceof Refused && err.refusal.kind === kind;

type Taken = Omit<Extract<Refusal, { kind: "taken" }>, "kind">;

/** Runs an act, which is refused if what it writes must be unique and is not. */
export async function unlessTaken<T>(taken: Taken, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (err) {
    throw isUniqueViolation(err) ? new Refused({ kind: "taken", ...taken }) : err;
  }
}

/** What an operator reads, who named what the act is about. */
function sentenceOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case "missing":
      return `there is no ${refusal.name === undefined ? "such " : ""}${refusal.what}${ofName(refusal)}`;
    case "taken":
      return refusal.name === undefined ? refusal.why : `there is a ${refusal.what}${ofName(refusal)} already`;
    case "limit":
      return `there are ${refusal.most} ${plural(refusal.what)} already`;
    case "last-owner":
      return "this is the last owner of the deployment: assign the role owner to another user first";
    case "malformed":
      return `invalid ${refusal.what}: ${refusal.members.map(textOf).join("; ")}`;
    default:
      return refusal.why;
  }
}

const plural = (what: string) => (what.endsWith("s") ? `${what}es` : `${what}s`);

const ofName = ({ name }: { readonly name?: string | undefined }) => (name === undefined ? "" : ` ${name}`);

const textOf = ({ member, detail }: WrongMember) => `${member} ${detail}`;
