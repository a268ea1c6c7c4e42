/** The operations that add, change and remove one of an entity, and replace its key. */
import type { Locked } from "../../../platform/stores/locked.ts";
import { autocommit } from "../../../platform/stores/transaction.ts";
import { camelOf } from "../../entity.ts";
import { idOf, type Kept } from "../../entity-acts.ts";
import { accessOf, type Entity, namedBy, pascalOf, wordsOf } from "../../entity-declaration.ts";
import { takenFrom, valueIn } from "../../entity-values.ts";
import { addSigned, rotateSigned, rotationShape, type Signed } from "../../receiver.ts";
import { malformed } from "../../refused.ts";
import { assertNotManaged } from "../access/managed.ts";
import type { OperatorDependencies } from "../command.ts";
import { assertMatch } from "../etag.ts";
import { defineOperation, type Operation, type Request } from "../operation.ts";
import { Problem } from "../problem.ts";
import { assertDecides } from "../rank.ts";
import { type Acts, keepingActs, type Own } from "./acts.ts";
import { adding, changing, removing, rotating } from "./commands.ts";
import { answerOf, keptIn, madeOf, pathOf, pathOfOne, replyOf, serviceOf, versionOf } from "./replies.ts";

type Asked = Pick<Request<unknown, unknown>, "by" | "ifMatch" | "resource">;

/** The reply about the one that an id identifies. */
const replyAbout = async (entity: Entity, id: string, asked: Pick<Asked, "resource">, deps: OperatorDependencies) =>
  replyOf(entity, await keptIn(entity, { [namedBy(entity)]: id }, deps), serviceOf(asked, deps));

/** The reply to what made a key. */
async function madeReply(
  entity: Entity,
  { id, key: { key, publicKey } }: Signed,
  asked: Pick<Asked, "resource">,
  deps: OperatorDependencies,
) {
  const reply = await replyAbout(entity, id, asked, deps);
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

/** Has this replica read again what it knows of others that change with one. */
function forget(entity: Entity, records: readonly Kept[], known: OperatorDependencies): void {
  for (const held of records) entity.forget?.(held as never, known);
}

/** Refuses to change what the service itself defines, but for how it is called, and what a configuration declares. */
function assertFree(entity: Entity, held: Kept, { by, resource }: Asked, members: readonly string[] = [""]): void {
  const { looks = [], isOfService } = entity;
  const isOfLooks = by.actor.kind === "operator" && members.every((member) => looks.includes(member));
  if (!isOfLooks && isOfService?.(held as never, resource)) {
    throw new Problem("conflict", "the service itself defines it");
  }
  assertNotManaged({ managedBy: held.managedBy ?? null }, wordsOf(entity.one), by);
}

/** The same, and only the version that the caller read is changed. */
const assertMine =
  (entity: Entity, asked: Asked, deps: OperatorDependencies, members?: readonly string[]) => (held: Locked<Kept>) => {
    assertFree(entity, held, asked, members);
    assertMatch(asked.ifMatch, held, (record) => versionOf(entity, record, serviceOf(asked, deps)));
  };

export const addOf = (entity: Entity, { assertMay, acts = keepingActs(entity) }: Own): Operation =>
  defineOperation({
    id: `add${pascalOf(entity.one)}`,
    method: "POST",
    path: pathOf(entity),
    summary: entity.says?.add ?? `Adds a ${wordsOf(entity.one)}`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    body: acts.added,
    status: 201,
    answer: madeOf(entity),
    ...(entity.signs && { shownOnce: ["secret"] }),
    command: adding(entity),
    async handle({ body, caller, ...asked }, deps) {
      assertDecides(entity, caller);
      assertMay?.(Object.keys(entity.fields), { caller });
      assertReachable(entity, body, deps);
      const reply = await added(entity, acts, body, asked, deps);
      const name = String(valueIn(reply.body, namedBy(entity)));
      return { ...reply, location: `${pathOf(entity)}/${encodeURIComponent(name)}` };
    },
  });

async function added(entity: Entity, acts: Acts, body: object, asked: Asked, deps: OperatorDependencies) {
  const { database, sealedTexts: texts } = deps;
  const given = takenFrom(entity.fields, body);
  const reply = entity.signs
    ? await madeReply(entity, await addSigned({ database, texts }, entity, given as never, asked.by), asked, deps)
    : await replyAbout(entity, await acts.add(body, asked.by, deps), asked, deps);
  forget(entity, [given as Kept], deps);
  return reply;
}

export const changeOf = (entity: Entity, { assertMay, acts = keepingActs(entity) }: Own): Operation =>
  defineOperation({
    id: `change${pascalOf(entity.one)}`,
    method: "PATCH",
    path: pathOfOne(entity),
    summary: entity.says?.change ?? `Changes a ${wordsOf(entity.one)}`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    needsMatch: true,
    body: acts.changed,
    answer: answerOf(entity),
    command: changing(entity),
    async handle({ params, body, caller, ...asked }, deps) {
      const before = await keptIn(entity, params, deps);
      assertDecides(entity, caller);
      assertReachable(entity, body, deps);
      const assertFreeNow = assertMine(entity, asked, deps, Object.keys(body));
      const changed = await acts.change(idOf(entity, before), body, asked.by, deps, (held, settings) => {
        assertFreeNow(held);
        assertMay?.(membersOf(entity, settings), { caller });
      });
      const after = (changed as Kept | undefined) ?? (await keptIn(entity, params, deps));
      forget(entity, [before, after], deps);
      return replyOf(entity, after, serviceOf(asked, deps));
    },
  });

/** The members of the API that settings stand for. */
const membersOf = ({ fields }: Entity, settings: readonly string[]): readonly string[] =>
  Object.entries(fields)
    .filter(([name, { as }]) => settings.includes(as === "switch" ? "isEnabled" : camelOf(name)))
    .map(([name]) => name);

export const rotateOf = (entity: Entity, { called: what }: NonNullable<Entity["signs"]>): Operation =>
  defineOperation({
    id: `rotate${pascalOf(entity.one)}Secret`,
    method: "POST",
    path: `${pathOfOne(entity)}/rotate-secret`,
    summary: `Rotates the ${what} of a ${wordsOf(entity.one)}; the previous one is also used for some time`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    body: rotationShape(what),
    answer: madeOf(entity),
    shownOnce: ["secret"],
    command: rotating(entity, what),
    async handle({ params, body: { overlap }, caller, ...asked }, deps) {
      const id = idOf(entity, await keptIn(entity, params, deps));
      assertDecides(entity, caller);
      const acts = { database: deps.database, texts: deps.sealedTexts };
      const signed = await rotateSigned(acts, entity, { id, overlapSeconds: overlap }, asked.by);
      return madeReply(entity, signed, asked, deps);
    },
  });

export const removeOf = (entity: Entity, { assertMay, assertUnused, acts = keepingActs(entity) }: Own): Operation =>
  defineOperation({
    id: `remove${pascalOf(entity.one)}`,
    method: "DELETE",
    path: pathOfOne(entity),
    summary: entity.says?.remove ?? `Removes a ${wordsOf(entity.one)}`,
    scope: accessOf(entity).write,
    needsStepUp: true,
    ...(entity.isRemovedUnread ? {} : { needsMatch: true }),
    command: removing(entity),
    async handle({ params, caller, ifMatch, ...request }, deps) {
      const found = await keptIn(entity, params, deps);
      const id = idOf(entity, found);
      const asked = { ...request, ifMatch: entity.isRemovedUnread ? "*" : ifMatch };
      assertDecides(entity, caller);
      assertFree(entity, found, asked);
      assertMay?.(["enabled"], { caller });
      await assertUnused?.(autocommit(deps.database.pool), id);
      await acts.remove(id, asked.by, deps, assertMine(entity, asked, deps));
      forget(entity, [found], deps);
      return { body: undefined };
    },
  });
