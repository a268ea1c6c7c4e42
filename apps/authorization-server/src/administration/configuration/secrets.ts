/** Secrets in a configuration: a file says where each one is, and never what it is. */
import { z } from "zod";

/** The name of a variable of the environment. */
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, "is not the name of a variable");

const FORMS = "must be {env: NAME}, {file: PATH} or {generate: true}";

/** Where a secret is. */
export const secretReference = z
  .union(
    [
      z.strictObject({ env: variable.describe("the variable of the environment of `countersign apply` that has it") }),
      z.strictObject({ file: z.string().min(1).max(1000).describe("the file that has it and nothing else") }),
      z.strictObject({ generate: z.literal(true).describe("one is made, and shown once; an existing one stays") }),
    ],
    { error: FORMS },
  )
  .describe("where the secret is");

export type SecretReference = z.output<typeof secretReference>;

/** A secret that the database has. */
export interface HeldSecret {
  /** Whether it is this one. */
  is(text: string): boolean;
}

/** How a kind declares a secret. */
export interface SecretField<E> {
  readonly field: string;
  /** What the secret is used for: for another use, another one is stored. Undefined for a resource that has none. */
  useOf(entry: E): string | undefined;
  /** Why this cannot be the secret of a resource. It never contains the secret. */
  problemOf(text: string, entry: E): string | undefined;
}

/** The text of a secret; undefined for one that is generated, or that is not known here. */
export type Secrets = (reference: SecretReference) => string | undefined;

/** The reference in an entry, if it has one. */
export const referenceOf = (entry: Readonly<Record<string, unknown>> | undefined, field: string) =>
  entry?.[field] as SecretReference | undefined;
