/** An entity in a configuration file: its section follows from its declaration. */
import type { Secret } from "@countersign/rules";
import { inPrismaTransaction, sqlIn } from "../../../platform/records/records.ts";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { Query } from "../../../platform/stores/transaction.ts";
import { type Fields, rowsOf } from "../../entity.ts";
import { addKept, changeKept, idOfKept, listKept, markKept, removeKept } from "../../entity-acts.ts";
import { type Entity, wordsOf } from "../../entity-declaration.ts";
import { declaredShape } from "../../entity-shapes.ts";
import { declaredOf, takenFrom } from "../../entity-values.ts";
import { addSigned } from "../../receiver.ts";
import type { Applying, Deployment, Entry, Kind, Problem, Section } from "./kind.ts";
import { textsOf } from "./providers.ts";
import { inOrder as membersInOrder } from "./shapes.ts";

export function entityKind<F extends Fields>(declared: Entity<F>): Kind<Entry> {
  const entity = declared as unknown as Entity;
  const { fields, key, one } = entity;
  const keyOf = (entry: Entry) => String(entry[key]);
  const withId = (to: Applying, entry: Entry, act: (query: Query, id: string) => Promise<unknown>): Promise<void> =>
    inPrismaTransaction(to, async (records) => {
      const query = sqlIn(records);
      await act(query, await idOfKept(query, entity, keyOf(entry)));
    });
  return {
    section: entity.many as Section,
    noun: wordsOf(one),
    shape: shapeOf(entity),
    keyOf,
    references: (entry) => entity.references?.(entry as never) ?? [],

    async held(records, { administration }) {
      return (await listKept(sqlIn(records), entity)).map((held) => ({
        entry: inOrder(fields, declaredOf(fields, held as never)),
        managedBy: held.managedBy ?? null,
        isOfService: entity.isOfService?.(held as never, administration) ?? false,
      }));
    },

    check: (entry, deployment) => [
      ...unreached(entity, entry, deployment),
      ...(entity.problems?.(entry as never, deployment.administration) ?? []),
    ],

    checkChange: (held, entry) => (held === undefined ? [] : fixedProblems(entity, held.entry, entry)),

    create: (to, entry, by) => created(entity, to, entry, by),

    change: (to, { after }, by) =>
      withId(to, after, (query, id) => changeKept({ query }, entity, { id, changes: takenFrom(fields, after) }, by)),

    remove: (to, entry, by) => withId(to, entry, (query, id) => removeKept({ query }, entity, id, by)),

    mark: (records, entry, owner) => markKept(sqlIn(records), entity, keyOf(entry), owner),
  };
}

function shapeOf({ fields, key }: Entity): Kind<Entry>["shape"] {
  const shape = declaredShape(fields);
  const name = fields.name?.shape.describe("its name, which identifies it");
  const whole = key === "name" && name !== undefined ? shape.extend({ name }) : shape;
  return whole.transform((entry) => inOrder(fields, entry));
}

async function created(entity: Entity, to: Applying, entry: Entry, by: By): Promise<void> {
  const given = takenFrom(entity.fields, entry) as never;
  const texts = entity.signs && textsOf(to.deployment);
  await inPrismaTransaction(to, async (records) => {
    const database = { query: sqlIn(records) };
    const made = texts
      ? await addSigned({ database, texts }, entity, given, by)
      : { id: await addKept(database, entity, given, by), key: undefined };
    // The receiver of v1a verifies with the public key, which is shown at any time.
    const { key } = made;
    if (key !== undefined && key.publicKey === undefined)
      to.tell(entity.many, String(entry[entity.key]), key.key as Secret);
  });
}

/** Fields that are chosen when one is added cannot be changed. */
const fixedProblems = ({ fields, key, one }: Entity, held: Entry, entry: Entry): readonly Problem[] =>
  rowsOf(fields, "fixed")
    .filter(([name]) => name !== key && held[name] !== entry[name])
    .map(([name]) => ({ path: [name], message: `cannot be changed: add another ${wordsOf(one)}` }));

function unreached({ fields }: Entity, entry: Entry, { targetProblem }: Deployment): readonly Problem[] {
  const reached = Object.entries(fields).filter(([, { isReached }]) => isReached === true);
  return reached.flatMap(([name]) => {
    const url = entry[name];
    const message = typeof url === "string" ? targetProblem(url) : undefined;
    return message === undefined ? [] : [{ path: [name], message }];
  });
}

/** The values of an entry in one order, where they have none: the same ones in another order are no change. */
const inOrder = (fields: Fields, entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      fields[name]?.isUnordered ? [...new Set(value as readonly string[])].sort() : membersInOrder(value),
    ]),
  );
