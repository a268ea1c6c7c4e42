/** The shapes of the API and of a configuration file that follow from an entity. */
import { z } from "zod";
import { type Fields, type NamesOf, type Role, rowsOf } from "./entity.ts";

type Bare<Shape> = Shape extends z.ZodDefault<infer Inner> ? Inner : Shape;

const objectOf = (rows: readonly (readonly [string, unknown])[]) => Object.fromEntries(rows);

/** The body that adds one. It says whether one is enabled where the switch has a default. */
export const addedShape = <F extends Fields>(fields: F) =>
  z.strictObject(
    objectOf(
      [
        ...rowsOf(fields, "written", "fixed"),
        ...rowsOf(fields, "switch").filter(([, { shape }]) => shape instanceof z.ZodDefault),
      ].map(([name, { shape }]) => [name, shape]),
    ) as {
      readonly [Name in NamesOf<F, "written" | "fixed">]: F[Name]["shape"];
    },
  );

/** The body that changes one: what it leaves out stays. */
export const changedShape = <F extends Fields>(fields: F) =>
  z.strictObject(
    objectOf(rowsOf(fields, "written", "switch").map(([name, { shape }]) => [name, bare(shape).optional()])) as {
      readonly [Name in NamesOf<F, "written" | "switch">]: z.ZodOptional<Bare<F[Name]["shape"]>>;
    },
  );

/** One in a configuration file. */
export const declaredShape = <F extends Fields>(fields: F) =>
  z.strictObject(
    objectOf([
      ...rowsOf(fields, "written", "fixed").map(([name, { shape }]) => [name, shape] as const),
      ...rowsOf(fields, "switch").map(([name]) => [name, z.boolean().default(true)] as const),
    ]) as { readonly [Name in NamesOf<F, "written" | "fixed">]: F[Name]["shape"] } & {
      readonly [Name in NamesOf<F, "switch">]: z.ZodDefault<z.ZodBoolean>;
    },
  );

export type Shown<F extends Fields> = {
  readonly [Name in NamesOf<F, Exclude<Role, "once" | "inner">>]: z.ZodType<unknown>;
};

/** One as the API answers. */
export const shownShape = <F extends Fields>(fields: F) =>
  z.strictObject(
    objectOf(
      rowsOf(fields, "written", "fixed", "switch", "read", "derived").map(([name, { as, shape, shown }]) => [
        name,
        as === "read" || as === "derived" ? shape : (shown ?? unbounded(shape)),
      ]),
    ) as Shown<F>,
  );

/** The same with what is shown once. */
export const madeShape = <F extends Fields>(fields: F) =>
  shownShape(fields).extend(
    objectOf(rowsOf(fields, "once").map(([name, { shape }]) => [name, shape])) as {
      readonly [Name in NamesOf<F, "once">]: F[Name]["shape"];
    },
  );

/** The shape that wrote a value kept its bounds, so an answer only says which type it has. */
function unbounded(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodDefault) return unbounded(shape.unwrap() as z.ZodType);
  const description = shape.meta()?.description;
  const plain = plainOf(shape);
  return description === undefined ? plain : plain.meta({ description });
}

function plainOf(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodArray) return z.array(plainOf(shape.element as z.ZodType));
  if (shape instanceof z.ZodString || shape instanceof z.ZodURL) return z.string();
  return shape instanceof z.ZodNumber ? z.int() : shape;
}

/** A shape without its default. */
export const bare = (shape: z.ZodType): z.ZodType =>
  shape instanceof z.ZodDefault ? (shape.unwrap() as z.ZodType) : shape;
