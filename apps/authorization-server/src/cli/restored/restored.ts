import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Command } from "commander";
import { endRestore, leftOfRestore, voidRestored } from "../../platform/jobs/void-restored.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { properties, type Report, reporting, table } from "../command/report.ts";
import { lostActIn, repeatLostActs } from "./lost-acts.ts";
import { rowsToRepeat } from "./rows-to-repeat.ts";
import type { LostAct } from "./treatment.ts";

interface Options {
  readonly to: string;
  readonly events?: string;
}

/** `restored`: makes a database safe that was restored from a backup, before the services start. */
export function restoredCommand(context: Context): Command {
  const command = new Command("restored")
    .description(
      "make a database safe that was restored: nothing that was used or ended since the backup is valid again",
    )
    .requiredOption("--to <time>", "the time of the backup, such as 2030-01-31T12:00:00Z")
    .option("--events <file>", "events of the audit log since then, as AUDIT_STREAM writes them; - for standard input")
    .addHelpText(
      "after",
      `
Run it after the restore, and after the last \`prepare\`, while the services are stopped. All users are signed out of
all applications, and every link, invitation, recovery code and signing key is void. With --events, acts since then
that ended or restricted something are repeated, such as deletions, removed factors, roles, tokens and trusted issuers,
and the command prints which acts to repeat by hand, and how. Without it, all that they ended is usable again. A run
that breaks off is followed by another one with the same options. Until one has ended, authorization servers are not
ready.`,
    );

  return reporting(command, context, async ({ to, events }: Options): Promise<Report> => {
    const time = new Date(to);
    if (Number.isNaN(time.getTime()) || time > context.now()) throw misuse("--to needs a time that has passed");
    const { voided, repeated, rows } = await withDatabase(context, async (database) => {
      const by = byOperator(context);
      await voidRestored(database, by);
      const left = await leftOfRestore(database, by);
      if (left.length > 0) throw refusal(`a service still runs: of ${left.join(", ")} some are valid again`);
      const acts = await repeatLostActs(database, actsIn(events, time, context), by);
      const toRepeat = await rowsToRepeat(database, acts.toRepeat);
      return { voided: await endRestore(database, time, by), repeated: acts.repeated, rows: toRepeat };
    });

    const list = rows.length === 0 ? "" : `\n\nRepeat these acts:\n${table(rows, "")}`;
    return {
      json: { voided, repeated, to_repeat: rows },
      text: `${properties({ ...inWords(voided), ...repeated })}${list}`,
    };
  });
}

const inWords = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([noun, count]) => [
      noun.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      count,
    ]),
  );

/** The events since the backup. */
async function* actsIn(file: string | undefined, since: Date, { stdin }: Context): AsyncGenerator<LostAct> {
  if (file === undefined) return;
  let number = 0;
  const lines = file === "-" ? createInterface({ input: stdin }) : (await open(file)).readLines();
  for await (const text of lines) {
    number += 1;
    const act = text.trim() === "" ? undefined : lostActIn(text, number);
    if (act !== undefined && act.at > since) yield act;
  }
}
