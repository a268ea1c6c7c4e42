/** Acts of the lost time, from an export of the audit log. */
import type { Database } from "@countersign/database";
import { jsonOrUndefined } from "@countersign/guard/json";
import { z } from "zod";
import { Refused } from "../../administration/refused.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import type { AuditType } from "../../platform/stores/audit/audit-types.ts";
import { refusal } from "../command/refusal.ts";
import { AFTER_RESTORE } from "./after-restore.ts";
import type { LostAct, Outcome, Repeat } from "./treatment.ts";

const LONGEST_LINE = 65_536;

const line = z.object({
  at: z.iso.datetime(),
  type: z.string(),
  actor: z.string().default(""),
  actor_id: z.string().nullish(),
  user_id: z.uuid().nullish(),
  client_id: z.string().nullish(),
  detail: z.record(z.string(), z.unknown()).default({}),
});

/** An event of a line of the stream of the audit log; none if the line is another one, as of a log. */
export function lostActIn(text: string, number: number): LostAct | undefined {
  const value = jsonOrUndefined(text, { longest: LONGEST_LINE });
  if (value === undefined) throw refusal(`line ${number} is no JSON of at most ${LONGEST_LINE} bytes`);
  const { success, data } = line.safeParse(value);
  if (!success) return undefined;
  const { at, type, actor, detail, ...ids } = data;
  return {
    ...{ at: new Date(at), type, actor, detail, actorId: ids.actor_id ?? undefined },
    ...{ userId: ids.user_id ?? undefined, clientId: ids.client_id ?? undefined },
  };
}

/** An act that a person has to repeat, and how. */
export interface ToRepeat extends LostAct {
  readonly how: string;
}

export interface Repeated {
  /** How many acts were repeated, by the type of their event. An act whose subject is not there is not counted. */
  readonly repeated: Readonly<Record<string, number>>;
  readonly toRepeat: readonly ToRepeat[];
}

/** Repeats acts in their order. */
export async function repeatLostActs(
  database: Pick<Database, "pool" | "prisma">,
  acts: AsyncIterable<LostAct>,
  by: By,
): Promise<Repeated> {
  const repeated: Record<string, number> = {};
  const toRepeat: ToRepeat[] = [];
  for await (const act of acts) {
    const treatment = Object.hasOwn(AFTER_RESTORE, act.type) ? AFTER_RESTORE[act.type as AuditType] : UNKNOWN;
    if (treatment.is === "void" || treatment.is === "nothing") continue;
    const outcome = treatment.is === "repeated" ? await repeat(treatment.repeat, database, act, by) : "left";
    if (outcome === "done" || outcome === "in part") repeated[act.type] = (repeated[act.type] ?? 0) + 1;
    if (outcome === "left" || outcome === "in part") toRepeat.push({ ...act, how: treatment.how });
  }
  return { repeated, toRepeat };
}

/** The stream of a newer version may have more types. */
const UNKNOWN = { is: "printed", how: "this version does not know the type: run the version that wrote it" } as const;

const NO_UUID = "22P02";

/** What cannot be done to the database as it is, a person has to decide. */
async function repeat(act: Repeat, ...given: Parameters<Repeat>): Promise<Outcome> {
  try {
    return await act(...given);
  } catch (err) {
    if (err instanceof Refused) return err.refusal.kind === "missing" ? "absent" : "left";
    if (err instanceof Error && "code" in err && err.code === NO_UUID) return "left";
    throw err;
  }
}
