/** What the operations of an entity answer. */
import { autocommit } from "../../../platform/stores/transaction.ts";
import type { Fields, RecordOf, Service } from "../../entity.ts";
import { findKept, type Kept } from "../../entity-acts.ts";
import { type Entity, hyphened, namedBy, wordsOf } from "../../entity-declaration.ts";
import { madeShape, shownShape } from "../../entity-shapes.ts";
import { derivedOf, shownOf } from "../../entity-values.ts";
import { missing } from "../../refused.ts";
import type { OperatorDependencies } from "../command.ts";
import type { Request, Shape } from "../operation.ts";
import { notNamed } from "../problem.ts";
import { isId } from "../shapes.ts";

export const answerOf = ({ fields }: Entity) => shownShape(fields) as unknown as Shape;

/** The answer to an operation that makes one: it also has values that are shown once. */
export const madeOf = ({ fields }: Entity) => madeShape(fields) as unknown as Shape;

/** What derived fields depend on. A command reads only the variables that it needs. */
export const serviceOf = (
  { resource }: Pick<Request<unknown, unknown>, "resource">,
  deps: Pick<OperatorDependencies, "issuer">,
): Service => ({
  administration: resource,
  get issuer() {
    return deps.issuer;
  },
});

export const shown = ({ fields }: Entity, held: Kept, service: Service): Readonly<Record<string, unknown>> => ({
  ...shownOf(fields, held as never),
  ...derivedOf(fields, held, service),
});

export const versionOf = (entity: Entity, held: Kept, service: Service): unknown => {
  const whole = shown(entity, held, service);
  return entity.versionOf?.(whole) ?? whole;
};

export const replyOf = (entity: Entity, held: Kept, service: Service) => ({
  body: shown(entity, held, service),
  version: versionOf(entity, held, service),
});

/** The one in a path. It is refused if there is none. */
export async function keptIn<F extends Fields>(
  entity: Entity<F>,
  params: Request<unknown, unknown>["params"],
  { database: { pool } }: Pick<OperatorDependencies, "database">,
): Promise<RecordOf<F> & Kept> {
  const by = namedBy(entity);
  const name = params[by] ?? "";
  const found = by !== "id" || isId(name) ? await findKept(autocommit(pool), entity, name) : undefined;
  if (found !== undefined) return found;
  throw by === "id" ? missing(wordsOf(entity.one)) : notNamed(wordsOf(entity.one), name);
}

/** The path of one. */
export const pathOfOne = (entity: Entity): `/${string}` => `${pathOf(entity)}/:${namedBy(entity)}`;

export const pathOf = ({ many }: Entity): `/${string}` => `/${hyphened(many)}`;
