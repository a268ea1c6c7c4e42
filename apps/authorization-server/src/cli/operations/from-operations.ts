/** The commands that follow from operations: words, arguments, options and what is printed. */
import { Command, Option } from "commander";
import type { Given, OperationCommand } from "../../administration/api/command.ts";
import type { CommandOperation } from "../../administration/api/operation.ts";
import type { Context } from "../command/context.ts";
import { deploymentOf } from "../command/deployment.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting } from "../command/report.ts";
import type { Acting } from "./acting.ts";
import { reportOf } from "./answer.ts";
import { type Line, lineOf, nameIn } from "./line.ts";
import { aboutMember, type Member, membersOf, optionsFor, sentFor } from "./members.ts";
import { onDatabase } from "./on-database.ts";
import { sayingProblems } from "./problems.ts";
import { REFERENCES } from "./references.ts";

/** One command of an operation with its line, and the members that it takes. */
interface Variant {
  readonly operation: CommandOperation;
  readonly declared: OperationCommand;
  readonly line: Line;
  readonly members: readonly Member[];
}

/** A command, and the words before its name. */
export interface PlacedCommand {
  readonly words: readonly string[];
  readonly command: Command;
}

/** Whether a command of this noun may have been typed. */
export type IsMeant = (noun: string) => boolean;

/** The commands of operations. Those with the same words are one command: its options select the operation. */
export function commandsOf(
  operations: readonly CommandOperation[],
  isMeant: IsMeant,
  context: Context,
): readonly PlacedCommand[] {
  const byWords = new Map<string, Variant[]>();
  for (const operation of operations) {
    for (const declared of [operation.command].flat()) {
      const line = lineOf(declared.line);
      const [noun = "", ...others] = line.words;
      if (others.length > 0 && !isMeant(noun)) continue;
      const words = line.words.join(" ");
      const variant = { operation, declared, line, members: membersOf(operation, declared) };
      byWords.set(words, [...(byWords.get(words) ?? []), variant]);
    }
  }
  return [...byWords.values()].map((variants) => commandOf(variants, context));
}

function commandOf(variants: readonly Variant[], context: Context): PlacedCommand {
  const [{ operation, declared, line }] = variants as [Variant];
  const command = new Command(line.words.at(-1)).description(declared.about ?? operation.summary);
  for (const name of line.arguments) command.argument(`<${name}>`, aboutArgument(name, variants[0] as Variant));
  for (const option of optionsOf(variants)) command.addOption(option);
  reporting(command, context, (...given: unknown[]): Promise<Report> => {
    const typed = typedOf(command, line.arguments, given);
    return run(selected(variants, typed), typed, context, deploymentOf(command, context));
  });
  return { words: line.words.slice(0, -1), command };
}

const aboutArgument = (name: string, { declared, members }: Variant) =>
  declared.means?.[name] ?? aboutMember(members.find(({ typed }) => typed === name)) ?? REFERENCES[name];

/** The options of all variants, each once. */
function optionsOf(variants: readonly Variant[]): readonly Option[] {
  const all = variants.flatMap(({ operation, declared, line, members }) => [
    ...line.selecting.map((flags) => new Option(flags, declared.means?.[nameIn(flags)] ?? operation.summary)),
    ...members
      .filter(({ typed }) => !line.arguments.includes(typed))
      .flatMap((member) => optionsFor(member, declared.means?.[member.typed])),
  ]);
  return [...new Map(all.map((option) => [option.flags, option])).values()];
}

/** What was typed, by the names of arguments and options. */
function typedOf(command: Command, names: readonly string[], given: readonly unknown[]): Given {
  const { json: _, ...options } = command.opts();
  const byName = command.options.map((option) => [option.name().replace(/^no-/, ""), options[option.attributeName()]]);
  const all = [...names.map((name, at) => [name, given[at]]), ...byName];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** The operation whose selecting options are given, and those of no other one. */
function selected(variants: readonly Variant[], typed: Given): Variant {
  const every = [...new Set(variants.flatMap(({ line }) => line.selecting.map(nameIn)))];
  const isGiven = (name: string) => Object.hasOwn(typed, name);
  const found = variants.find(({ line: { selecting } }) =>
    every.every((name) => isGiven(name) === selecting.map(nameIn).includes(name)),
  );
  if (found !== undefined) return found;
  throw refusal(`give one of ${every.map((name) => `--${name}`).join(" and ")}`);
}

async function run(variant: Variant, typed: Given, context: Context, issuer: string | undefined): Promise<Report> {
  const { operation, declared } = variant;
  const given = givenBy(variant, typed);
  const places = new Map(variant.members.map((member) => [member.name, placeOf(member, variant)]));
  const work = (acting: Acting) =>
    sayingProblems(places, async () => {
      const resolved = declared.resolve === undefined ? given : await declared.resolve(given, acting.names);
      const reply = await acting.reply(operation, resolved, declared.most ?? Number.POSITIVE_INFINITY);
      if (reply.already !== undefined) throw refusal(reply.already);
      return reportOf(reply, declared, typed);
    });
  if (issuer === undefined) return onDatabase(context, work);
  // Loaded here, because most commands need nothing of it.
  const { atDeployment } = await import("../remote/at-deployment.ts");
  return atDeployment(context, issuer, work);
}

/** An option or argument as it is typed. */
const placeOf = ({ typed }: Member, { line }: Variant) =>
  line.arguments.includes(typed) ? `<${typed}>` : `--${typed}`;

/** What was typed by the names of members and parts of the path, each in the form of its shape. */
function givenBy({ operation: { method }, declared, line, members }: Variant, typed: Given): Given {
  const { takes, sets } = declared;
  const byTyped = new Map(members.map((member) => [member.typed, member]));
  if (method === "PATCH" && sets === undefined && !Object.keys(typed).some((name) => byTyped.has(name))) {
    throw refusal("name at least one option to change");
  }
  const given = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const member = byTyped.get(name);
      if (member !== undefined) return [[member.name, sentFor(member.shape, value)]];
      // A switch in the line has selected the operation, and says nothing else.
      return line.selecting.includes(`--${name}`) ? [] : [[takes?.[name] ?? name, value]];
    }),
  );
  return { ...given, ...sets };
}
