/** The operations of an entity, which follow from its declaration, and their commands. */
import { z } from "zod";
import { autocommit } from "../../../platform/stores/transaction.ts";
import { listKept, pageOfKept } from "../../entity-acts.ts";
import { accessOf, type Entity, pascalOf, wordsOf } from "../../entity-declaration.ts";
import { cut, listQuery, pageOf } from "../lists/list.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { addOf, changeOf, removeOf, rotateOf } from "./changes.ts";
import { listing, naming } from "./commands.ts";
import { answerOf, keptIn, pathOf, replyOf, shown } from "./replies.ts";

/** List, read, add, change, rotate the key if there is one, and remove, in this order. */
export function entityOperations(entity: Entity): readonly Operation[] {
  const changes = [readOf(entity), addOf(entity), changeOf(entity)];
  return [listOf(entity), ...changes, ...(entity.signs ? [rotateOf(entity, entity.signs)] : []), removeOf(entity)];
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
    summary: `${says?.list ?? usualList(entity)}; there are at most ${most}`,
    scope: accessOf(entity).read,
    status: 200,
    command: listing(entity),
  } as const;
  return most > MOST_IN_ONE_ANSWER ? pagesOf(entity, about) : wholeOf(entity, about);
};

type About = Pick<Operation, "id" | "method" | "path" | "summary" | "scope" | "status"> & {
  readonly command: ReturnType<typeof listing>;
};

const wholeOf = (entity: Entity, about: About): Operation =>
  defineOperation({
    ...about,
    answer: z.strictObject({ items: z.array(answerOf(entity)) }),
    handle: async (_, { database: { pool } }) => ({
      body: { items: (await listKept(autocommit(pool), entity)).map((held) => shown(entity, held)) },
    }),
  });

const pagesOf = (entity: Entity, about: About): Operation =>
  defineOperation({
    ...about,
    isList: true,
    query: z.strictObject(listQuery),
    answer: pageOf(answerOf(entity)),
    async handle({ query: { limit }, place }, { database: { pool } }) {
      const found = await pageOfKept(autocommit(pool), entity, { after: place?.[0], most: limit + 1 });
      const { items, last } = cut(
        found.map((held) => shown(entity, held)),
        limit,
      );
      return { body: { items: [...items] }, next: last && [String(last[entity.key])] };
    },
  });

const readOf = (entity: Entity): Operation =>
  defineOperation({
    id: `read${pascalOf(entity.one)}`,
    method: "GET",
    path: `${pathOf(entity)}/:id`,
    summary: `One ${wordsOf(entity.one)}`,
    scope: accessOf(entity).read,
    status: 200,
    answer: answerOf(entity),
    command: naming(entity, "show"),
    handle: async ({ params }, deps) => replyOf(entity, await keptIn(entity, params, deps)),
  });
