/** The commands of an entity, which run its operations (decision 170). */
import { rowsOf } from "../../entity.ts";
import { type Entity, hasSwitch, hyphened, pascalOf, wordsOf } from "../../entity-declaration.ts";
import { overlapOf } from "../../receiver.ts";
import { missing } from "../../refused.ts";
import type { Given, Names, OperationCommand } from "../command.ts";

/** An operator names one by what identifies it, in any form that it is added with. */
const named =
  ({ one, many, key, fields }: Entity) =>
  async ({ id: typed, ...given }: Given, names: Names): Promise<Given> => {
    const read = fields[key]?.shape.safeParse(typed);
    const id = await names.idOf(`list${pascalOf(many)}`, { [key]: read?.success ? read.data : typed });
    if (id === undefined) throw missing(wordsOf(one), String(typed));
    return { ...given, id };
  };

/** The argument that names one. */
const argumentOf = ({ key, called, one }: Entity): string => (key === "name" ? (called ?? one) : hyphened(key));

/** A command about one. */
export const naming = (entity: Entity, word: string): OperationCommand => ({
  ...{ line: `${hyphened(entity.many)} ${word} <${argumentOf(entity)}>`, resolve: named(entity) },
  takes: { [argumentOf(entity)]: "id" },
});

/** The options that have other names than the fields. */
const optionsOf = ({ fields }: Entity, ...as: readonly ("written" | "fixed")[]) =>
  Object.fromEntries(
    rowsOf(fields, ...as).flatMap(([name, { option }]) => (option === undefined ? [] : [[option, name] as const])),
  );

const meaning = ({ says }: Entity) => says?.options && { means: says.options };

const aboutIf = (about: string | undefined) => about !== undefined && { about };

export const listing = ({ many, listed }: Entity): OperationCommand => ({
  line: `${hyphened(many)} list`,
  columns: listed,
  empty: `No ${wordsOf(many)} yet.`,
});

export const adding = (entity: Entity): OperationCommand => ({
  line: `${hyphened(entity.many)} add <${hyphened(entity.key)}>`,
  takes: optionsOf(entity, "written", "fixed"),
  ...meaning(entity),
  ...aboutIf(entity.says?.adding),
  ...(entity.typed && { resolve: async (given) => entity.typed?.(given) ?? given }),
});

/** The command that changes settings, and those that disable and enable if it can be. */
export function changing(entity: Entity): readonly OperationCommand[] {
  const { typed, says } = entity;
  const { takes, resolve, line } = naming(entity, "change");
  const change: OperationCommand = {
    ...{ line, takes: { ...takes, ...optionsOf(entity, "written") }, ...meaning(entity) },
    resolve: async (given, names) => (await resolve?.(typed?.(given) ?? given, names)) ?? given,
  };
  if (!hasSwitch(entity)) return [change];
  const enabling = (word: string, enabled: boolean, about: string | undefined): OperationCommand => ({
    ...{ ...naming(entity, word), sets: { enabled }, ...aboutIf(about) },
  });
  return [
    { ...change, leavesOut: ["enabled"] },
    enabling("disable", false, says?.disabling),
    enabling("enable", true, says?.enabling),
  ];
}

/** @param what the key or the secret */
export function rotating(entity: Entity, what: string): OperationCommand {
  const { takes, resolve, line } = naming(entity, "rotate-secret");
  return {
    line,
    about: `rotate the ${what} of a ${wordsOf(entity.one)}, and print once what the receiver verifies with`,
    takes: { ...takes, "overlap-hours": "overlap" },
    means: { "overlap-hours": `for how many hours the previous ${what} is also used; 24 without it` },
    resolve: async (given, names) => (await resolve?.(overlapOf(given), names)) ?? given,
  };
}

export const removing = (entity: Entity): OperationCommand => ({
  ...{ ...naming(entity, "remove"), done: "removed" },
  says: (typed) => `The ${wordsOf(entity.one)} ${typed[argumentOf(entity)]} is removed.`,
});
