/** The commands that follow from operations: words, arguments, options and what is printed. */
import { Command, Option } from "commander";
import { checked } from "../../admin-api/checked.ts";
import type { Given, OperationCommand, OperatorDependencies } from "../../admin-api/command.ts";
import type { Place } from "../../admin-api/cursor.ts";
import type { CommandOperation, Reply, Request } from "../../admin-api/operation.ts";
import { byOperator, type Context } from "../context.ts";
import { administrationIn } from "../owners.ts";
import { refusal } from "../refusal.ts";
import { type Report, reporting } from "../report.ts";
import { reportOf } from "./answer.ts";
import { type Line, lineOf, nameIn } from "./line.ts";
import { aboutMember, type Member, membersOf, optionsFor, sentFor } from "./members.ts";
import { asOperator, OPERATOR } from "./operator.ts";
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

/** The commands of operations. Those with the same words are one command: its options select the operation. */
export function commandsOf(operations: readonly CommandOperation[], context: Context): readonly PlacedCommand[] {
  const byWords = new Map<string, Variant[]>();
  for (const operation of operations) {
    for (const declared of [operation.command].flat()) {
      const line = lineOf(declared.line);
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
    return run(selected(variants, typed), typed, context);
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

async function run(variant: Variant, typed: Given, context: Context): Promise<Report> {
  const { operation, declared } = variant;
  const given = givenBy(variant, typed);
  const names = new Map(variant.members.map((member) => [member.name, placeOf(member, variant)]));
  return asOperator(context, (deps) =>
    sayingProblems(names, async () => {
      const resolved = declared.resolve === undefined ? given : await declared.resolve(given, deps);
      const reply = await replyOf(variant, await requestOf(operation, resolved, context), deps);
      if (reply.already !== undefined) throw refusal(reply.already);
      return reportOf(reply, declared, typed);
    }),
  );
}

/** An option or argument as it is typed. */
const placeOf = ({ typed }: Member, { line }: Variant) =>
  line.arguments.includes(typed) ? `<${typed}>` : `--${typed}`;

/** What was typed by the names of members and parts of the path, each in the form of its shape. */
function givenBy({ operation: { method }, declared, line, members }: Variant, typed: Given): Given {
  const { takes, sets } = declared;
  const byTyped = new Map(members.map((member) => [member.typed, member]));
  if (method === "PATCH" && sets === undefined && !Object.keys(typed).some((name) => byTyped.has(name))) {
    throw refusal("nothing to change is given");
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

/** The request that the API would have read: members of the path, of the query, and all others of the body. */
async function requestOf(
  { path, query, body }: CommandOperation,
  given: Given,
  context: Context,
): Promise<Request<unknown, unknown>> {
  const isPart = (name: string) => path.split("/").includes(`:${name}`);
  const isAsked = (name: string) => query !== undefined && Object.hasOwn(query.shape, name);
  const those = (which: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => which(name)));
  return {
    params: those(isPart) as Record<string, string>,
    query: query && checked(query, { ...those(isAsked), ...(Object.hasOwn(query.shape, "limit") && MOST) }, "#/query"),
    body:
      body &&
      checked(
        body,
        those((name) => !(isPart(name) || isAsked(name))),
        "#",
      ),
    caller: OPERATOR,
    resource: await administrationIn(context),
    by: byOperator(context),
    // RFC 9110 §13.1.1: an operator changes the present version.
    ifMatch: "*",
    place: undefined,
  };
}

const MOST = { limit: 200 };

/** The reply of an operation; of a list, with the items of all pages, or as many as the command prints. */
async function replyOf(
  { operation: { handle }, declared: { most = Number.POSITIVE_INFINITY } }: Variant,
  request: Request<unknown, unknown>,
  deps: OperatorDependencies,
): Promise<Reply<unknown>> {
  const items: unknown[] = [];
  for (let place: Place | undefined; ; ) {
    const reply = await handle({ ...request, place } as Request<never, never>, deps);
    if (reply.next === undefined && items.length === 0) return reply;
    items.push(...((reply.body as { items?: unknown[] }).items ?? []));
    if (reply.next === undefined || items.length >= most) return { body: { items: items.slice(0, most) } };
    place = reply.next;
  }
}
