import { PassThrough, Readable } from "node:stream";
import type { Command } from "commander";
import { beforeEach, describe, expect, it } from "vitest";
import { program, run } from "../program.ts";
import { COMPLETION } from "./completion.ts";
import type { Context } from "./context.ts";
import { wordsOf } from "./deployment.ts";

const complaints: string[] = [];
beforeEach(() => {
  complaints.length = 0;
});

const context: Context = {
  environment: {},
  stdin: Readable.from([]),
  print: () => {},
  complain: (text) => complaints.push(text),
  terminal: new PassThrough(),
  now: () => new Date("2030-01-01T12:00:00Z"),
};

/** Every command that acts. It tells what it is given, and does nothing. No value is looked at: any text will do. */
const heard: { operands?: readonly unknown[]; options?: Readonly<Record<string, unknown>> } = {};
const root = program([COMPLETION], context);
const COMMANDS = acting(root);
for (const command of COMMANDS) {
  for (const part of partsOf(command)) delete part.parseArg;
  for (const option of command.options) option.makeOptionMandatory(false);
  command.action((...given) => {
    Object.assign(heard, { operands: given.slice(0, -2), options: given.at(-2) });
  });
}

function partsOf({ options, registeredArguments }: Command) {
  return [...options, ...registeredArguments];
}

function acting(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(acting);
}

function given(words: string, ...rest: readonly string[]): typeof heard {
  Object.assign(heard, { operands: undefined, options: undefined });
  root.parse([...words.split(" "), ...rest], { from: "user" });
  return { ...heard };
}

const TAKING = COMMANDS.filter(({ registeredArguments }) => registeredArguments.length > 0).map(
  (command) => [wordsOf(command), command.registeredArguments.length, switchOf(command)] as const,
);
const VALUED = COMMANDS.flatMap((command) =>
  command.options
    .filter(({ required }) => required)
    .map((option) => [wordsOf(command), option.long ?? "", option.attributeName(), operandsOf(command)] as const),
);

/** An option without a value: nearly every command has `--json`. */
function switchOf({ options }: Command): string {
  return options.find(({ required, negate }) => !(required || negate))?.long ?? "";
}

function operandsOf({ registeredArguments }: Command): readonly string[] {
  return registeredArguments.map((_, at) => `operand-${at}`);
}

/** A value, options of every command, a number, a noun, and what ends the options. */
const HYPHENED = ["-Rb", "--Rb", "--json", "--help", "-h", "-1", "keys", "--"];

it("is tried with options of its own: two programs share none", () => {
  const ours = new Set(COMMANDS.flatMap(partsOf));
  const others = acting(program([COMPLETION], context)).flatMap(partsOf);
  expect(others.filter((part) => ours.has(part)).map((part) => part.description)).toEqual([]);
});

describe("an operand that begins with a hyphen", () => {
  it("is tried for commands of every kind", () => {
    const words = TAKING.map(([name]) => name);
    expect(words).toEqual(expect.arrayContaining(["keys remove", "clients show", "request", "tokens revoke"]));
    expect(words).toEqual(expect.arrayContaining(["organizations scim-token revoke", "webhooks delivery"]));
  });

  it.each(TAKING)("is given behind --: %s", (words, count, option) => {
    const before = option === "" ? [] : [option];
    for (const value of HYPHENED) {
      const operands = Array.from({ length: count }, () => value);
      expect(given(words, "--", ...operands).operands).toEqual(operands);
      const behindOption = given(words, ...before, "--", ...operands);
      expect(behindOption.operands).toEqual(operands);
      expect(Object.values(behindOption.options ?? {}).filter((one) => one === true)).toHaveLength(before.length);
    }
  });

  it.each([
    [
      ["users", "show", "-Rb"],
      "If it is the username, write it after --, and options before: countersign users show -- -Rb",
    ],
    [["users", "show", "-Rb", "--json"], "countersign users show -- -Rb"],
    [
      ["organizations", "scim-token", "revoke", "acme", "-Rb"],
      "countersign organizations scim-token revoke -- acme -Rb",
    ],
    [["request", "-R b'c"], `countersign request -- '-R b'\\''c'`],
    [["users", "show", "-R\u202eb"], "countersign users show -- '-R\\u{202e}b'"],
  ])("is refused without --, with the line that is meant: %j", async (argv, line) => {
    expect(await run(argv, context)).toBe(2);
    expect(complaints[0]).toContain(`error: unknown option '${argv.find((word) => word.startsWith("-"))}'`);
    expect(complaints[0]?.endsWith(line)).toBe(true);
  });

  it.each([
    ["an option that is nearly one of the command", ["users", "show", "--jsn"]],
    ["more words than the command takes", ["users", "show", "alice", "-Rb"]],
    ["a command without operands", ["users", "list", "-Rb"]],
    ["no command", ["-Rb"]],
  ])("is not suggested for %s", async (_, argv) => {
    expect(await run(argv, context)).toBe(2);
    expect(complaints[0]).toContain("error: unknown option");
    expect(complaints.join()).not.toContain("after --,");
  });
});

describe("the value of an option that begins with a hyphen", () => {
  it.each(VALUED)("is given behind a space, and behind =: %s %s", (words, option, name, operands) => {
    for (const value of HYPHENED) {
      const [spaced, equated] = [
        given(words, option, value, "--", ...operands),
        given(words, `${option}=${value}`, ...operands),
      ];
      expect([spaced.options?.[name], equated.options?.[name]].flat()).toEqual([value, value]);
      expect([spaced.operands, equated.operands]).toEqual([operands, operands]);
    }
  });
});
