/** What becomes, after a restore, of an act that the database forgot. */
import type { Database } from "@countersign/database";
import type { By } from "../../platform/stores/audit/audit-events.ts";

/** An act of the lost time, as its event says. */
export interface LostAct {
  readonly at: Date;
  readonly type: string;
  readonly actor: string;
  readonly actorId: string | undefined;
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * `done`; `absent` if there is nothing to end; `in part` if a person has to do the rest, and `left` if they have to do
 * all of it, because the event does not say enough.
 */
export type Outcome = "done" | "absent" | "in part" | "left";

export type Repeat = (database: Pick<Database, "pool" | "prisma">, act: LostAct, by: By) => Promise<Outcome>;

export type Treatment =
  | { readonly is: "repeated"; readonly repeat: Repeat; readonly how: string }
  /** A person has to repeat it. */
  | { readonly is: "printed"; readonly how: string }
  /** It ended something that is void after every restore. */
  | { readonly is: "void" }
  /** It ended and restricted nothing, or the service does it again by itself. */
  | { readonly is: "nothing" };

/** @param how a person repeats it if the event does not say enough: `<name>` stands for a member of its detail */
export const again = (repeat: Repeat, how: string): Treatment => ({ is: "repeated", repeat, how });
export const byHand = (how: string): Treatment => ({ is: "printed", how });
export const VOID: Treatment = { is: "void" };
export const NOTHING: Treatment = { is: "nothing" };

/** The outcome of an act that says whether there was something to do. */
export const doneIf = (isDone: boolean): Outcome => (isDone ? "done" : "absent");

/** A text of the detail; undefined if there is none. */
export function textIn({ detail }: LostAct, name: string): string | undefined {
  const value = Object.hasOwn(detail, name) ? detail[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The texts of a list in the detail. */
export function textsIn({ detail }: LostAct, name: string): readonly string[] {
  const value = Object.hasOwn(detail, name) ? detail[name] : undefined;
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** A repetition that needs these texts of the detail. Without one, a person has to repeat the act. */
export const withTexts =
  <Name extends string>(
    names: readonly Name[],
    repeat: (database: Parameters<Repeat>[0], texts: Readonly<Record<Name, string>>, by: By) => Promise<boolean>,
  ): Repeat =>
  async (database, act, by) => {
    const texts = names.map((name) => [name, textIn(act, name)] as const);
    if (texts.some(([, text]) => text === undefined)) return "left";
    return doneIf(await repeat(database, Object.fromEntries(texts) as Record<Name, string>, by));
  };
