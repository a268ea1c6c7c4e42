/** `completion`: completes commands and options in a shell. Its scripts follow from the declared commands. */
import { Argument, Command } from "commander";
import type { Context } from "./context.ts";

export const COMPLETION = "completion";

/** @param root the command line, with every command added when the script is printed */
export function completionCommand(context: Context, root: Command): Command {
  return new Command(COMPLETION)
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => context.print(SCRIPTS[shell](steps(root)).join("\n")));
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

// Names of commands and options are letters and hyphens of our own declarations: the scripts need no quoting.
const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The paths below the root, each in quotes. */
const quoted = (all: readonly Step[]) => all.slice(1).map(({ path }) => `"${path}"`);

function bashScript(all: readonly Step[]): string[] {
  return [
    "# Completion of countersign for bash.",
    "_countersign() {",
    '  local word path="" next=""',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    `    case "$path $word" in ${quoted(all).join("|")}) path="$path $word" ;; esac`,
    "  done",
    '  case "$path" in',
    ...all.map(({ path, next }) => `    "${path}") next="${next.join(" ")}" ;;`),
    "  esac",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    '  mapfile -t COMPREPLY < <(compgen -W "$next" -- "${COMP_WORDS[COMP_CWORD]}")',
    "}",
    "complete -o default -F _countersign countersign",
  ];
}

/** In zsh, `path` is the search path of commands. */
function zshScript(all: readonly Step[]): string[] {
  return [
    "#compdef countersign",
    "# Completion of countersign for zsh.",
    "_countersign() {",
    '  local word at="" next=""',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    `    case "$at $word" in (${quoted(all).join("|")}) at="$at $word" ;; esac`,
    "  done",
    '  case "$at" in',
    ...all.map(({ path, next }) => `    ("${path}") next="${next.join(" ")}" ;;`),
    "  esac",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
    "  compadd -- ${=next} || _files",
    "}",
    "compdef _countersign countersign",
  ];
}

function fishScript(all: readonly Step[]): string[] {
  return [
    "# Completion of countersign for fish.",
    "function __countersign_at",
    '  set -l at ""',
    "  set -l words (commandline -opc)",
    "  set -e words[1]",
    "  for word in $words",
    `    switch "$at $word"`,
    `      case ${quoted(all).join(" ")}`,
    '        set at "$at $word"',
    "    end",
    "  end",
    '  test "$at" = "$argv[1]"',
    "end",
    ...all.map(({ path, next }) => `complete -c countersign -n '__countersign_at "${path}"' -a "${next.join(" ")}"`),
  ];
}
