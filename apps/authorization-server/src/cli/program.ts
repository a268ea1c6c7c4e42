/** Lists all commands of the operator's command line. Only this module turns an error into an exit code. */
import { VERSION } from "@countersign/service/version";
import { Command, CommanderError } from "commander";
import { isCommand } from "../administration/api/operation.ts";
import { OPERATIONS } from "../administration/api/operation-table.ts";
import { COMPLETION, completionCommand } from "./command/completion.ts";
import type { Context } from "./command/context.ts";
import { assertHere, issuerOption } from "./command/deployment.ts";
import { aboutMistake } from "./command/operands.ts";
import { EXIT_DONE, EXIT_USAGE, explain } from "./command/refusal.ts";
import { NOUNS } from "./commands.ts";
import { applyCommand, exportCommand, planCommand } from "./configuration/configuration.ts";
import { logoutsCommands } from "./logouts.ts";
import { migrateCommand } from "./migrate.ts";
import { commandsOf, type IsMeant } from "./operations/from-operations.ts";
import { prepareCommand } from "./prepare/prepare.ts";
import { purgeCommand } from "./purge.ts";
import { loginCommand, logoutCommand } from "./remote/login.ts";
import { requestCommand } from "./request/request.ts";
import { restoredCommand } from "./restored/restored.ts";
import { seedCommand } from "./seed/seed.ts";
import { upgradeCheckCommand } from "./upgrade-check.ts";

/**
 * Runs one command line to its end.
 *
 * @param argv without the interpreter and the script
 * @returns the exit code: 0 for success, 1 if refused or failed, 2 if the command line was not understood or a plan has
 *   changes
 */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  try {
    await program(argv, context).parseAsync([...argv], { from: "user" });
    return EXIT_DONE;
  } catch (err) {
    // Commander has already printed its message.
    if (err instanceof CommanderError) return err.exitCode === 0 ? EXIT_DONE : EXIT_USAGE;

    const { sentence, exitCode } = explain(err);
    context.complain(`countersign: ${sentence}`);
    return exitCode;
  }
}

/** @internal */
export function program(argv: readonly string[], context: Context): Command {
  const isMeant = meantBy(argv);

  const root = new Command("countersign")
    .description("Operate a Countersign authorization server.")
    .version(VERSION, "--version", "print the version")
    .addOption(issuerOption())
    // `providers add --issuer` is another one.
    .enablePositionalOptions()
    .addCommand(prepareCommand(context))
    .addCommand(migrateCommand(context))
    .addCommand(upgradeCheckCommand(context))
    .addCommand(seedCommand(context));
  for (const [words, { about, commands = [] }] of Object.entries(NOUNS)) {
    const path = words.split(" ");
    const noun = new Command(path.at(-1)).description(about);
    if (isMeant(path[0] ?? "")) for (const command of commands) noun.addCommand(command(context));
    below(root, path.slice(0, -1)).addCommand(noun);
  }
  const elsewhere = new Set<Command>();
  for (const { words, command } of commandsOf(OPERATIONS.filter(isCommand), isMeant, context)) {
    below(root, words).addCommand(command);
    elsewhere.add(command);
  }
  root
    .addCommand(logoutsCommands(context))
    .addCommand(purgeCommand(context))
    .addCommand(requestCommand(context))
    .addCommand(restoredCommand(context))
    .addCommand(planCommand(context))
    .addCommand(applyCommand(context))
    .addCommand(exportCommand(context));
  for (const command of [loginCommand(context), logoutCommand(context), completionCommand(context, root)]) {
    root.addCommand(command);
    elsewhere.add(command);
  }
  root.hook("preAction", (_, command) => {
    if (!elsewhere.has(command)) assertHere(command, context);
  });

  for (const command of everyCommand(root)) {
    command
      .exitOverride()
      .showHelpAfterError("(--help says more)")
      .configureOutput({
        writeOut: (text) => context.print(text.trimEnd()),
        writeErr: (text) => context.complain(text.trimEnd()),
        outputError: (text, write) => write(aboutMistake(command, text)),
      });
  }
  return root;
}

/**
 * Whether a command of this noun may have been typed. To declare the commands of all nouns takes longer than most of
 * them, so those of nouns that were not typed are left out, unless every command is printed.
 */
function meantBy(argv: readonly string[]): IsMeant {
  const typed = new Set(argv);
  const every = typed.has(COMPLETION);
  return (noun) => every || typed.has(noun);
}

/** The command that these words lead to. */
function below(root: Command, [word, ...others]: readonly string[]): Command {
  if (word === undefined) return root;
  const found = root.commands.find((command) => command.name() === word);
  if (found === undefined) throw new Error(`${word} is no noun of ${root.name()}: name it in NOUNS`);
  return below(found, others);
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
