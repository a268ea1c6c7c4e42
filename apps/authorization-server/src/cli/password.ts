/** Sources of a new password. It never comes from the command line, which every process of the machine could read. */
import { newSecret } from "@countersign/rules";
import { type Command, Option } from "commander";
import type { Context } from "./context.ts";
import { misuse, refusal } from "./refusal.ts";

export interface PasswordOptions {
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export interface ChosenPassword {
  readonly passwordHash: string;
  /** Set if the command generated the password: it has to be shown once. */
  readonly generated: string | undefined;
}

// The shortest length is that of NIST SP 800-63B §3.1.1.2; the longest is that of the hash.
const SHORTEST_CHARACTERS = 8;
const LONGEST_BYTES = 1024;

/** Gives a command the options that `choosePassword` reads. */
export function withPasswordOptions(command: Command): Command {
  return command
    .addOption(new Option("--password-stdin", "read the password from standard input").conflicts("generatePassword"))
    .addOption(new Option("--generate-password", "generate a random password and print it once"));
}

/**
 * Reads a password from standard input or the terminal, or generates one, and hashes it. Refuses a password that is too
 * short or too long.
 */
export async function choosePassword(options: PasswordOptions, context: Context): Promise<ChosenPassword> {
  const generated = options.generatePassword === true ? newSecret() : undefined;
  const password =
    generated ?? (options.passwordStdin === true ? await readPassword(context) : await askTwice(context));

  if ([...password].length < SHORTEST_CHARACTERS)
    throw refusal(`a password has at least ${SHORTEST_CHARACTERS} characters`);
  if (Buffer.byteLength(password) > LONGEST_BYTES) throw refusal(`a password has at most ${LONGEST_BYTES} bytes`);

  const { openPasswords } = await import("../sign-in/passwords.ts");
  return { passwordHash: await (await openPasswords()).hash(password), generated };
}

async function readPassword({ stdin }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    // Reads more bytes than a password may have, so that a longer password is refused; the rest is not read.
    if (Buffer.concat(chunks).length > LONGEST_BYTES + "\r\n".length) break;
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/\r?\n$/, "");
}

async function askTwice(context: Context): Promise<string> {
  if (context.stdin.isTTY !== true) {
    throw misuse("give the password with --password-stdin, or generate one with --generate-password");
  }
  const password = await ask("New password (not shown):", context);
  if ((await ask("The same again:", context)) === password) return password;

  throw refusal("the two passwords are not the same");
}

async function ask(message: string, { stdin, terminal }: Context): Promise<string> {
  const { default: prompt } = await import("@inquirer/password");
  try {
    return await prompt({ message, mask: false, toggleMask: false }, { input: stdin, output: terminal });
  } catch {
    throw refusal("no password was given"); // Ctrl-C, or the terminal went away
  }
}
