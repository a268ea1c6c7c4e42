/** Sources of a new password. It never comes from the command line, which every process of the machine could read. */
import { LONGEST_PASSWORD_BYTES, newSecret, type PasswordProblem } from "@countersign/rules";
import { type Command, Option } from "commander";
import { newPasswordPolicy } from "../../config.ts";
import type { NewPasswords } from "../../people/sign-in/new-passwords.ts";
import { passwordEnvironment, readVariables } from "../config.ts";
import type { Context } from "./context.ts";
import { misuse, refusal } from "./refusal.ts";

const MOST_GENERATED = 10;

export interface PasswordOptions {
  readonly passwordStdin?: boolean;
  readonly generatePassword?: boolean;
}

export interface ChosenPassword {
  readonly passwordHash: string;
  /** Set if the command generated the password: it has to be shown once. */
  readonly generated: string | undefined;
}

/** Gives a command the options that `choosePassword` reads. */
export function withPasswordOptions(command: Command): Command {
  return command
    .addOption(new Option("--password-stdin", "read the password from standard input").conflicts("generatePassword"))
    .addOption(new Option("--generate-password", "generate a random password and print it once"));
}

/**
 * Reads a password from standard input or the terminal, or generates one, and hashes it. Refuses a password that the
 * policy for new passwords refuses.
 *
 * @param names of the person: none of them may be the password
 * @param generate makes a random password
 */
export async function choosePassword(
  options: PasswordOptions,
  context: Context,
  names: readonly string[],
  generate: () => string = newSecret,
): Promise<ChosenPassword> {
  const given = options.generatePassword === true ? undefined : await readOrAsk(options, context);
  const newPasswords = await openPolicy(context);
  try {
    const password = given ?? (await generateAllowed(generate, newPasswords, names));
    const problem = await newPasswords.problem(password, names);
    if (problem !== undefined) throw refusal(REFUSED[problem](newPasswords.shortest));

    const { openPasswords } = await import("../../people/sign-in/passwords.ts");
    const passwordHash = await openPasswords(context.passwordCost).hash(password);
    return { passwordHash, generated: given === undefined ? password : undefined };
  } finally {
    await newPasswords.close();
  }
}

const readOrAsk = (options: PasswordOptions, context: Context) =>
  options.passwordStdin === true ? readPassword(context) : askTwice(context);

async function openPolicy({ environment }: Context): Promise<NewPasswords> {
  const { openNewPasswords } = await import("../../people/sign-in/new-passwords.ts");
  return openNewPasswords(newPasswordPolicy(await readVariables(passwordEnvironment, environment)));
}

// The list of known passwords is a Bloom filter. It also has about one in 80 000 random texts, and a person with such a
// password would have to change it at the first sign-in.
async function generateAllowed(
  generate: () => string,
  newPasswords: NewPasswords,
  names: readonly string[],
): Promise<string> {
  for (let count = 1; ; count += 1) {
    const password = generate();
    if (count === MOST_GENERATED || (await newPasswords.problem(password, names)) === undefined) return password;
  }
}

const REFUSED: Readonly<Record<PasswordProblem, (shortest: number) => string>> = {
  too_short: (shortest) => `a password has at least ${shortest} characters`,
  too_long: () => `a password has at most ${LONGEST_PASSWORD_BYTES} bytes`,
  malformed: () => "a password has no control characters",
  personal: () => "the password consists of names of the user or of this service, with few other characters",
  common: () => "the password is on a list of known passwords, which attackers try first",
};

async function readPassword({ stdin }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    // Reads more bytes than a password may have, so that a longer password is refused; the rest is not read.
    if (Buffer.concat(chunks).length > LONGEST_PASSWORD_BYTES + "\r\n".length) break;
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
