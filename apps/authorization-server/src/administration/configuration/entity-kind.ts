/** An entity in a configuration file: its section follows from its declaration. */

import { inRecords, queryIn } from "../../platform/records/records.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { type Entity, rowsOf, wordsOf } from "../entity.ts";
import { addKept, changeKept, idOfKept, listKept, markKept, removeKept } from "../entity-acts.ts";
import { declaredShape } from "../entity-shapes.ts";
import { declaredOf, takenFrom } from "../entity-values.ts";
import type { Applying, Entry, Kind, Section } from "./kind.ts";

export function entityKind(entity: Entity): Kind<Entry> {
  const { fields, key, one } = entity;
  const keyOf = (entry: Entry) => String(entry[key]);
  const withId = (to: Applying, entry: Entry, act: (query: Query, id: string) => Promise<unknown>): Promise<void> =>
    inRecords(to, async (records) => {
      const query = queryIn(records);
      await act(query, await idOfKept(query, entity, keyOf(entry)));
    });
  return {
    section: entity.many as Section,
    noun: wordsOf(one),
    shape: declaredShape(fields),
    keyOf,
    references: () => [],

    async held(records) {
      return (await listKept(queryIn(records), entity)).map((held) => ({
        entry: declaredOf(fields, held as never),
        managedBy: held.managedBy,
        isOfService: false,
      }));
    },

    checkChange: (held, entry) => (held === undefined ? [] : fixedProblems(entity, held.entry, entry)),

    create: (to, entry, by) =>
      inRecords(to, async (records) => {
        await addKept({ query: queryIn(records) }, entity, takenFrom(fields, entry), by);
      }),

    change: (to, { after }, by) =>
      withId(to, after, (query, id) => changeKept({ query }, entity, { id, changes: takenFrom(fields, after) }, by)),

    remove: (to, entry, by) => withId(to, entry, (query, id) => removeKept({ query }, entity, id, by)),

    mark: (records, entry, owner) => markKept(queryIn(records), entity, keyOf(entry), owner),
  };
}

/** What is chosen when one is added stays. */
export const fixedProblems = (
  { fields, key, one }: Pick<Entity, "fields" | "key" | "one">,
  held: Entry,
  entry: Entry,
) =>
  rowsOf(fields, "fixed")
    .filter(([name]) => name !== key && held[name] !== entry[name])
    .map(([name]) => ({ path: [name], message: `cannot be changed: add another ${wordsOf(one)}` }));
