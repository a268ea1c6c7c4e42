import { Command, Option } from "commander";
import { addHook } from "../../administration/hooks/acts.ts";
import { findHook } from "../../administration/hooks/store.ts";
import { sealedTexts } from "../../keys/sealed-texts.ts";
import { HOOK_ERRORS, HOOK_KINDS, type HookKind } from "../../stores/hooks/hooks.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { properties, type Report, reporting } from "../report.ts";
import { environmentFor, HOOK_OPTIONS, type HookOptions, recordOf, typed } from "./record.ts";

type Options = HookOptions & { readonly kind: HookKind };

const USUAL = { timeoutMs: 500, claims: [], scopes: [], cacheSeconds: 60, clients: [] } as const;

/** `hooks add`: adds a hook and prints its secret once. */
export function addHookCommand(context: Context): Command {
  const command = new Command("add")
    .description("add a service that is asked, and print once what it verifies with")
    .argument("<name>", "a name for it")
    .addOption(new Option("--kind <kind>", "what it is asked").choices(HOOK_KINDS).makeOptionMandatory())
    .requiredOption("--url <url>", "where the questions are sent")
    .addOption(
      new Option("--on-error <what>", "what happens without an answer").choices(HOOK_ERRORS).makeOptionMandatory(),
    )
    .option("--timeout <ms>", "how long an answer is waited for, in milliseconds; 500 by default")
    .option("--claims <names>", "the claims that it may add, separated by spaces")
    .option("--scopes <scopes>", "the scopes of which one must be granted, separated by spaces")
    .option("--clients <ids>", "the clients that it adds claims for, separated by spaces")
    .option("--cache <seconds>", "for how long an answer counts, at most 60 seconds; 60 by default")
    .addHelpText("after", READS);

  return reporting(command, context, async (name: string, { kind, ...options }: Options): Promise<Report> => {
    const [shape, values] = typed({ ...options, name });
    const { url = "", onError = "fail", ...settings } = validate(shape, values, "the hook", HOOK_OPTIONS);
    const whole = { ...USUAL, ...defined(settings), name, kind, url, onError };
    const { KEY_ENCRYPTION_KEYS } = await environmentFor(context, url);
    const record = await withDatabase(context, async (database) => {
      const texts = sealedTexts(KEY_ENCRYPTION_KEYS);
      const made = await addHook({ database, texts }, whole, byOperator(context));
      const held = await findHook(database, made.id);
      return { ...(held && recordOf(held)), secret: made.secret };
    });
    return { json: record, text: properties(record) };
  });
}

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const READS = "\nReads DATABASE_URL, ISSUER, KEY_ENCRYPTION_KEYS and OUTBOUND_ALLOWED_HOSTS, as the service does.";
