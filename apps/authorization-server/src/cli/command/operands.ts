/** Operands that begin with a hyphen: Commander takes them for options, unless they stand behind `--`. */
import type { Command } from "commander";
import { wordsOf } from "./deployment.ts";
import { printable } from "./report.ts";

/**
 * What the command line says about a mistake. Where an unknown option may have been meant as an operand, such as a
 * client_id that begins with a hyphen, it names the line that says so.
 */
export function aboutMistake(command: Command, message: string): string {
  const { args, registeredArguments } = command;
  const at = args.findIndex((word) => word.startsWith("-"));
  const operand = registeredArguments[at];
  const isFitting = operand !== undefined && args.length <= registeredArguments.length;
  if (!message.includes("unknown option") || message.includes("Did you mean") || !isFitting) return message;
  const line = ["countersign", wordsOf(command), "--", ...args.map(quoted)].join(" ");
  return `${message.trimEnd()}\nIf it is the ${operand.name()}, write it after --, and options before: ${line}\n`;
}

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  printable(/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
