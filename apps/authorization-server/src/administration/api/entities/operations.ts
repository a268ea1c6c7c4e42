/** The operations of an entity, which follow from its declaration, and their commands. */
import { z } from "zod";
import { autocommit } from "../../../platform/stores/transaction.ts";
import type { Fields } from "../../entity.ts";
import { countKept, listKept, pageOfKept } from "../../entity-acts.ts";
import { accessOf, type Entity, pascalOf, wordsOf } from "../../entity-declaration.ts";
import type { OperationCommand } from "../command.ts";
import { cut, listQuery, pageOf, total, totalIf, withTotal } from "../lists/list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import type { Own } from "./acts.ts";
import { addOf, changeOf, removeOf, rotateOf } from "./changes.ts";
import { listing, naming } from "./commands.ts";
import { answerOf, keptIn, pathOf, pathOfOne, replyOf, serviceOf, shown } from "./replies.ts";

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

/** More of them than this have pages. */
const MOST_IN_ONE_ANSWER = 500;

const listOf = (entity: Entity): Operation => {
  const { many, most, says } = entity;
  const about = {
    id: `list${pascalOf(many)}`,
    method: "GET",
    path: pathOf(entity),
    summary: `${says?.list ?? usualList(entity)}${most === undefined ? "" : `; there are at most ${most}`}`,
    scope: accessOf(entity).read,
    command: listing(entity),
  } as const;
  return most !== undefined && most > MOST_IN_ONE_ANSWER ? pagesOf(entity, about) : wholeOf(entity, about);
};

type About = Pick<Operation, "id" | "method" | "path" | "summary" | "scope"> & {
  readonly command: OperationCommand;
};

const wholeOf = (entity: Entity, about: About): Operation =>
  defineOperation({
    ...about,
    answer: z.strictObject({ items: z.array(answerOf(entity)) }),
    async handle(request, deps) {
      const service = serviceOf(request, deps);
      const all = await listKept(autocommit(deps.database.pool), entity);
      return { body: { items: all.map((held) => shown(entity, held, service)) } };
    },
  });

const pagesOf = (entity: Entity, about: About): Operation =>
  defineOperation({
    ...about,
    command: { ...about.command, leavesOut: ["with_total"] },
    isList: true,
    query: z.strictObject({ with_total: withTotal, ...listQuery }),
    answer: pageOf(answerOf(entity)).extend({ total }),
    async handle({ query: { limit, with_total }, place, resource }, deps) {
      const service = serviceOf({ resource }, deps);
      const after = place?.[0];
      const found = await pageOfKept(autocommit(deps.database.pool), entity, { after, most: limit + 1 });
      const { items, last } = cut(
        found.map((held) => shown(entity, held, service)),
        limit,
      );
      const counted = await totalIf(with_total, (most) => countKept(autocommit(deps.database.pool), entity, most));
      return { body: { items: [...items], ...counted }, next: last && [String(last[entity.key])] };
    },
  });

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
