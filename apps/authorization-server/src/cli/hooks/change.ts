import { Command, Option } from "commander";
import { changeHook, removeHook, rotateHookSecret } from "../../administration/hooks/acts.ts";
import type { HookChanges } from "../../administration/hooks/entity.ts";
import { listHooks } from "../../administration/hooks/store.ts";
import { sealedTexts } from "../../keys/sealed-texts.ts";
import { HOOK_ERRORS } from "../../stores/hooks/hooks.ts";
import { readVariables, webhookEnvironment } from "../config.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting, table } from "../report.ts";
import { environmentFor, HOOK_OPTIONS, type HookOptions, hookNamed, NAME, recordOf, typed } from "./record.ts";

/** `hooks list`: lists every hook, without its secret. */
export function listHooksCommand(context: Context): Command {
  return reporting(new Command("list").description("list the hooks"), context, async (): Promise<Report> => {
    const records = (await withDatabase(context, listHooks)).map(recordOf);
    const rows = records.map(({ name, kind, url, state }) => ({ name, kind, url, state }));
    return { json: records, text: table(rows, "There is no hook yet.") };
  });
}

async function changed(context: Context, name: string, changes: HookChanges): Promise<Report> {
  const record = await withDatabase(context, async (database) => {
    const { id } = await hookNamed(database, name);
    return recordOf(await changeHook(database, { id, ...changes }, byOperator(context)));
  });
  return { json: record, text: properties(record) };
}

/** `hooks change`: changes what is given of a hook, and leaves the rest. */
export function changeHookCommand(context: Context): Command {
  const command = new Command("change")
    .description("change the settings of a hook")
    .argument("<name>", NAME)
    .option("--name <name>", "another name")
    .option("--url <url>", "where the questions are sent")
    .addOption(new Option("--on-error <what>", "what happens without an answer").choices(HOOK_ERRORS))
    .option("--timeout <ms>", "how long an answer is waited for, in milliseconds")
    .option("--claims <names>", "all the claims that it may add, separated by spaces")
    .option("--scopes <scopes>", "all the scopes of which one must be granted; an empty text for none")
    .option("--clients <ids>", "all the clients that it adds claims for; an empty text for none")
    .option("--cache <seconds>", "for how long an answer counts, at most 60 seconds")
    .addHelpText("after", "\nReads DATABASE_URL, ISSUER, KEY_ENCRYPTION_KEYS and OUTBOUND_ALLOWED_HOSTS.");

  return reporting(command, context, async (name: string, options: HookOptions): Promise<Report> => {
    const [shape, values] = typed(options);
    const changes = validate(shape, values, "the hook", HOOK_OPTIONS);
    if (Object.values(changes).every((value) => value === undefined)) throw refusal("nothing to change is given");
    await environmentFor(context, changes.url);
    return changed(context, name, changes);
  });
}

/** `hooks enable` and `hooks disable`. */
export function enableHookCommand(context: Context, isEnabled: boolean): Command {
  const about = isEnabled ? "ask a disabled hook again" : "ask a hook no more, until it is enabled";
  const command = new Command(isEnabled ? "enable" : "disable").description(about).argument("<name>", NAME);
  return reporting(command, context, (name: string) => changed(context, name, { isEnabled }));
}

const OVERLAP_SECONDS = 86_400;

/** `hooks rotate-secret`: gives a hook another secret and prints it once. The secret before signs for a day, too. */
export function rotateHookCommand(context: Context): Command {
  const command = new Command("rotate-secret")
    .description("give a hook another secret, and print it once; the one before signs for a day, too")
    .argument("<name>", NAME);
  return reporting(command, context, async (name: string): Promise<Report> => {
    const { KEY_ENCRYPTION_KEYS } = await readVariables(webhookEnvironment, context.environment);
    const texts = sealedTexts(KEY_ENCRYPTION_KEYS);
    const record = await withDatabase(context, async (database) => {
      const { id } = await hookNamed(database, name);
      const overlap = { id, overlapSeconds: OVERLAP_SECONDS };
      const made = await rotateHookSecret({ database, texts }, overlap, byOperator(context));
      return { name, secret: made.secret };
    });
    return { json: record, text: properties(record) };
  });
}

/** `hooks remove`: removes a hook. */
export function removeHookCommand(context: Context): Command {
  const command = new Command("remove").description("remove a hook: it is not asked any more").argument("<name>", NAME);
  return reporting(command, context, async (name: string): Promise<Report> => {
    await withDatabase(context, async (database) =>
      removeHook(database, (await hookNamed(database, name)).id, byOperator(context)),
    );
    return { json: { name, removed: true }, text: `The hook ${name} is removed.` };
  });
}
