/** The operations of an entity that is kept by its declaration, and their commands. */

import { z } from "zod";
import type { Dependencies } from "../../dependencies.ts";
import { eachByItself } from "../../platform/stores/transaction.ts";
import { type Entity, hyphened, pascalOf, wordsOf } from "../entity.ts";
import { addKept, changeKept, findKept, type Kept, pageOfKept, removeKept } from "../entity-acts.ts";
import { addedShape, changedShape, shownShape } from "../entity-shapes.ts";
import { shownOf, takenFrom } from "../entity-values.ts";
import { missing } from "../refused.ts";
import type { Given, Names, OperationCommand } from "./command.ts";
import { assertMatch } from "./etag.ts";
import { cut, listQuery, pageOf } from "./list.ts";
import { assertNotManaged } from "./managed.ts";
import { defineOperation, type Operation, type Request, type Shape } from "./operation.ts";
import { isId } from "./shapes.ts";

/** List, read, add, change and remove, in this order. */
export function entityOperations(entity: Entity): readonly Operation[] {
  return [listOf(entity), readOf(entity), addOf(entity), changeOf(entity), removeOf(entity)];
}

const answerOf = ({ fields }: Entity) => shownShape(fields) as unknown as Shape;

const shown = ({ fields }: Entity, held: Kept): Readonly<Record<string, unknown>> => shownOf(fields, held as never);

async function keptIn(
  entity: Entity,
  { id }: Request<unknown, unknown>["params"],
  { database: { pool } }: Pick<Dependencies, "database">,
): Promise<Kept> {
  const found = isId(id) ? await findKept(eachByItself(pool), entity, id) : undefined;
  if (found === undefined) throw missing(wordsOf(entity.one));
  return found;
}

/** An operator names one by what identifies it, in any form that it is added with. */
const named =
  ({ one, many, key, fields }: Entity) =>
  async ({ id: typed, ...given }: Given, names: Names) => {
    const read = fields[key]?.shape.safeParse(typed);
    const id = await names.idOf(`list${pascalOf(many)}`, { [key]: read?.success ? read.data : typed });
    if (id === undefined) throw missing(wordsOf(one), String(typed));
    return { ...given, id };
  };

const pathOf = ({ many }: Entity): `/${string}` => `/${hyphened(many)}`;

const aboutOne = (entity: Entity, word: string): OperationCommand => ({
  ...{ line: `${hyphened(entity.many)} ${word} <${hyphened(entity.key)}>`, resolve: named(entity) },
  takes: { [hyphened(entity.key)]: "id" },
});

const listOf = (entity: Entity) =>
  defineOperation({
    id: `list${pascalOf(entity.many)}`,
    method: "GET",
    path: pathOf(entity),
    summary: `The ${wordsOf(entity.many)}, in the order of ${wordsOf(entity.key)}; there are at most ${entity.most}`,
    scope: "settings:read",
    isList: true,
    query: z.strictObject(listQuery),
    status: 200,
    answer: pageOf(answerOf(entity)),
    command: {
      line: `${hyphened(entity.many)} list`,
      columns: entity.listed,
      empty: `There is no ${wordsOf(entity.one)} yet.`,
    },
    async handle({ query: { limit }, place }, { database: { pool } }) {
      const found = await pageOfKept(eachByItself(pool), entity, { after: place?.[0], most: limit + 1 });
      const { items, last } = cut(
        found.map((held) => shown(entity, held)),
        limit,
      );
      return { body: { items: [...items] }, next: last && [String(last[entity.key])] };
    },
  });

const readOf = (entity: Entity) =>
  defineOperation({
    id: `read${pascalOf(entity.one)}`,
    method: "GET",
    path: `${pathOf(entity)}/:id`,
    summary: `One ${wordsOf(entity.one)}`,
    scope: "settings:read",
    status: 200,
    answer: answerOf(entity),
    async handle({ params }, deps) {
      const body = shown(entity, await keptIn(entity, params, deps));
      return { body, version: body };
    },
  });

const addOf = (entity: Entity) =>
  defineOperation({
    id: `add${pascalOf(entity.one)}`,
    method: "POST",
    path: pathOf(entity),
    summary: `Adds a ${wordsOf(entity.one)}`,
    scope: "settings:write",
    isGrave: true,
    body: addedShape(entity.fields) as Shape,
    status: 201,
    answer: answerOf(entity),
    command: { line: `${hyphened(entity.many)} add <${hyphened(entity.key)}>` },
    async handle({ body, by }, deps) {
      const id = await addKept(deps.database, entity, takenFrom(entity.fields, body), by);
      const added = shown(entity, await keptIn(entity, { id }, deps));
      return { body: added, version: added, location: `${pathOf(entity)}/${id}` };
    },
  });

const changeOf = (entity: Entity) =>
  defineOperation({
    id: `change${pascalOf(entity.one)}`,
    method: "PATCH",
    path: `${pathOf(entity)}/:id`,
    summary: `Changes a ${wordsOf(entity.one)}`,
    scope: "settings:write",
    isGrave: true,
    needsMatch: true,
    body: changedShape(entity.fields) as Shape,
    status: 200,
    answer: answerOf(entity),
    command: aboutOne(entity, "change"),
    async handle({ params, body, by, ifMatch }, deps) {
      const { id } = await keptIn(entity, params, deps);
      const change = { id, changes: takenFrom(entity.fields, body) };
      const changed = await changeKept(deps.database, entity, change, by, (held) => {
        assertNotManaged(held, wordsOf(entity.one), by);
        assertMatch(ifMatch, held, (record) => shown(entity, record));
      });
      const version = shown(entity, changed);
      return { body: version, version };
    },
  });

const removeOf = (entity: Entity) =>
  defineOperation({
    id: `remove${pascalOf(entity.one)}`,
    method: "DELETE",
    path: `${pathOf(entity)}/:id`,
    summary: `Removes a ${wordsOf(entity.one)}`,
    scope: "settings:write",
    isGrave: true,
    needsMatch: true,
    status: 204,
    command: {
      ...{ ...aboutOne(entity, "remove"), done: "removed" },
      says: (typed) => `The ${wordsOf(entity.one)} ${typed[hyphened(entity.key)]} is removed.`,
    },
    async handle({ params, by, ifMatch }, deps) {
      const { id } = await keptIn(entity, params, deps);
      await removeKept(deps.database, entity, id, by, (held) => {
        assertNotManaged(held, wordsOf(entity.one), by);
        assertMatch(ifMatch, held, (record) => shown(entity, record));
      });
      return { body: undefined };
    },
  });
