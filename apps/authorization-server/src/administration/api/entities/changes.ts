/** The operations that add, change and remove one of an entity, and replace its key. */
import { addKept, changeKept, type Kept, removeKept } from "../../entity-acts.ts";
import { accessOf, type Entity, pascalOf, wordsOf } from "../../entity-declaration.ts";
import { addedShape, changedShape } from "../../entity-shapes.ts";
import { takenFrom } from "../../entity-values.ts";
import { addSigned, rotateSigned, rotationShape, type Signed } from "../../receiver.ts";
import { malformed } from "../../refused.ts";
import { assertNotManaged } from "../access/managed.ts";
import type { OperatorDependencies } from "../command.ts";
import { assertMatch } from "../etag.ts";
import { defineOperation, type Operation, type Request, type Shape } from "../operation.ts";
import { assertDecides } from "../rank.ts";
import { adding, changing, removing, rotating } from "./commands.ts";
import { answerOf, keptIn, madeOf, pathOf, replyOf, versionOf } from "./replies.ts";

/** The reply to what made a key. */
async function madeReply(entity: Entity, { id, key: { key, publicKey } }: Signed, deps: OperatorDependencies) {
  const reply = replyOf(entity, await keptIn(entity, { id }, deps));
  return { ...reply, body: { ...reply.body, ...(publicKey === undefined && { secret: key }) } };
}

/** Refuses an address that we send no requests to. */
function assertReachable({ one, fields }: Entity, body: object, deps: OperatorDependencies): void {
  for (const [name, url] of Object.entries(body)) {
    if (fields[name]?.isReached !== true || typeof url !== "string" || deps.webhookDeliveries.reaches(url)) continue;
    throw malformed(wordsOf(one), name, UNREACHED);
  }
}

const UNREACHED = "must be https, at port 443 of a public address, without credentials";

/** Has this replica read again what it knows of clients that change with one. */
function forget(entity: Entity, records: readonly (Kept | undefined)[], { clients }: OperatorDependencies): void {
  for (const held of records) {
    if (held !== undefined) for (const id of entity.clientsIn?.(held as never) ?? []) clients.forget(id);
  }
}

/** What a configuration declares is changed there, and only the version that the caller read. */
const assertMine = (entity: Entity, { by, ifMatch }: Pick<Request<unknown, unknown>, "by" | "ifMatch">) =>
  ((held) => {
    assertNotManaged({ managedBy: held.managedBy ?? null }, wordsOf(entity.one), by);
    assertMatch(ifMatch, held, (record) => versionOf(entity, record));
  }) satisfies Parameters<typeof removeKept>[4];

export const addOf = (entity: Entity): Operation =>
  defineOperation({
    id: `add${pascalOf(entity.one)}`,
    method: "POST",
    path: pathOf(entity),
    summary: entity.says?.add ?? `Adds a ${wordsOf(entity.one)}`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    body: addedShape(entity.fields) as Shape,
    status: 201,
    answer: madeOf(entity),
    ...(entity.signs && { shownOnce: ["secret"] }),
    command: adding(entity),
    async handle({ body, by, caller }, deps) {
      assertDecides(entity, caller);
      assertReachable(entity, body, deps);
      const reply = await added(entity, takenFrom(entity.fields, body) as never, by, deps);
      return { ...reply, location: `${pathOf(entity)}/${idIn(reply)}` };
    },
  });

const idIn = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => String(body.id);

async function added(
  entity: Entity,
  given: Parameters<typeof addKept>[2],
  by: Request<unknown, unknown>["by"],
  deps: OperatorDependencies,
) {
  const { database, sealedTexts: texts } = deps;
  const reply = entity.signs
    ? await madeReply(entity, await addSigned({ database, texts }, entity, given, by), deps)
    : replyOf(entity, await keptIn(entity, { id: await addKept(database, entity, given, by) }, deps));
  forget(entity, [given as Kept], deps);
  return reply;
}

export const changeOf = (entity: Entity): Operation =>
  defineOperation({
    id: `change${pascalOf(entity.one)}`,
    method: "PATCH",
    path: `${pathOf(entity)}/:id`,
    summary: entity.says?.change ?? `Changes a ${wordsOf(entity.one)}`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    needsMatch: true,
    body: changedShape(entity.fields) as Shape,
    status: 200,
    answer: answerOf(entity),
    command: changing(entity),
    async handle({ params, body, caller, ...request }, deps) {
      const before = await keptIn(entity, params, deps);
      assertDecides(entity, caller);
      assertReachable(entity, body, deps);
      const change = { id: before.id, changes: takenFrom(entity.fields, body) };
      const changed = await changeKept(deps.database, entity, change, request.by, assertMine(entity, request));
      forget(entity, [before, changed], deps);
      return replyOf(entity, changed);
    },
  });

export const rotateOf = (entity: Entity, { called: what }: NonNullable<Entity["signs"]>): Operation =>
  defineOperation({
    id: `rotate${pascalOf(entity.one)}Secret`,
    method: "POST",
    path: `${pathOf(entity)}/:id/rotate-secret`,
    summary: `Gives a ${wordsOf(entity.one)} another ${what}; the previous one is also used for some time`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    body: rotationShape(what),
    status: 200,
    answer: madeOf(entity),
    shownOnce: ["secret"],
    command: rotating(entity, what),
    async handle({ params, body: { overlap }, by, caller }, deps) {
      const { id } = await keptIn(entity, params, deps);
      assertDecides(entity, caller);
      const acts = { database: deps.database, texts: deps.sealedTexts };
      return madeReply(entity, await rotateSigned(acts, entity, { id, overlapSeconds: overlap }, by), deps);
    },
  });

export const removeOf = (entity: Entity): Operation =>
  defineOperation({
    id: `remove${pascalOf(entity.one)}`,
    method: "DELETE",
    path: `${pathOf(entity)}/:id`,
    summary: entity.says?.remove ?? `Removes a ${wordsOf(entity.one)}`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    ...(entity.isRemovedUnread ? {} : { needsMatch: true }),
    status: 204,
    command: removing(entity),
    async handle({ params, caller, by, ifMatch }, deps) {
      const { id } = await keptIn(entity, params, deps);
      assertDecides(entity, caller);
      const removed = await removeKept(
        deps.database,
        entity,
        id,
        by,
        assertMine(entity, { by, ifMatch: entity.isRemovedUnread ? "*" : ifMatch }),
      );
      forget(entity, [removed], deps);
      return { body: undefined };
    },
  });
