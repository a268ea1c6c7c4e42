/** Compares what was sent with the shape of an operation. */
import type { z } from "zod";
import { wrong, wrongMembers } from "../problem.ts";

const MOST_ERRORS = 20;

/**
 * The value in the form of the shape. Throws `invalid-request` with the members that are wrong.
 *
 * @param at where the value stands: `#` for a body, `#/query` for a query
 */
export function checked(shape: z.ZodType, value: unknown, at: string): unknown {
  const { success, data, error } = shape.safeParse(value, { reportInput: true });
  if (success) return data;
  throw wrong(error.issues.flatMap((issue) => wrongMembers(issue, at)).slice(0, MOST_ERRORS));
}
