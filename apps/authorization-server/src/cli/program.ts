/** Lists all commands of the operator's command line. Only this module turns an error into an exit code. */
import { Command, CommanderError } from "commander";
import { isCommand } from "../admin-api/operation.ts";
import { OPERATIONS } from "../admin-api/operations.ts";
import { administratorsCommands } from "./administrators/administrators.ts";
import { auditCommands } from "./audit/audit.ts";
import { authorizationsCommands } from "./authorizations/authorizations.ts";
import { clientsCommands } from "./clients/clients.ts";
import { completionCommand } from "./completion.ts";
import { applyCommand, exportCommand, planCommand } from "./configuration/configuration.ts";
import { consentsCommands } from "./consents/consents.ts";
import type { Context } from "./context.ts";
import { hooksCommands } from "./hooks/hooks.ts";
import { keysCommands } from "./keys/keys.ts";
import { logoutsCommands } from "./logouts.ts";
import { mailCommands } from "./mail/mail.ts";
import { migrateCommand } from "./migrate.ts";
import { commandsOf } from "./operations/from-operations.ts";
import { organizationsCommands } from "./organizations/organizations.ts";
import { prepareCommand } from "./prepare/prepare.ts";
import { providersCommands } from "./providers/providers.ts";
import { purgeCommand } from "./purge.ts";
import { EXIT_DONE, EXIT_USAGE, explain } from "./refusal.ts";
import { resourcesCommands } from "./resources/resources.ts";
import { listRolesCommand } from "./roles/list.ts";
import { seedCommand } from "./seed/seed.ts";
import { sessionsCommands } from "./sessions/sessions.ts";
import { termsCommands } from "./terms/terms.ts";
import { themeCommands } from "./theme/theme.ts";
import { tokensCommands } from "./tokens/tokens.ts";
import { usersCommands } from "./users/users.ts";
import { webhooksCommands } from "./webhooks/webhooks.ts";

/**
 * Runs one command line to its end.
 *
 * @param argv without the interpreter and the script
 * @returns the exit code: 0 for success, 1 if refused or failed, 2 if the command line was not understood or a plan has
 *   changes
 */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  try {
    await program(context).parseAsync([...argv], { from: "user" });
    return EXIT_DONE;
  } catch (err) {
    // Commander has already printed its message.
    if (err instanceof CommanderError) return err.exitCode === 0 ? EXIT_DONE : EXIT_USAGE;

    const { sentence, exitCode } = explain(err);
    context.complain(`countersign: ${sentence}`);
    return exitCode;
  }
}

function program(context: Context): Command {
  const root = new Command("countersign")
    .description("Operate a Countersign authorization server.")
    .addCommand(prepareCommand(context))
    .addCommand(migrateCommand(context))
    .addCommand(seedCommand(context))
    .addCommand(usersCommands(context))
    .addCommand(clientsCommands(context))
    .addCommand(resourcesCommands(context))
    .addCommand(noun("roles", "roles of people and groups at resource servers").addCommand(listRolesCommand(context)))
    .addCommand(
      noun("groups", "groups of people, which can have roles").addCommand(noun("members", "the members of a group")),
    )
    .addCommand(organizationsCommands(context))
    .addCommand(administratorsCommands(context))
    .addCommand(providersCommands(context))
    .addCommand(termsCommands(context))
    .addCommand(tokensCommands(context))
    .addCommand(sessionsCommands(context))
    .addCommand(consentsCommands(context))
    .addCommand(authorizationsCommands(context))
    .addCommand(keysCommands(context))
    .addCommand(auditCommands(context))
    .addCommand(hooksCommands(context))
    .addCommand(webhooksCommands(context))
    .addCommand(logoutsCommands(context))
    .addCommand(mailCommands(context))
    .addCommand(themeCommands(context))
    .addCommand(purgeCommand(context))
    .addCommand(planCommand(context))
    .addCommand(applyCommand(context))
    .addCommand(exportCommand(context));
  for (const { below, command } of commandsOf(OPERATIONS.filter(isCommand), context))
    within(root, below).addCommand(command);
  root.addCommand(completionCommand(context, root));

  for (const command of everyCommand(root)) {
    command
      .exitOverride()
      .showHelpAfterError("(--help says more)")
      .configureOutput({
        writeOut: (text) => context.print(text.trimEnd()),
        writeErr: (text) => context.complain(text.trimEnd()),
      });
  }
  return root;
}

const noun = (name: string, about: string) => new Command(name).description(about);

/** The command that these words lead to. */
const within = (root: Command, [word, ...others]: readonly string[]): Command => {
  if (word === undefined) return root;
  const found = root.commands.find((command) => command.name() === word);
  if (found === undefined) throw new Error(`there is no command ${word} below ${root.name()}`);
  return within(found, others);
};

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
