/** `completion bash`: completes commands and options. The script follows from the declarations of all commands. */
import { Argument, Command } from "commander";
import type { Context } from "./context.ts";

/** @param root the command line, with every command added when the script is printed */
export function completionCommand(context: Context, root: Command): Command {
  return new Command("completion")
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash"]))
    .action(() => context.print(bashScript(root)));
}

/** A command, by the words that lead to it, and the words that may follow. */
interface Step {
  readonly path: string;
  readonly next: readonly string[];
}

function steps(command: Command, path = ""): Step[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).flatMap(({ long }) => long ?? []);
  const names = command.commands.map((sub) => sub.name());
  const below = command.commands.flatMap((sub) => steps(sub, `${path} ${sub.name()}`));
  return [{ path, next: [...names, ...options] }, ...below];
}

// Names of commands and options are letters and hyphens of our own declarations: the script needs no quoting.
function bashScript(root: Command): string {
  const all = steps(root);
  const paths = all.slice(1).map(({ path }) => `"${path}"`);
  return [
    "# Completion of countersign for bash.",
    "_countersign() {",
    '  local word path="" next=""',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    `    case "$path $word" in ${paths.join("|")}) path="$path $word" ;; esac`,
    "  done",
    '  case "$path" in',
    ...all.map(({ path, next }) => `    "${path}") next="${next.join(" ")}" ;;`),
    "  esac",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    '  mapfile -t COMPREPLY < <(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}")',
    "}",
    "complete -o default -F _countersign countersign",
  ].join("\n");
}
