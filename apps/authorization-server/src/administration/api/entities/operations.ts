/** The operations of an entity, which follow from its declaration, and their commands. */
import { z } from "zod";
import { autocommit } from "../../../platform/stores/transaction.ts";
import { camelOf, type Fields } from "../../entity.ts";
import { accessOf, type Entity, pascalOf, wordsOf } from "../../entity-declaration.ts";
import { countKept, pageOfKept, soughtOf } from "../../entity-lists.ts";
import { valueIn } from "../../entity-values.ts";
import type { OperationCommand } from "../command.ts";
import { cut, listQuery, pageOf, partOf, shortListQuery, total, totalIf, withTotal } from "../lists/list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import type { Own } from "./acts.ts";
import { addOf, changeOf, removeOf, rotateOf } from "./changes.ts";
import { listing, naming } from "./commands.ts";
import { answerOf, keptIn, pathOf, pathOfOne, replyOf, serviceOf, shown } from "./replies.ts";

/** Members of the query that the commands leave out. */
const LEFT_OUT = ["q", "with_total"];

/** List, read, add, change, rotate the key if there is one, and remove, in this order. */
export function entityOperations<F extends Fields>(declared: Entity<F>, own: Own = {}): readonly Operation[] {
  const entity = declared as unknown as Entity;
  const { commands } = own;
  const as = (operation: Operation, command: OperationCommand | undefined): Operation => {
    const { command: usual, ...rest } = operation;
    return commands === undefined ? operation : { ...rest, ...(command && { command }) };
  };
  return [
    as(listOf(entity), commands?.list),
    as(readOf(entity), undefined),
    as(addOf(entity, own), commands?.add),
    as(changeOf(entity, own), commands?.change),
    ...(entity.signs ? [rotateOf(entity, entity.signs)] : []),
    as(removeOf(entity, own), commands?.remove),
  ];
}

const usualList = ({ many, key }: Entity) => `The ${wordsOf(many)}, in the order of ${wordsOf(key)}`;

/** A list that may be longer is answered page by page even if no limit is asked for. */
const MOST_IN_ONE_ANSWER = 500;

const listOf = (entity: Entity): Operation => {
  const { many, most, says } = entity;
  const isShort = most === undefined || most <= MOST_IN_ONE_ANSWER;
  return defineOperation({
    id: `list${pascalOf(many)}`,
    method: "GET",
    path: pathOf(entity),
    summary: `${says?.list ?? usualList(entity)}${most === undefined ? "" : `; there are at most ${most}`}`,
    scope: accessOf(entity).read,
    command: { ...listing(entity), leavesOut: LEFT_OUT },
    isList: true,
    query: z.strictObject({
      q: partOf(soughtOf(entity)),
      with_total: withTotal,
      ...((isShort ? shortListQuery : listQuery) as typeof shortListQuery),
    }),
    answer: pageOf(answerOf(entity)).extend({ total }),
    async handle({ query: { q: part, limit, with_total }, place, resource }, deps) {
      const service = serviceOf({ resource }, deps);
      const query = autocommit(deps.database.pool);
      const upTo = limit === undefined ? undefined : limit + 1;
      const found = await pageOfKept(query, entity, { part, after: place?.[0], most: upTo });
      const { items, last } = cut(found, limit);
      const counted = await totalIf(with_total, (most) => countKept(query, entity, { part, most }));
      return {
        body: { items: items.map((held) => shown(entity, held, service)), ...counted },
        next: last && [String(valueIn(last, camelOf(entity.key)))],
      };
    },
  });
};

const readOf = (entity: Entity): Operation =>
  defineOperation({
    id: `read${pascalOf(entity.one)}`,
    method: "GET",
    path: pathOfOne(entity),
    summary: entity.says?.read ?? `One ${wordsOf(entity.one)}`,
    scope: accessOf(entity).read,
    answer: answerOf(entity),
    command: naming(entity, "show"),
    handle: async (request, deps) =>
      replyOf(entity, await keptIn(entity, request.params, deps), serviceOf(request, deps)),
  });
