/** What the operations of an entity answer. */
import { autocommit } from "../../../platform/stores/transaction.ts";
import { findKept, type Kept } from "../../entity-acts.ts";
import { type Entity, hyphened, wordsOf } from "../../entity-declaration.ts";
import { madeShape, shownShape } from "../../entity-shapes.ts";
import { shownOf } from "../../entity-values.ts";
import { missing } from "../../refused.ts";
import type { OperatorDependencies } from "../command.ts";
import type { Request, Shape } from "../operation.ts";
import { isId } from "../shapes.ts";

export const answerOf = ({ fields }: Entity) => shownShape(fields) as unknown as Shape;

/** The answer to an operation that makes one: it also has values that are shown once. */
export const madeOf = ({ fields }: Entity) => madeShape(fields) as unknown as Shape;

export const shown = ({ fields }: Entity, held: Kept): Readonly<Record<string, unknown>> =>
  shownOf(fields, held as never);

export const versionOf = (entity: Entity, held: Kept): unknown => {
  const whole = shown(entity, held);
  return entity.versionOf?.(whole) ?? whole;
};

export const replyOf = (entity: Entity, held: Kept) => ({
  body: shown(entity, held),
  version: versionOf(entity, held),
});

/** The one in a path. It is refused if there is none. */
export async function keptIn(
  entity: Entity,
  { id }: Request<unknown, unknown>["params"],
  { database: { pool } }: Pick<OperatorDependencies, "database">,
): Promise<Kept> {
  const found = isId(id) ? await findKept(autocommit(pool), entity, id) : undefined;
  if (found === undefined) throw missing(wordsOf(entity.one));
  return found;
}

export const pathOf = ({ many }: Entity): `/${string}` => `/${hyphened(many)}`;
